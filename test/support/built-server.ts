/** Runs the built server as `npm start` does. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Node's options in the `start` script, which ends with `node OPTIONS dist/main.js`. */
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
