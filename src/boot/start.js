/** Runs the built server, and builds it before if its sources have changed. Node runs this without loading a compiler. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const { isBuilt } = await import('../../dist/build-state.js').catch(() => ({ isBuilt: () => false }));
if (!isBuilt()) {
  execFileSync(process.execPath, [join(import.meta.dirname, '../../build.ts')], { stdio: 'inherit' });
}
await import('../../dist/main.js');
