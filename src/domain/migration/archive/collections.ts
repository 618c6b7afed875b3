/** Writes the collections of an account to its archive. */
import { listCollectionsToArchive, listEntriesToArchive } from '../../../db/sql/collections.ts';
import { db } from '../../../db/statement.ts';
import type { CollectionVisibility } from '../../collections/collections.ts';
import { type ArchivedCollection, mediumName } from './layout.ts';
import { iterate, jsonWithArray } from './lists.ts';
import { targetOrigin } from './origin.ts';

const listAll = (accountId: number) =>
  iterate((above, limit) => listCollectionsToArchive(db, accountId, above, limit));

/** Keys of the covers that belong to no item. */
export async function* looseCovers(accountId: number): AsyncGenerator<string> {
  for await (const { cover_key: key, is_loose: isLoose } of listAll(accountId)) if (key && isLoose) yield key;
}

export async function* collectionsJson(accountId: number): AsyncGenerator<Buffer> {
  async function* collections(): AsyncGenerator<ArchivedCollection> {
    for await (const { id, name, description, visibility, ...row } of listAll(accountId)) {
      yield {
        ...{ name, description, visibility: visibility as CollectionVisibility },
        cover: row.cover_key && mediumName(row.cover_key),
        coverDescription: row.cover_description ?? '',
        ...(await readEntries(accountId, id)),
      };
    }
  }
  yield* jsonWithArray({ version: 1 }, 'collections', collections());
}

/** Leaves out items of others that have no IRI. */
async function readEntries(accountId: number, collectionId: number) {
  const items: string[] = [];
  const notes: Record<string, string> = {};
  const entries = iterate((above, limit) => listEntriesToArchive(db, collectionId, above, limit));
  for await (const { item_id: id, type, iri, account_id: authorId, note } of entries) {
    const origin = authorId === accountId || iri !== null ? targetOrigin(accountId, { id, type, iri }) : null;
    if (origin === null) continue;
    items.push(origin);
    if (note !== '') notes[origin] = note;
  }
  return { items, notes };
}
