/** What an account of ours says of itself. */
import { updateProfile as write } from '../../db/sql/profiles.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { renderMarkdown } from '../../lib/markdown.ts';
import { announceActor } from './announce.ts';

export interface Profile {
  name: string;
  /** Markdown. */
  summary: string;
  /** Followers are asked for one by one. */
  locked: boolean;
  discoverable: boolean;
  indexable: boolean;
  /** BCP 47; what they write is in this language unless they say otherwise. */
  locale: string;
  /** Recipes go to other servers as notes, for those that show articles badly. */
  recipesAsNotes: boolean;
}

/** Other servers are told, if anything is new. Once followers are not asked for, those who wait are let in. */
export async function updateProfile(accountId: number, changes: Partial<Profile>): Promise<void> {
  const { name, summary, locked, discoverable, indexable, locale, recipesAsNotes } = changes;
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
      locale ?? null,
      recipesAsNotes ?? null,
    );
    if (!changed) return;
    await announceActor(tx, accountId);
    // Who waits has asked for no more than everybody gets from now on.
    if (locked === false) await enqueue(tx, jobs.admitFollowers, { accountId });
  });
}
