/** Finds the items that activities name, in batches. */
import { selectItemIds } from '../../db/sql/discovery.ts';
import { db } from '../../db/statement.ts';
import { batched } from '../../lib/batch.ts';

/** Null for unknown items. */
export const findItemId = batched(async (asked: string[]) => {
  const ids = new Map((await selectItemIds(db, asked)).map(({ iri, id }) => [iri, id]));
  return asked.map((iri) => ids.get(iri) ?? null);
});
