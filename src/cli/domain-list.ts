/** Lists the blocked servers. */
import { listDomainBlocks } from '../domain/moderation/domain-rules.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';
import { day, table } from './table.ts';

export const run: CommandHandler = async ({ print }) => {
  const blocks = await withDatabase(listDomainBlocks);
  const rows = blocks.map(({ host, createdAt, severity, privateComment, publicComment }) => [
    host,
    day(createdAt),
    severity,
    privateComment || publicComment,
  ]);
  if (rows.length === 0) print('no server is blocked');
  else for (const line of table(['host', 'since', 'severity', 'comment'], rows)) print(line);
  return blocks;
};
