/** Processes JSON-LD in a thread of its own, one document at a time. `src/federation/json-ld/processor.ts` starts it. */
import { parentPort } from 'node:worker_threads';
import { processing } from '../src/federation/json-ld/processing.ts';
import type { JsonLdTask } from '../src/federation/json-ld/processor.ts';

parentPort!.on('message', async ({ name, input }: JsonLdTask) => {
  const run: (value: never) => Promise<unknown> = processing[name];
  parentPort!.postMessage(await run(input as never).catch(() => null));
});
parentPort!.postMessage('ready');
