/** Runs an import that its owner has confirmed. */
import { runImport as run } from '../../src/domain/migration/run-import.ts';
import type { Handlers } from '../handler.ts';

export const runImport: Handlers['run-import'] = async ({ importId }) =>
  (await run(importId)) ? 'done' : { again: new Date() };
