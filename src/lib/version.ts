/** The version of this software, as package.json has it. */
import manifest from '../../package.json' with { type: 'json' };

export const version: string = manifest.version;
