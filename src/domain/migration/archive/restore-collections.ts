/** Restores collections and pins. */
import { restoreCover } from '../../../db/sql/collections.ts';
import { selectIdsByIri, selectType } from '../../../db/sql/items.ts';
import { db } from '../../../db/statement.ts';
import { DomainError } from '../../../lib/errors.ts';
import { listOwnNames } from '../../collections/collections.ts';
import { addItem } from '../../collections/items.ts';
import { createCollection } from '../../collections/write.ts';
import { pin } from '../../interactions/pins.ts';
import { addMediumInBackground } from '../../media/upload.ts';
import type { ArchivedCollection } from './layout.ts';
import type { RestoreContext } from './restore-item.ts';

/** Adds the items to the collection of that name, and creates it if necessary. */
export async function restoreCollection(
  archived: ArchivedCollection,
  context: RestoreContext,
): Promise<void> {
  const { accountId, resolver, problems } = context;
  const { name, items, notes } = archived;
  const known = (await listOwnNames(accountId)).find((each) => each.name === name);
  const id = known?.id ?? (await create(archived, context));
  let missing = 0;
  for (const origin of items) {
    const target = await resolver.resolve(db, origin);
    const found = target && 'iri' in target ? await find(target.iri) : target;
    if (!found || !(await isAdded(accountId, id, found, notes[origin]))) missing += 1;
  }
  if (missing > 0) problems.push(`${name}: ${missing} items of other accounts are unknown to this server.`);
}

async function create(
  { name, description, visibility, cover, coverDescription }: ArchivedCollection,
  { accountId, readPicture, problems }: RestoreContext,
): Promise<number> {
  const id = await createCollection(accountId, { name, description, visibility, coverId: null });
  const file = cover === null ? null : await readPicture(cover);
  if (file) {
    const medium = await addMediumInBackground(accountId, { file, description: coverDescription }, null);
    await restoreCover(db, accountId, id, medium);
  } else if (cover !== null) problems.push(`${cover} is missing or no picture.`);
  return id;
}

async function isAdded(
  accountId: number,
  id: number,
  item: Parameters<typeof addItem>[2],
  note: string | undefined,
): Promise<boolean> {
  try {
    await addItem(accountId, id, item, note);
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
