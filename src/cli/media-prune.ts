/** Clears away pictures nobody needs. */
import { forgetMedia } from '../domain/media/forget.ts';
import type { Run } from './command.ts';
import { withDatabase } from './database.ts';

export const run: Run = async ({ say }) => {
  const removed = await withDatabase(forgetMedia);
  say(`removed: ${removed} pictures`);
  return { removed };
};
