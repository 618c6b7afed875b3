/** Builds the server and runs it as `npm start` does. Builds programs of the tests, too. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Node's options in the `start` script, which ends with `node OPTIONS src/boot/start.js`. */
export const startOptions: string[] = scripts.start.split(' node ')[1].split(' ').slice(0, -1);

/** The environment that it sets. */
export const startEnvironment: Record<string, string> = Object.fromEntries(
  [...scripts.start.matchAll(/([A-Z_]+)=(\S+) /g)].map(([, name, value]) => [name, value]),
);

/** Starts a command again when it is killed, as the `start` script does. */
export const keepRunning: string[] = ['sh', join(root, 'src/boot/keep-running.sh')];

/** The path of a built program, such as `main` or `workers/main`. */
export const builtProgram = (name: string): string => join(root, `dist/${name}.js`);

/**
 * Builds the server unless the build is up to date. In a process of its own, since Vitest's loader cannot run the
 * bundler.
 */
export function buildServer(): void {
  execFileSync(process.execPath, [join(root, 'build.ts')], { stdio: 'inherit' });
}

const cache = join(root, 'node_modules/.cache');
const programs = join(cache, 'test-programs');
const programNames = ['create-members', 'database-user', 'worker-process'] as const;
let areProgramsBuilt = false;

/** Returns the path of a program in this folder, bundled, because it starts several times faster than its source. */
export function testProgram(name: (typeof programNames)[number]): string {
  if (!areProgramsBuilt) execFileSync(process.execPath, [import.meta.filename], { stdio: 'inherit' });
  areProgramsBuilt = true;
  return join(programs, `${name}.js`);
}

if (process.argv[1] === import.meta.filename) {
  const { buildFolder } = await import('../../build.ts');
  const { sources } = await import('../../src/boot/build-state.ts');
  const entries = programNames.map((name) => [name, `test/support/${name}.ts`]);
  mkdirSync(cache, { recursive: true });
  await buildFolder(programs, Object.fromEntries(entries), [...sources, 'test/support']);
}
