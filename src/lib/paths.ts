/** Folders and version of the installation. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };

// Locates the files beside the program, whether it runs from its sources or from the build in `dist/`

/** The folder that holds package.json. */
export const root = findRoot(import.meta.dirname);

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error(`no package.json at or above ${import.meta.dirname}`);
  return findRoot(parent);
}

// Exports the version from package.json

export const version: string = manifest.version;
