/** Prints the rules for servers as CSV that Mastodon imports. */
import { writeBlockList } from '../domain/moderation/block-list-file.ts';
import { listDomainBlocks } from '../domain/moderation/domain-rules.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';

export const run: CommandHandler = async ({ print }) => {
  const blocks = await withDatabase(listDomainBlocks);
  for (const line of writeBlockList(blocks).trimEnd().split('\r\n')) print(line);
  return blocks;
};
