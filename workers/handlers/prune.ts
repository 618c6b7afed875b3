/** Forgets what is past its time. */
import { prune as forget } from '../../src/domain/prune.ts';
import type { Handlers } from '../handler.ts';

export const prune: Handlers['prune'] = async () => {
  await forget();
  return 'done';
};
