/** Quotes of local items: requests of remote accounts, and approvals that the author takes back. */
import { insertMentionsByIri } from '../../db/sql/items.ts';
import { lockQuote, selectQuotable } from '../../db/sql/quotes.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { recordFact } from '../../jobs/enqueue.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import { iris } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import { getItemHeader } from '../items/ownership.ts';
import { changeQuote } from './quote-approvals.ts';

export interface QuoteRequest {
  /** The quoted item. */
  itemId: number;
  requestIri: string;
  /** The quoting post. */
  instrumentIri: string;
}

/**
 * Returns whether the author approves quotes by this account, null for items of remote authors. Throws not_found for items
 * that the requester may not see, so that blocked accounts learn nothing.
 */
export async function isQuoteApproved(requesterId: number, itemId: number): Promise<boolean | null> {
  const [item] = await selectQuotable(db, requesterId, null, itemId);
  if (!item) throw notFound();
  return item.author_host === '' ? item.is_open && item.is_approved : null;
}

/**
 * Approves the quote and notifies the author of the item. A repeated request gets the same approval again, unless the author
 * has revoked it. Returns false if the stored status is not by the requester or does not quote the item.
 */
export async function acceptQuote(
  requesterId: number,
  statusId: number,
  request: QuoteRequest,
): Promise<boolean> {
  return transact(async (tx) => {
    const [row] = await lockQuote(tx, statusId);
    if (row?.account_id !== requesterId || row.quoted_id !== request.itemId) return false;
    const authorId = row.quoted_account_id!;
    if (row.state === 'revoked') {
      await recordFact(tx, rejection(requesterId, authorId, row.quoted_iri!, request));
      return true;
    }
    if (row.state !== 'accepted') {
      // The requester sent the post to the author, who may therefore see it.
      if (row.visibility === 'private' || row.visibility === 'direct')
        await insertMentionsByIri(tx, statusId, [row.quoted_author_iri!]);
      await changeQuote(tx, row, 'accepted', iris.quoteAuthorization(authorId, statusId));
    }
    const { requestIri } = request;
    await recordFact(tx, {
      fact: 'quote.accepted',
      accountId: authorId,
      eventableId: statusId,
      requestIri,
    });
    return true;
  });
}

/** Throws not_found as `isQuoteApproved` does. */
export async function rejectQuote(requesterId: number, request: QuoteRequest): Promise<void> {
  await transact(async (tx) => {
    const [item] = await selectQuotable(tx, requesterId, null, request.itemId);
    if (!item) throw notFound();
    await recordFact(tx, rejection(requesterId, item.account_id, item.iri, request));
  });
}

const rejection = (
  targetId: number,
  accountId: number,
  objectIri: string,
  { requestIri, instrumentIri }: QuoteRequest,
) => ({ fact: 'quote.rejected' as const, targetId, accountId, objectIri, requestIri, instrumentIri });

/**
 * Takes back the approval of a quote of the account's own item, for good. Throws not_found, and forbidden if a status of
 * another account does not quote an item of this one.
 */
export async function revokeQuote(accountId: number, statusId: number): Promise<void> {
  await transact(async (tx) => {
    const status = await getItemHeader(tx, accountId, statusId, 'status');
    const [row] = await lockQuote(tx, statusId);
    if (!row && status.account_id === accountId) return;
    if (row?.quoted_account_id !== accountId)
      throw new DomainError('forbidden', t('errors.not-a-quote-of-yours'));
    if (row.state !== 'accepted') return;

    await changeQuote(tx, row, 'revoked');
    if (row.host === '' || row.authorization_iri === null) return;
    await recordFact(tx, {
      fact: 'quote.revoked',
      accountId,
      targetId: row.account_id,
      objectIri: row.authorization_iri,
    });
  });
}
