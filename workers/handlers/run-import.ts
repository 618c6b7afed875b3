/** Runs an import that its owner has confirmed. */
import { runImport as run } from '../../src/domain/migration/run-import.ts';
import type { Handlers } from '../handler.ts';

export const runImport: Handlers['run-import'] = async ({ importId }) => {
  const next = await run(importId);
  return next ? { again: next } : 'done';
};
