/** Lists the blocked servers. */
import { listDomainBlocks } from '../domain/domain-blocks.ts';
import type { Run } from './command.ts';
import { withDatabase } from './database.ts';
import { day, table } from './table.ts';

export const run: Run = async ({ say }) => {
  const blocks = await withDatabase(listDomainBlocks);
  const rows = blocks.map(({ host, createdAt, reason }) => [host, day(createdAt), reason]);
  if (rows.length === 0) say('no server is blocked');
  else for (const line of table(['host', 'since', 'reason'], rows)) say(line);
  return blocks;
};
