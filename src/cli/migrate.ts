/** Brings the database up to date. */
import { migrate } from '../db/migrate.ts';
import type { Run } from './command.ts';
import { withServer } from './database.ts';

export const run: Run = async ({ say }) => {
  const applied = await withServer((url) => migrate(url, { log: say }));
  if (applied.length === 0) say('nothing to apply: the database is up to date');
  return applied;
};
