/** Restores collections and pins. */
import { selectIdsByIri, selectType } from '../../../db/sql/items/eventables.ts';
import { db } from '../../../db/statement.ts';
import { DomainError } from '../../../lib/errors.ts';
import { firstPage } from '../../../lib/page.ts';
import { createCollection, listCollections } from '../../collections/collections.ts';
import { addItem } from '../../collections/items.ts';
import { pin } from '../../interactions/pins.ts';
import type { ArchivedCollection } from './layout.ts';
import type { RestoreContext } from './restore-item.ts';

/** Adds the items to the collection of that name, and creates it if necessary. */
export async function restoreCollection(
  { name, description, items }: ArchivedCollection,
  { accountId, resolver, problems }: RestoreContext,
): Promise<void> {
  const owned = await listCollections(accountId, { ...firstPage, limit: 1_000, order: 'asc' });
  const known = owned.find((each) => each.name === name);
  const id = known?.id ?? (await createCollection(accountId, { name, description }));
  let missing = 0;
  for (const origin of items) {
    const target = await resolver.resolve(db, origin);
    const found = target && 'iri' in target ? await find(target.iri) : target;
    if (!found || !(await isAdded(accountId, id, found))) missing += 1;
  }
  if (missing > 0) problems.push(`${name}: ${missing} items of other accounts are unknown to this server.`);
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

/** The last pin is shown first. */
export async function restorePins({ accountId, resolver }: RestoreContext, origins: string[]): Promise<void> {
  for (const origin of origins) {
    const target = await resolver.resolve(db, origin);
    if (target && 'id' in target) await pin(accountId, target.type, target.id);
  }
}
