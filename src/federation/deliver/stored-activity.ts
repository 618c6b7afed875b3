/** Finds an activity that was sent, by its IRI. */
import { findPublicActivity } from '../../db/sql/federation.ts';
import { db } from '../../db/statement.ts';

/** Returns the bytes that were delivered, while the object of the activity is public. */
export async function findSentActivity(iri: string): Promise<string | null> {
  return (await findPublicActivity(db, null, null, iri))[0]?.body ?? null;
}
