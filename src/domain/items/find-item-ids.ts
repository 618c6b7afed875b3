/** Finds the ids of items by IRI. */
import { selectItemIds } from '../../db/sql/discovery.ts';
import { db } from '../../db/statement.ts';

/** Returns a map from IRI to id, without unknown IRIs. */
export async function findItemIds(iris: string[]): Promise<Map<string, number>> {
  return new Map((await selectItemIds(db, iris)).map(({ iri, id }) => [iri, id]));
}
