/** Restores what an account put together: its collections, and what it shows first. */
import { selectIdsByIri, selectType } from '../../../db/sql/eventables.ts';
import { db } from '../../../db/statement.ts';
import { DomainError } from '../../../lib/errors.ts';
import { firstPage } from '../../../lib/page.ts';
import { createCollection, listCollections } from '../../collections/collection.ts';
import { addItem } from '../../collections/items.ts';
import { pin } from '../../pins.ts';
import type { ArchivedCollection } from './lists.ts';
import type { Restoring } from './restore-item.ts';

/** One of that name is filled up. */
export async function restoreCollection(
  { name, description, items }: ArchivedCollection,
  { accountId, places, problems }: Restoring,
): Promise<void> {
  const owned = await listCollections(accountId, { ...firstPage, limit: 1_000, order: 'asc' });
  const known = owned.find((each) => each.name === name);
  const id = known?.id ?? (await createCollection(accountId, { name, description }));
  let missing = 0;
  for (const origin of items) {
    const target = await places.settle(db, origin);
    const found = target && 'iri' in target ? await find(target.iri) : target;
    if (!found || !(await isAdded(accountId, id, found))) missing += 1;
  }
  if (missing > 0) problems.push(`${name}: ${missing} items of other people are not known here.`);
}

async function isAdded(accountId: number, id: number, item: Parameters<typeof addItem>[2]): Promise<boolean> {
  try {
    await addItem(accountId, id, item);
    return true;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    return false;
  }
}

async function find(iri: string) {
  const [known] = await selectIdsByIri(db, [iri]);
  const [row] = known ? await selectType(db, known.id) : [];
  return known && row ? { id: known.id, type: row.type } : null;
}

/** The last is shown first. */
export async function restorePins({ accountId, places }: Restoring, origins: string[]): Promise<void> {
  for (const origin of origins) {
    const target = await places.settle(db, origin);
    if (target && 'id' in target) await pin(accountId, target.type, target.id);
  }
}
