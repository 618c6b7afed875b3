/** Changes what local members say about themselves. */
import { lockAccount } from '../../db/sql/accounts.ts';
import { transactWithPrisma } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { renderMarkdown } from '../../lib/markdown.ts';
import type { QuotePolicy } from './account.ts';
import { enqueueActorUpdate } from './enqueue-actor-update.ts';

export interface Profile {
  name: string;
  /** Markdown. */
  summary: string;
  /** Followers need approval. */
  locked: boolean;
  discoverable: boolean;
  indexable: boolean;
  /** BCP 47; the default language of the member's posts. */
  locale: string;
  /** Sends recipes as long-form text to other servers. Followed by recipes that are written from now on. */
  recipesAsArticles: boolean;
  quotePolicy: QuotePolicy;
}

/** Sends an `Update` of the actor if anything changed that it shows. Accepts pending follow requests when `locked` becomes false. */
export async function updateProfile(accountId: number, changes: Partial<Profile>): Promise<void> {
  const { summary, locked } = changes;
  const summaryHtml = summary === undefined ? undefined : renderMarkdown(summary);
  const data = { ...changes, summaryHtml };
  await transactWithPrisma(async (tx) => {
    await lockAccount(tx, accountId);
    const before = await tx.prisma.account.findFirst({ where: { id: accountId, host: '', deletedAt: null } });
    if (!before) return;
    const keys = Object.keys(data) as (keyof typeof data)[];
    const changed = keys.filter((key) => data[key] !== undefined && data[key] !== before[key]);
    if (changed.length === 0) return;

    // Actor documents are cached by this time, so every change that they show must advance it.
    const isShown = changed.some((key) => key !== 'recipesAsArticles');
    const updatedAt = isShown ? new Date(Math.max(Date.now(), before.updatedAt.getTime() + 1)) : undefined;
    await tx.prisma.account.update({ where: { id: accountId }, data: { ...data, updatedAt } });
    if (isShown) await enqueueActorUpdate(tx, accountId);
    if (locked === false) await enqueue(tx, jobs.acceptFollowRequests, { accountId });
  });
}
