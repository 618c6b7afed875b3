/** Fetches an item that something here points at, with its author where nobody here has heard of them. */
import { findAccountByIri } from '../../domain/accounts/account.ts';
import { adoptAccount } from '../../domain/accounts/adopt.ts';
import { adoptEventable, resolveAddress } from '../../domain/eventables/adopt.ts';
import { originOf } from '../../lib/iris.ts';
import { isSameIri } from '../document.ts';
import { iriOf, type JsonObject, typesOf } from '../json.ts';
import { readActor } from '../objects/actor.ts';
import { readObject } from '../objects/object.ts';
import type { RemoteObject } from '../objects/remote-object.ts';
import { loadActor, profileOf } from '../resolve.ts';
import { type Budget, deeper } from './budget.ts';
import { ResolveError, refused } from './error.ts';
import { fetchJson } from './fetch-json.ts';

/** News for followers, though it came by a detour; what is older is history. */
const freshFor = 24 * 60 * 60_000;

/**
 * Its id here, or null when it was deleted, is somebody else's, or turned out to be an account, which is kept too.
 * What it makes us fetch in turn is drawn on `purse`, and `depth` bounds it; what does not answer `answering` is refused.
 * Throws ResolveError.
 */
export async function loadItem(
  iri: string,
  budget: Budget,
  { purse, depth, answering }: { purse?: string; depth?: number; answering?: string } = {},
): Promise<number | null> {
  const json = await fetchJson(iri, budget);
  if (typesOf(json).includes('Tombstone')) throw new ResolveError('gone', 'there is only a tombstone');
  if (readActor(json).ok) {
    await adoptAccount(await profileOf(json, deeper(budget)), { purse });
    return null;
  }
  const { authorIri, inReplyToIri } = read(json);
  if (answering !== undefined && !isSameIri(inReplyToIri ?? '', answering)) {
    throw refused('it is no reply to what is said to have it');
  }
  if (iriOf(json.id) === null || originOf(authorIri) !== originOf(json.id)) {
    throw refused('item and author are of different origins');
  }
  const author =
    (await findAccountByIri(authorIri)) ??
    (await adoptAccount(await loadActor(authorIri, deeper(budget)), { readOutbox: false }));
  if (author.suspendedAt || author.deletedAt) throw refused('the author is suspended or gone');

  const { authorIri: _, ...item } = read(json, author.followersIri);
  const backfilled = item.publishedAt.getTime() < Date.now() - freshFor;
  const id = await adoptEventable({ ...item, authorId: author.id }, { backfilled, purse, depth });
  // Asked for by its page, or pointed at while it came.
  if (id !== null) await resolveAddress(id, iri);
  return id;
}

function read(json: JsonObject, followersIri: string | null = null): RemoteObject {
  const reading = readObject(json, { followersIri });
  if (!reading.ok) throw refused(reading.reason);
  return reading.value;
}
