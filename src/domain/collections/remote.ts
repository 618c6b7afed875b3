/** Stores collections of other servers, and has them and their items fetched. */
import {
  deleteRemoteCollectionRow,
  rejectCollectionFollow,
  replaceRemoteItems,
  selectAnsweredFollow,
  selectRemoteCollection,
  takeUnknownItems,
  upsertRemoteCollection,
} from '../../db/sql/followed-collections.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { config } from '../../lib/config.ts';
import type { RemoteMedium } from '../items/remote-item.ts';
import { syncRemoteCover } from './remote-cover.ts';

export interface FetchedCollection {
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

/** Whether the account has this collection, and whether a member follows it. */
export async function findRemoteCollection(
  iri: string,
  ownerId: number,
): Promise<{ id: number; followed: boolean } | null> {
  return (await selectRemoteCollection(db, iri, ownerId))[0] ?? null;
}

export async function enqueueCollectionFetch(iri: string, dueAt: Date | null = null): Promise<void> {
  await transact((tx) => enqueue(tx, jobs.loadCollection, { iri }, { dueAt }));
}

/** Also ends its follows. Returns false for an unknown IRI. `ownerId` null matches every owner. */
export async function deleteRemoteCollection(iri: string, ownerId: number | null): Promise<boolean> {
  return (await deleteRemoteCollectionRow(db, iri, ownerId)).length > 0;
}

/** The IRI of the account's collection that a member asked to follow by this Follow, or null. */
export async function findFollowedBy(ownerId: number, followIri: string): Promise<string | null> {
  return (await selectAnsweredFollow(db, ownerId, followIri))[0]?.iri ?? null;
}

/** Ends the follow that the owner rejects. Returns false if there is none. */
export async function rejectFollow(
  ownerId: number,
  rejected: { followIri: string | null; followerIri: string | null; collectionIri: string | null },
): Promise<boolean> {
  const { followIri, followerIri, collectionIri } = rejected;
  return (await rejectCollectionFollow(db, ownerId, followIri, followerIri, collectionIri)).length > 0;
}
