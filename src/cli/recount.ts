/** Repairs wrong counters. */
import { recount } from '../domain/instance/upkeep.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';

export const run: CommandHandler = async ({ print }) => {
  const corrected = await withDatabase(recount);
  const { items, accounts, collections } = corrected;
  print(`corrected: ${items} items, ${accounts} accounts, ${collections} collections`);
  return corrected;
};
