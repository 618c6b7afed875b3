/** Deletes unused pictures. */
import { pruneMedia } from '../domain/media/prune.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';

export const run: CommandHandler = async ({ print }) => {
  const removed = await withDatabase(pruneMedia);
  print(`${removed} pictures removed`);
  return { removed };
};
