/**
 * Starts the built server with a cache of compiled code, which makes every later start faster, and V8's heap by memory.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { keepCompiledCode, memoryPlan } from './lib/memory.ts';
import { root } from './lib/paths.ts';
import { mapStacks } from './lib/source-maps.ts';

mapStacks();
// Without effect where NODE_COMPILE_CACHE names another folder.
enableCompileCache(join(root, 'dist/compiled'));
setFlagsFromString(keepCompiledCode);
const { webHeapGrowth } = memoryPlan();
if (webHeapGrowth !== undefined) setFlagsFromString(`--heap-growing-percent=${webHeapGrowth}`);
await import('./main.ts');
