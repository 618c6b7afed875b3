/** Takes the block of a server back. */
import { unblockDomain } from '../domain/domain-blocks.ts';
import type { Run } from './command.ts';
import { withDatabase } from './database.ts';

export const run: Run = async ({ args: [name = ''], say }) => {
  const host = await withDatabase(() => unblockDomain(name));
  say(`${host} is not blocked any more`);
  return { host };
};
