/** Enqueues a quarantined job again. */
import { replayJob } from '../domain/instance/upkeep.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';

export const run: CommandHandler = async ({ args: [id = ''], print }) => {
  await withDatabase(() => replayJob(id));
  print(`${id} is enqueued again`);
  return { id };
};
