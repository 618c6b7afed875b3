/** Applies pending database migrations. */
import { migrate } from '../db/migrate.ts';
import type { CommandHandler } from './command.ts';
import { withServer } from './database.ts';

export const run: CommandHandler = async ({ print }) => {
  const applied = await withServer((url) => migrate(url, { log: print }));
  if (applied.length === 0) print('nothing to apply: the database is up to date');
  return applied;
};
