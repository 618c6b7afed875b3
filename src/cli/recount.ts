/** Repairs wrong counters. */
import { recount } from '../domain/instance/recount.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';

export const run: CommandHandler = async ({ print }) => {
  const corrected = await withDatabase(recount);
  print(`corrected: ${corrected.items} items, ${corrected.accounts} accounts`);
  return corrected;
};
