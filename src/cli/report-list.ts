/** Lists the open reports. */
import { listReports } from '../domain/moderation/reports.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';
import { day, table } from './table.ts';

const maxReports = 100;

export const run: CommandHandler = async ({ print }) => {
  const reports = await withDatabase(() => listReports({ limit: maxReports }));
  const rows = reports.map(({ id, account, reporter, category, comment, createdAt }) => [
    ...[String(id), day(createdAt), account.handle ?? account.username],
    ...[reporter?.handle ?? 'deleted', category, comment.slice(0, 60).replaceAll(/\s+/g, ' ')],
  ]);
  if (rows.length === 0) print('no open reports');
  else for (const line of table(['id', 'since', 'about', 'by', 'category', 'comment'], rows)) print(line);
  return reports.map(({ id, account, reporter, category, comment, createdAt }) => ({
    ...{ id, category, comment, createdAt },
    ...{ account: account.handle, reporter: reporter?.handle ?? null },
  }));
};
