/** Does all promised work that is due, in this process, until nothing is left. */
import { setTimeout } from 'node:timers/promises';
import { claimOutbox } from '../../src/db/sql/outbox.ts';
import { db } from '../../src/db/statement.ts';
import { work } from '../../workers/work.ts';

export async function drain(): Promise<void> {
  for (;;) {
    // Due times are rounded to ms, perhaps upwards.
    await setTimeout(2);
    const claimed = await claimOutbox(db, 100, [], 1);
    if (claimed.length === 0) return;
    await Promise.all(claimed.map(({ job, ...row }) => work({ ...row, name: job, crashes: 0 })));
  }
}
