/** Finds the items that activities name, many with one question. */
import { selectItemIds } from '../../db/sql/relevance.ts';
import { db } from '../../db/statement.ts';
import { batched } from '../../lib/batch.ts';

/** Null for what is not known here. */
export const findItemId = batched(async (asked: string[]) => {
  const ids = new Map((await selectItemIds(db, asked)).map(({ iri, id }) => [iri, id]));
  return asked.map((iri) => ids.get(iri) ?? null);
});
