/** Blocks a server. */
import { blockDomain } from '../domain/domain-blocks.ts';
import type { Run } from './command.ts';
import { withDatabase } from './database.ts';

export const run: Run = async ({ args: [host = ''], say }) => {
  const block = await withDatabase(() => blockDomain(host));
  say(`${block.host} and all below it are blocked`);
  return block;
};
