/** Blocks a server and its subdomains. */
import { blockDomain } from '../domain/moderation/domain-blocks.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';

export const run: CommandHandler = async ({ args: [host = ''], print }) => {
  const block = await withDatabase(() => blockDomain(host));
  print(`${block.host} and its subdomains are blocked`);
  return block;
};
