/** Reads the collections of members as other servers see them. */
import { listCollectionIris } from '../../db/sql/collections.ts';
import { db } from '../../db/statement.ts';
import { DomainError } from '../../lib/errors.ts';
import { anonymous } from '../accounts/viewer.ts';
import { type Collection, findCollectionAt, getCollection } from './collections.ts';

/** A public or unlisted collection of a local account, or null. */
export async function findPublishedCollection(id: number): Promise<Collection | null> {
  try {
    const collection = await getCollection(id, anonymous);
    return collection.account.host === '' ? collection : null;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return null;
    throw error;
  }
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
): Promise<{ id: number; iri: string; note: string }[]> =>
  listCollectionIris(db, null, null, id, after, limit);
