/**
 * Processes JSON-LD in a process of its own, one document at a time. `src/federation/json-ld/processor.ts` starts it.
 */
import { processing } from '../src/federation/json-ld/processing.ts';
import type { JsonLdTask } from '../src/federation/json-ld/processor.ts';

process.on('message', async ({ name, input }: JsonLdTask) => {
  const run: (value: never) => Promise<unknown> = processing[name];
  process.send!({ result: await run(input as never).catch(() => null) });
});
process.send!({ result: 'ready' });
