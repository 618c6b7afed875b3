/** Lifts the block of a server. */
import { unblockDomain } from '../domain/moderation/domain-blocks.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';

export const run: CommandHandler = async ({ args: [name = ''], print }) => {
  const host = await withDatabase(() => unblockDomain(name));
  print(`${host} is no longer blocked`);
  return { host };
};
