/** How the approval of a quote changes, after what the author of the quoted item answers or takes back. */
import { updateEventable } from '../../db/sql/items.ts';
import {
  type AuthorizedQuote,
  decideQuote as decide,
  lockQuote,
  lockQuoteByRequest,
  type QuoteRow,
  type QuoteState,
  selectIssuedAuthorization,
  selectQuote,
  selectQuotesByAuthorization,
  setQuoteState,
} from '../../db/sql/quotes.ts';
import { db } from '../../db/statement.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { recordFact } from '../../jobs/enqueue.ts';
import { batched } from '../../lib/batch.ts';
import { notifyOfItem } from '../accounts/notify.ts';
import { findTombstone } from '../items/tombstones.ts';

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
      if (row?.authorization_iri === authorizationIri && row.state !== 'revoked')
        await changeQuote(tx, row, 'revoked');
    });
  }
  return found.length > 0;
}

/** Changes the approval of a locked quote. Other servers get the new version of a local status. */
export async function changeQuote(
  tx: Tx,
  { eventable_id: eventableId, host, authorization_iri }: QuoteRow,
  state: QuoteState,
  authorizationIri: string | null = authorization_iri,
): Promise<void> {
  await setQuoteState(tx, eventableId, state, authorizationIri);
  await notifyOfItem(tx, eventableId);
  if (host !== '') return;
  await updateEventable(tx, eventableId, JSON.stringify({ updated_at: new Date() }));
  await recordFact(tx, { fact: 'item.updated', eventableId });
}

export const findQuote = async (eventableId: number) => (await selectQuote(db, eventableId))[0] ?? null;

/** Stores whether a fetched approval is valid, unless the quote has changed in the meantime. */
export const decideQuote = async (eventableId: number, authorizationIri: string, isValid: boolean) =>
  void (await decide(db, eventableId, authorizationIri, isValid ? 'accepted' : 'rejected'));

/** Returns the approval of a quote of a local item. */
export const findIssuedAuthorization = async (iri: string) =>
  (await selectIssuedAuthorization(db, iri))[0] ?? null;
