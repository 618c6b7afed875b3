/** Tries a job once more that was set aside. */
import { replayJob } from '../domain/set-aside.ts';
import type { Run } from './command.ts';
import { withDatabase } from './database.ts';

export const run: Run = async ({ args: [id = ''], say }) => {
  await withDatabase(() => replayJob(id));
  say(`${id} is tried again`);
  return { id };
};
