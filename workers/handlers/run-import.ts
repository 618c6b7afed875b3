/** Makes recipes, or all of an account, of a file that its owner confirmed. */
import { runImport as run } from '../../src/domain/moving/run.ts';
import type { Handlers } from '../handler.ts';

export const runImport: Handlers['run-import'] = async ({ importId }) =>
  (await run(importId)) ? 'done' : { again: new Date() };
