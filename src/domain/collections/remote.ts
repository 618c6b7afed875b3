/** Collections across servers: what is published, fetched and followed. */
import { randomUUID } from 'node:crypto';
import { listCollectionIris, lockCollections } from '../../db/sql/collections.ts';
import {
  countFollowedCollections,
  deleteCollectionFollow,
  deleteOtherCover,
  insertCollectionFollow,
  listFollowedCollections,
  lockRemoteCollection,
  renewCollectionFollow,
  replaceRemoteItems,
  selectBlocksHost,
  takeUnknownItems,
  undoCollectionFollow,
  upsertRemoteCollection,
  upsertRemoteCover,
} from '../../db/sql/followed-collections.ts';
import { lockLedger, lockPairs, selectUndone } from '../../db/sql/ledger.ts';
import { db, readPage } from '../../db/statement.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { deleteFiles, enqueue, recordFact } from '../../jobs/enqueue.ts';
import { config } from '../../lib/config.ts';
import { DomainError, invalid, missingAsNull } from '../../lib/errors.ts';
import { iris } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import type { Page } from '../../lib/page.ts';
import { newKey } from '../../lib/storage/storage.ts';
import { anonymous, isLocal, viewerOf } from '../accounts/account.ts';
import type { RemoteMedium } from '../items/ingest-remote.ts';
import { type Collection, findCollectionAt, getCollection, maxFollowed, toCollections } from './collections.ts';
import { removeRemoteCollection } from './unshare.ts';

// Reads the collections of members as other servers see them

/** A public or unlisted collection of a local account, or null. */
export async function findPublishedCollection(id: number): Promise<Collection | null> {
  const collection = await getCollection(id, anonymous).catch(missingAsNull);
  return collection?.account.host === '' ? collection : null;
}

/** The public or unlisted collection with this page URL. */
export async function findCollectionIri(url: string): Promise<string | null> {
  const collection = await findCollectionAt(url, anonymous);
  return collection?.account.host === '' ? collection.iri : null;
}

/** Public and unlisted items in order. `after` is the id of an entry, 0 for the beginning. */
export const listPublishedItems = (
  id: number,
  after: number,
  limit: number,
): Promise<{ id: number; iri: string; note: string }[]> => listCollectionIris(db, null, null, id, after, limit);

// Stores the cover of a remote collection. Its picture is fetched when somebody first views it.

/** The step. The collection must be locked. A known URL keeps its cached picture. */
async function syncRemoteCover(tx: Tx, collectionId: number, cover: RemoteMedium | null): Promise<void> {
  const gone = await deleteOtherCover(tx, collectionId, cover?.url ?? null);
  await deleteFiles(
    tx,
    gone.filter(({ state }) => state === 'ready').map(({ key }) => key),
  );
  if (!cover) return;
  const { url, description, contentType, width, height, blurhash } = cover;
  await upsertRemoteCover(tx, collectionId, newKey(), url, description, contentType, width, height, blurhash);
}

// Remote accounts follow and unfollow the collections of members. Every follow of a shared collection is accepted.

interface Follow {
  iri: string;
  /** By the clock of its server. */
  sentAt: Date;
}

/** `refused` without such a collection and across a block; `gone` if it was undone since it was sent. Idempotent. */
export async function recordRemoteFollow(
  followerId: number,
  { accountId: ownerId, id }: { accountId: number; id: number },
  { iri, sentAt }: Follow,
): Promise<'done' | 'gone' | 'refused'> {
  const collection = await findPublishedCollection(id);
  if (collection?.account.id !== ownerId) return 'refused';
  return transact(async (tx) => {
    await lockLedger(tx, [followerId], [ownerId]);
    const undone = await selectUndone(tx, followerId, iri);
    if (undone.some(({ undone_at }) => undone_at >= sentAt)) return 'gone';
    const [begun] = await insertCollectionFollow(tx, followerId, id, iri, sentAt);
    const [known] = begun ? [begun] : await renewCollectionFollow(tx, followerId, id, iri, sentAt);
    if (!known) return 'refused';
    await recordFact(tx, {
      fact: 'collection-follow.accepted',
      accountId: ownerId,
      followerId,
      followIri: iri,
      collectionIri: collection.iri,
    });
    return 'done';
  });
}

/** Call it once the Undo is in the ledger. A Follow that was sent after the Undo stays. */
export async function endRemoteFollow(
  followerId: number,
  followIri: string,
  collectionId: number | null,
  sentAt: Date,
): Promise<void> {
  await transact(async (tx) => {
    await lockLedger(tx, [followerId], [null]);
    await undoCollectionFollow(tx, followerId, followIri, collectionId, sentAt);
  });
}

