/** Quotes by local statuses. */
import { randomUUID } from 'node:crypto';
import { insertQuote, type Quotable, selectQuotable } from '../../db/sql/quotes.ts';
import { selectEventableIdByUrl } from '../../db/sql/search.ts';
import type { Tx } from '../../db/transaction.ts';
import { recordFact } from '../../jobs/enqueue.ts';
import { invalid } from '../../lib/errors.ts';
import { iris } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import type { Visibility } from '../../recipe-import/draft.ts';

/** The IRI may also be the URL of the item's page. */
export type QuoteTarget = { id: number } | { iri: string };

/** Throws validation_failed for items that cannot be quoted, and if the author does not allow it. */
export async function getQuotable(
  tx: Tx,
  accountId: number,
  target: QuoteTarget,
  visibility: Visibility,
): Promise<Quotable> {
  const [named] = 'id' in target ? [target] : await selectEventableIdByUrl(tx, accountId, null, target.iri);
  const [item] = named ? await selectQuotable(tx, accountId, null, named.id) : [];
  const field = 'id' in target ? 'quote_id' : 'quote_uri';
  if (!item) throw invalid(field, t('errors.must-be-visible-item'));
  if (!item.is_open) throw invalid(field, t('errors.must-be-public-or-unlisted'));
  if (!item.is_approved) throw invalid('base', t('errors.quote-not-allowed'));
  // The author must be able to see how they are quoted.
  if (item.account_id !== accountId && visibility !== 'public' && visibility !== 'unlisted')
    throw invalid('visibility', t('errors.must-be-public-to-quote'));
  return item;
}

/** Quotes a local item at once. The author of a remote item is asked, and the status goes out in the meantime. */
export async function quote(tx: Tx, accountId: number, eventableId: number, item: Quotable): Promise<void> {
  if (item.author_host === '') {
    const isOwn = item.account_id === accountId;
    const authorization = isOwn ? null : iris.quoteAuthorization(item.account_id, eventableId);
    return void (await insertQuote(tx, eventableId, item.id, 'accepted', authorization, null));
  }
  const id = randomUUID();
  await insertQuote(tx, eventableId, item.id, 'pending', null, iris.activity(accountId, id));
  await recordFact(tx, { id, fact: 'quote.requested', eventableId });
}
