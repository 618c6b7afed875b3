/** Counts the jobs by kind. */
import { outboxStats } from '../db/sql/outbox.ts';
import { db } from '../db/statement.ts';
import type { Run } from './command.ts';
import { withDatabase } from './database.ts';
import { table } from './table.ts';

export const run: Run = async ({ say }) => {
  const stats = (await withDatabase(() => outboxStats(db))).map((row) => ({
    job: row.job,
    waiting: row.waiting,
    offered: row.offered,
    quarantined: row.quarantined,
    overdueSeconds: row.oldest_due_seconds === null ? null : Math.round(row.oldest_due_seconds),
  }));
  const rows = stats.map((row) => [
    row.job,
    `${row.waiting}`,
    `${row.offered}`,
    `${row.quarantined}`,
    row.overdueSeconds === null ? '' : `${row.overdueSeconds} s`,
  ]);
  if (rows.length === 0) say('no jobs: all work is done');
  else
    for (const line of table(['job', 'waiting', 'on the queue', 'set aside', 'longest due'], rows)) say(line);
  return stats;
};
