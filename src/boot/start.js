/** Runs the built server, and builds it before if its sources have changed. Node needs no compiler to run this file. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const { isBuilt } = await import('../../dist/build-state.js').catch(() => ({ isBuilt: () => false }));
if (!isBuilt()) {
  execFileSync(process.execPath, [join(import.meta.dirname, '../../build.ts')], { stdio: 'inherit' });
}
await import('../../dist/main.js');