// Members follow collections: their pages list them, and the owner's server tells what is new in a remote one

/**
 * Following again, or following an own collection, has no effect. Nobody is notified. Throws not_found, forbidden for a
 * collection of a server that the member blocks, and validation_failed beyond 500 collections.
 */
export async function followCollection(accountId: number, id: number): Promise<void> {
  const { account: owner, iri: collectionIri } = await getCollection(id, viewerOf(accountId));
  await transact(async (tx) => {
    await lockCollections(tx, accountId);
    await lockPairs(tx, [accountId], [owner.id]);
    const followIri = isLocal(owner) ? null : iris.activity(accountId, randomUUID());
    const [made] = await insertCollectionFollow(tx, accountId, id, followIri, null);
    if (!made) {
      if ((await selectBlocksHost(tx, accountId, owner.host))[0]!.blocks)
        throw new DomainError('forbidden', t('errors.block-between-you'));
      return;
    }
    const [followed] = await countFollowedCollections(tx, accountId);
    if (followed!.count > maxFollowed)
      throw invalid('base', t('errors.too-many-followed-collections', { maxFollowed }));
    if (followIri !== null)
      await recordFact(tx, {
        fact: 'collection-follow.created',
        accountId,
        ownerId: owner.id,
        collectionIri,
        followIri,
      });
  });
}

/** Nothing happens if the account does not follow it. Throws not_found. */
export async function unfollowCollection(accountId: number, id: number): Promise<void> {
  const { account: owner, iri: collectionIri } = await getCollection(id, viewerOf(accountId));
  await transact(async (tx) => {
    const [ended] = await deleteCollectionFollow(tx, accountId, id);
    if (!ended?.iri) return;
    await recordFact(tx, {
      fact: 'collection-follow.deleted',
      accountId,
      ownerId: owner.id,
      collectionIri,
      followIri: ended.iri,
    });
  });
}

interface FollowedCollection extends Collection {
  followId: number;
}

/** Ordered by the follow. */
export async function listFollowed(accountId: number, page: Page): Promise<FollowedCollection[]> {
  return toCollections<FollowedCollection>(await readPage(listFollowedCollections, page, [accountId, null]));
}

// Stores collections of other servers, and has them and their items fetched

interface FetchedCollection {
  ownerId: number;
  iri: string;
  url: string | null;
  name: string;
  description: string;
  isUnlisted: boolean;
  /** Null if the owner chose none. */
  cover: RemoteMedium | null;
  /** In order, without duplicates. */
  items: { iri: string; note: string }[];
}

/** Returns null if another account had this IRI before. Unknown items are fetched by jobs. */
export async function storeRemoteCollection(fetched: FetchedCollection): Promise<number | null> {
  const { ownerId, iri, url, name, description, isUnlisted, cover, items } = fetched;
  const visibility = isUnlisted ? 'unlisted' : 'public';
  return transact(async (tx) => {
    const [stored] = await upsertRemoteCollection(tx, ownerId, iri, url, name, description, visibility);
    if (!stored) return null;
    const itemIris = items.map((item) => item.iri);
    const notes = items.map((item) => item.note);
    await syncRemoteCover(tx, stored.id, cover);
    await replaceRemoteItems(tx, stored.id, itemIris, notes);
    await enqueue(tx, jobs.loadCollectionItems, { collectionId: stored.id });
    return stored.id;
  });
}

/** Each batch has one fetch budget, so it is smaller than that. */
const itemsPerBatch = 15;
const pauseMs = 30_000;

/** Enqueues the next items to fetch, and itself until each item was tried. */
export async function fetchUnknownItems(collectionId: number, fetchBudgetId: string): Promise<void> {
  await transact(async (tx) => {
    const unknown = await takeUnknownItems(tx, collectionId, `${config.baseUrl}/`, itemsPerBatch);
    for (const { iri } of unknown) await enqueue(tx, jobs.loadObject, { iri, fetchBudgetId, depth: 0 });
    if (unknown.length < itemsPerBatch) return;
    const dueAt = new Date(Date.now() + pauseMs);
    await enqueue(tx, jobs.loadCollectionItems, { collectionId }, { dueAt });
  });
}

/** Also ends its follows. Returns false for an unknown IRI. `ownerId` null matches every owner. */
export async function deleteRemoteCollection(iri: string, ownerId: number | null): Promise<boolean> {
  return transact(async (tx) => {
    const [collection] = await lockRemoteCollection(tx, iri, ownerId);
    if (collection) await removeRemoteCollection(tx, collection.id);
    return collection !== undefined;
  });
}
