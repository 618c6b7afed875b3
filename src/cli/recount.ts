/** Sets wrong counters right. */
import { recount } from '../domain/recount.ts';
import type { Run } from './command.ts';
import { withDatabase } from './database.ts';

export const run: Run = async ({ say }) => {
  const corrected = await withDatabase(recount);
  say(`corrected: ${corrected.items} items, ${corrected.accounts} accounts`);
  return corrected;
};
