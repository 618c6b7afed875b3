/** Deletes expired rows and files. */
import { prune as pruneInstance } from '../../src/domain/instance/prune.ts';
import type { Handlers } from '../handler.ts';

export const prune: Handlers['prune'] = async () => {
  await pruneInstance();
  return 'done';
};
