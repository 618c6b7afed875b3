/** Quotes, requests and approvals. */
import { insertMentionsByIri, lockItemByIri } from '../../db/sql/items.ts';
import {
  type AuthorizedQuote,
  decideQuote as decide,
  lockQuote,
  lockQuoteByRequest,
  type Quotable,
  type QuoteRow,
  selectIssuedAuthorization,
  selectQuotable,
  selectQuote,
  selectQuotesByAuthorization,
  setQuoteState,
  upsertRemoteQuote,
} from '../../db/sql/quotes.ts';
import { selectEventableIdByUrl } from '../../db/sql/search-items.ts';
import { db } from '../../db/statement.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import type { QuoteState, Visibility } from '../../db/vocabulary.ts';
import { recordFact } from '../../jobs/enqueue.ts';
import { batched } from '../../lib/batch.ts';
import { DomainError, invalid, notFound } from '../../lib/errors.ts';
import { iris, normalIri } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import { getItemHeader } from '../items/eventable.ts';
import { findTombstone } from '../items/publish.ts';
import { notifyOfItem, writeColumns } from '../items/save.ts';

// Quotes by local statuses

/** The IRI may also be the URL of the item's page. */
export type QuoteTarget = { id: number } | { iri: string };

/** Throws validation_failed for items that cannot be quoted, and if the author does not allow it. */
export async function getQuotable(
  tx: Tx,
  accountId: number,
  target: QuoteTarget,
  visibility: Visibility,
): Promise<Quotable> {
  const [named] = 'id' in target ? [target] : await selectEventableIdByUrl(tx, accountId, null, normalIri(target.iri));
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

// How the approval of a quote changes, after what the author of the quoted item answers or takes back

/** The remote author approves our request. Returns false unless the request was about an item of that author. */
export async function acceptOwnQuote(authorId: number, requestIri: string, authorizationIri: string) {
  // The Delete of the approval may arrive first.
  const tombstone = await findTombstone(authorizationIri);
  return answerOwnQuote(authorId, requestIri, async (tx, row) => {
    if (row.state === 'revoked' || row.authorization_iri === authorizationIri) return;
    const isRevoked = tombstone?.actorIri === row.quoted_author_iri;
    await changeQuote(tx, row, isRevoked ? 'revoked' : 'accepted', authorizationIri);
  });
}

/** The remote author refuses, or takes back the approval. Returns false as `acceptOwnQuote` does. */
export const rejectOwnQuote = (authorId: number, requestIri: string) =>
  answerOwnQuote(authorId, requestIri, async (tx, row) => {
    if (row.state === 'accepted') await changeQuote(tx, row, 'revoked');
    else if (row.state === 'pending') await changeQuote(tx, row, 'rejected');
  });

async function answerOwnQuote(
  authorId: number,
  requestIri: string,
  apply: (tx: Tx, row: QuoteRow) => Promise<void>,
): Promise<boolean> {
  return transact(async (tx) => {
    const [row] = await lockQuoteByRequest(tx, requestIri);
    if (row?.quoted_account_id !== authorId) return false;
    await apply(tx, row);
    return true;
  });
}

/** Every received Delete asks, so concurrent reads share one query. */
const findByAuthorization = batched(async (asked: string[]) => {
  const rows = Map.groupBy(await selectQuotesByAuthorization(db, asked), (row) => row.authorization_iri);
  return asked.map((iri) => rows.get(iri) ?? []);
});

/** Returns the quotes of this author's items that have the authorization. */
export async function listAuthorizedQuotes(iri: string, authorId: number): Promise<AuthorizedQuote[]> {
  const all = await findByAuthorization(iri);
  return all.filter(({ quoted_account_id }) => quoted_account_id === authorId);
}

/** A remote author deleted an approval. Returns false if no quote of that author's items has it. */
export async function endAuthorization(authorizationIri: string, authorId: number): Promise<boolean> {
  const found = await listAuthorizedQuotes(authorizationIri, authorId);
  for (const { eventable_id } of found) {
    await transact(async (tx) => {
      const [row] = await lockQuote(tx, eventable_id);
      if (row?.authorization_iri === authorizationIri && row.state !== 'revoked') await changeQuote(tx, row, 'revoked');
    });
  }
  return found.length > 0;
}

/** Changes the approval of a locked quote. Other servers get the new version of a local status. */
async function changeQuote(
  tx: Tx,
  { eventable_id: eventableId, host, authorization_iri }: QuoteRow,
  state: QuoteState,
  authorizationIri: string | null = authorization_iri,
): Promise<void> {
  await setQuoteState(tx, eventableId, state, authorizationIri);
  await notifyOfItem(tx, eventableId);
  if (host !== '') return;
  await writeColumns(tx, eventableId, { updated_at: new Date() });
  await recordFact(tx, { fact: 'item.updated', eventableId });
}

export const findQuote = async (eventableId: number) => (await selectQuote(db, eventableId))[0] ?? null;

/** Stores whether a fetched approval is valid, unless the quote has changed in the meantime. */
export const decideQuote = async (eventableId: number, authorizationIri: string, isValid: boolean) =>
  void (await decide(db, eventableId, authorizationIri, isValid ? 'accepted' : 'rejected'));

/** Returns the approval of a quote of a local item. */
export const findIssuedAuthorization = async (iri: string) => (await selectIssuedAuthorization(db, iri))[0] ?? null;

// Quotes of local items: requests of remote accounts, and approvals that the author takes back

interface QuoteRequest {
  /** The quoted item. */
  itemId: number;
  itemIri: string;
  requestIri: string;
  /** The quoting post. */
  instrumentIri: string;
}

/**
 * Returns whether the author approves quotes by this account, null for items of remote authors. Throws not_found for
 * items that the requester may not see, so that blocked accounts learn nothing.
 */
export async function isQuoteApproved(requesterId: number, itemId: number): Promise<boolean | null> {
  const [item] = await selectQuotable(db, requesterId, null, itemId);
  if (!item) throw notFound();
  return item.author_host === '' ? item.is_open && item.is_approved : null;
}

/**
 * Approves the quote and notifies the author of the item. A repeated request gets the same approval again, unless the
 * author has revoked it. Rejects it if the stored post quotes another item or cannot quote. Returns false, without an
 * answer, if the post is not by the requester.
 */
export async function answerQuote(requesterId: number, request: QuoteRequest): Promise<boolean> {
  return transact(async (tx) => {
    const [post] = await lockItemByIri(tx, request.instrumentIri);
    if (post?.account_id !== requesterId) return false;
    if (post.type === 'status' && post.quote_iri === null) {
      await writeColumns(tx, post.id, { quote_iri: request.itemIri });
      await upsertRemoteQuote(tx, post.id, null);
    }
    const [row] = await lockQuote(tx, post.id);
    if (row?.quoted_id !== request.itemId || row.state === 'revoked') {
      await reject(tx, requesterId, request);
      return true;
    }
    const authorId = row.quoted_account_id!;
    if (row.state !== 'accepted') {
      // The requester sent the post to the author, who may therefore see it.
      if (row.visibility === 'private' || row.visibility === 'direct')
        await insertMentionsByIri(tx, post.id, [], [row.quoted_author_iri!]);
      await changeQuote(tx, row, 'accepted', iris.quoteAuthorization(authorId, post.id));
    }
    const { requestIri } = request;
    await recordFact(tx, {
      fact: 'quote.accepted',
      accountId: authorId,
      eventableId: post.id,
      requestIri,
    });
    return true;
  });
}

/** Throws not_found as `isQuoteApproved` does. */
export const rejectQuote = (requesterId: number, request: QuoteRequest): Promise<void> =>
  transact((tx) => reject(tx, requesterId, request));

async function reject(tx: Tx, requesterId: number, { itemId, requestIri, instrumentIri }: QuoteRequest): Promise<void> {
  const [item] = await selectQuotable(tx, requesterId, null, itemId);
  if (!item) throw notFound();
  await recordFact(tx, {
    fact: 'quote.rejected',
    targetId: requesterId,
    accountId: item.account_id,
    objectIri: item.iri,
    requestIri,
    instrumentIri,
  });
}

/**
 * Takes back the approval of a quote of the account's own item, for good, also if the account may no longer see the
 * status. Throws not_found, and forbidden if a status of another account does not quote an item of this one.
 */
export async function revokeQuote(accountId: number, statusId: number): Promise<void> {
  await transact(async (tx) => {
    const [row] = await lockQuote(tx, statusId);
    if (row?.quoted_account_id !== accountId) {
      const status = await getItemHeader(tx, accountId, statusId, 'status');
      if (!row && status.account_id === accountId) return;
      throw new DomainError('forbidden', t('errors.not-a-quote-of-yours'));
    }
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
