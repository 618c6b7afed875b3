/** What an account of ours says of itself. */
import { randomUUID } from 'node:crypto';
import { updateProfile as write } from '../../db/sql/profiles.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { iris } from '../../lib/iris.ts';
import { renderMarkdown } from '../../lib/markdown.ts';

export interface Profile {
  name: string;
  /** Markdown. */
  summary: string;
  /** Followers are asked for one by one. */
  locked: boolean;
  discoverable: boolean;
  indexable: boolean;
}

/** Other servers are told, if anything is new. */
export async function updateProfile(accountId: number, changes: Partial<Profile>): Promise<void> {
  const { name, summary, locked, discoverable, indexable } = changes;
  const html = summary === undefined ? null : renderMarkdown(summary);
  await transact(async (tx) => {
    const [changed] = await write(
      tx,
      accountId,
      name ?? null,
      summary ?? null,
      html,
      locked ?? null,
      discoverable ?? null,
      indexable ?? null,
    );
    if (!changed) return;
    const activity = iris.activity(accountId, randomUUID());
    await enqueue(tx, jobs.sendActivity, { verb: 'UpdateActor', activity, accountId });
  });
}
