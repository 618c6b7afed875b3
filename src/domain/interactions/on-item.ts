/** Likes, boosts and pins. */
import {
  countOtherPins,
  deleteBoosts,
  deleteLikes,
  deletePin,
  type EndedBoost,
  insertBoosts,
  insertLikes,
  insertPin,
  listPins as list,
  lockPins,
  replacePins,
  selectPinnedIds,
} from '../../db/sql/interactions.ts';
import { closeSources, mintSource } from '../../db/sql/ledger.ts';
import { db, nest, toJson } from '../../db/statement.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { recordFact, wakeRelay } from '../../jobs/enqueue.ts';
import { DomainError, invalid, notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { idsOf } from '../../lib/lists.ts';
import { checkAccountVisible, getAuthor, type Viewer } from '../accounts/account.ts';
import { fanOutBoostAgain, retractBoost } from '../items/announce.ts';
import { type EventableType, getItemHeader, lockOwnItem } from '../items/eventable.ts';
import { type ItemSummary, withMedia } from '../items/read.ts';

// Why an interaction is refused, and the error for local accounts

type Refusal = 'not_found' | 'draft' | 'private' | 'blocked';

/** The result of one interaction that was to begin. */
export interface Begun {
  refusal: Refusal | null;
  /** False if it existed before. */
  begun: boolean;
}

/** Throws not_found, validation_failed or forbidden. */
export function throwIfRefused({ refusal }: Begun, verb: string): void {
  if (refusal === 'not_found') throw notFound();
  if (refusal === 'draft') throw invalid('base', t('errors.draft-cannot-be', { action: verb }));
  if (refusal === 'private') throw new DomainError('forbidden', t('errors.not-for-others'));
  if (refusal === 'blocked') throw new DomainError('forbidden', t('errors.block-between-you'));
}

const missing = { refusal: 'not_found', begun: false } as const;

/** As statements take them that tell the place of each. */
export const placedRows = <Entry>(all: Entry[], toRow: (entry: Entry) => object): string =>
  toJson(all.map((entry, place) => ({ place, ...toRow(entry) })));

/** The rows in the order of `all`, with a refusal for what the statement did not find. */
export function inGivenOrder<Row extends Begun & { place: number }>(all: unknown[], rows: Row[]) {
  const byIndex = new Map(rows.map((row) => [row.place, row]));
  return all.map((_, place) => byIndex.get(place) ?? missing);
}

// Accounts' interactions with items, as the statements take them

export interface OnItem {
  accountId: number;
  eventableId: number;
  /** The type that the item must have. */
  type?: EventableType;
  /** Defaults to now. */
  at?: Date;
}

const toRows = (all: OnItem[]) =>
  placedRows(all, ({ accountId, eventableId, type, at = new Date() }) => ({
    account_id: accountId,
    eventable_id: eventableId,
    type,
    at,
  }));

// Begins and ends likes

/** Liking again changes nothing. Throws not_found, and validation_failed for a draft. */
export async function like(
  accountId: number,
  eventableId: number,
  { type }: { type?: EventableType } = {},
): Promise<void> {
  await transact(async (tx) => {
    const [result] = await beginLikes(tx, [{ accountId, eventableId, type }]);
    throwIfRefused(result!, 'liked');
  });
}

/** Nothing happens when there is no like. */
export async function unlike(accountId: number, eventableId: number, type?: EventableType): Promise<void> {
  await transact(async (tx) => {
    await getItemHeader(tx, accountId, eventableId, type);
    await endLikes(tx, [{ accountId, eventableId }]);
    const closed = await closeSources(tx, accountId, null, eventableId, ['like', 'reaction']);
    for (const { id } of closed) await recordFact(tx, { fact: 'like.deleted', sourceId: id });
  });
}

/** Returns one result for each like. Likes by local accounts are recorded as facts for other servers. */
export async function beginLikes(tx: Tx, likes: OnItem[]): Promise<Begun[]> {
  const rows = await insertLikes(tx, toRows(likes), null);
  for (const { place, begun, actor_host, author_host } of rows) {
    if (!begun || actor_host !== '' || author_host === '') continue;
    const { accountId, eventableId } = likes[place]!;
    const sourceId = await mintSource(tx, 'like', { accountId, targetId: null, eventableId });
    await recordFact(tx, { fact: 'like.created', sourceId });
  }
  return inGivenOrder(likes, rows);
}

export async function endLikes(tx: Tx, likes: OnItem[]): Promise<void> {
  await deleteLikes(tx, toRows(likes));
}

// Begins and ends boosts

/**
 * Boosting again changes nothing. Throws not_found, validation_failed for a draft, and forbidden for private items of
 * others and for an account that moved away.
 */
export async function boost(
  accountId: number,
  eventableId: number,
  { type }: { type?: EventableType } = {},
): Promise<void> {
  await transact(async (tx) => {
    await getAuthor(accountId, tx);
    const [result] = await beginBoosts(tx, [{ accountId, eventableId, type }]);
    throwIfRefused(result!, 'boosted');
  });
}

/** Nothing happens when there is no boost. */
export async function unboost(accountId: number, eventableId: number, type?: EventableType): Promise<void> {
  await transact(async (tx) => {
    await getItemHeader(tx, accountId, eventableId, type);
    const [ended] = await endBoosts(tx, [{ accountId, eventableId }]);
    if (!ended) return;
    const { visibility } = ended;
    const closed = await closeSources(tx, accountId, null, eventableId, ['boost']);
    for (const { id } of closed) await recordFact(tx, { fact: 'boost.deleted', sourceId: id, visibility });
  });
}

/** Returns one result for each boost. Boosts by local accounts are recorded as facts for other servers. */
export async function beginBoosts(tx: Tx, boosts: OnItem[]): Promise<Begun[]> {
  const rows = await insertBoosts(tx, toRows(boosts), null, jobs.fanOutEvent.name);
  if (rows.some(({ waiting }) => waiting > 0)) tx.afterCommit(wakeRelay);
  for (const { place, begun, actor_host } of rows) {
    if (!begun || actor_host !== '') continue;
    const { accountId, eventableId } = boosts[place]!;
    const sourceId = await mintSource(tx, 'boost', { accountId, targetId: null, eventableId });
    await recordFact(tx, { fact: 'boost.created', sourceId });
  }
  return inGivenOrder(boosts, rows);
}

/** Returns the boosts that existed. */
export async function endBoosts(tx: Tx, boosts: OnItem[]): Promise<EndedBoost[]> {
  const ended = await deleteBoosts(tx, toRows(boosts));
  for (const { account_id, eventable_id } of ended) await retractBoost(tx, account_id, eventable_id);
  return ended;
}

/** Shows repeated boosts to accounts that followed after the first one. */
export async function renewBoosts(tx: Tx, boosts: OnItem[]): Promise<void> {
  for (const { accountId, eventableId } of boosts) await fanOutBoostAgain(tx, accountId, eventableId);
}

// Pins items to the top of an account's profile

const maxPins = 5;

/**
 * Pinning again changes nothing. Throws not_found, forbidden for somebody else's item, validation_failed for what is
 * not for everybody and for more than 5.
 */
export async function pin(accountId: number, type: EventableType, id: number): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwnItem(tx, accountId, type, id);
    const isForAll = item.visibility === 'public' || item.visibility === 'unlisted';
    if (item.publication === 'draft' || !isForAll) throw invalid('base', t('errors.must-be-public-or-unlisted'));

    await lockPins(tx, accountId);
    const [others] = await countOtherPins(tx, accountId, id);
    if (others!.count >= maxPins) throw invalid('base', t('errors.too-many-pins', { maxPins }));
    const [won] = await insertPin(tx, accountId, id);
    if (won) await recordFact(tx, { fact: 'pin.created', accountId, objectIri: item.iri! });
  });
}

/** Nothing happens when it is not pinned. Throws not_found, forbidden for somebody else's item. */
export async function unpin(accountId: number, type: EventableType, id: number): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwnItem(tx, accountId, type, id);
    const [gone] = await deletePin(tx, accountId, id);
    if (gone && item.iri) await recordFact(tx, { fact: 'pin.deleted', accountId, objectIri: item.iri });
  });
}

/** Replaces the pins of a remote account. Unknown items and items of others are skipped. */
export async function replaceRemotePins(accountId: number, itemIris: string[]): Promise<void> {
  await transact(async (tx) => {
    await lockPins(tx, accountId);
    await replacePins(tx, accountId, itemIris);
  });
}

/** Newest first. Throws not_found, also across a block. */
export async function listPins(accountId: number, viewer: Viewer): Promise<ItemSummary[]> {
  await checkAccountVisible(accountId, viewer);
  return nest<ItemSummary>(await list(db, viewer.accountId, viewer.host, accountId)).map(withMedia);
}

/** Newest first, for the owner. */
export async function listPinnedIds(accountId: number): Promise<number[]> {
  return idsOf(await selectPinnedIds(db, accountId));
}
