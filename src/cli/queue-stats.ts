/** Counts waiting, dispatched and quarantined jobs by name. */
import { selectQueueStats } from '../db/sql/jobs.ts';
import { db } from '../db/statement.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';
import { table } from './table.ts';

export const run: CommandHandler = async ({ print }) => {
  const stats = (await withDatabase(() => selectQueueStats(db))).map((row) => ({
    job: row.job,
    waiting: row.waiting,
    dispatched: row.dispatched,
    quarantined: row.quarantined,
    overdueSeconds: row.oldest_due_seconds === null ? null : Math.round(row.oldest_due_seconds),
  }));
  const rows = stats.map((row) => [
    row.job,
    `${row.waiting}`,
    `${row.dispatched}`,
    `${row.quarantined}`,
    row.overdueSeconds === null ? '' : `${row.overdueSeconds} s`,
  ]);
  if (rows.length === 0) print('no jobs');
  else
    for (const line of table(['job', 'waiting', 'dispatched', 'quarantined', 'longest due'], rows))
      print(line);
  return stats;
};
