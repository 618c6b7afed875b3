/** Locates the programs that run as processes of their own, in the sources or in the build in `dist/`. */
import { join } from 'node:path';
import { config } from './config.ts';
import { root } from './paths.ts';

/** Tests run from sources and start built programs, because those start several times faster. */
const isBuilt = import.meta.filename.endsWith('.js') || config.test;

/** Argument of a worker that waits for a message with the URL of the database. */
export const databaseByMessage = 'database-by-message';

/** Returns the path of a program to start as a process, such as `workers/main`. */
export const programPath = (name: string): string => join(root, isBuilt ? `dist/${name}.js` : `${name}.ts`);
