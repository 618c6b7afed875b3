/** Adds bookmarked items to private collections of a member. */
import { prisma } from '../../../db/client.ts';
import type { DueEntry } from '../../../db/sql/imports.ts';
import { selectVisibleAt } from '../../../db/sql/items.ts';
import { db } from '../../../db/statement.ts';
import { transact } from '../../../db/transaction.ts';
import { jobs } from '../../../jobs/catalogue.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { config } from '../../../lib/config.ts';
import { notFound } from '../../../lib/errors.ts';
import { isLocalIri } from '../../../lib/iris.ts';
import { t } from '../../../lib/language/text.ts';
import { addItem } from '../../collections/items.ts';
import { maxItems } from '../../collections/limits.ts';
import { createCollection } from '../../collections/write.ts';

/** Returns null while the item is being fetched. Throws not_found, and validation_failed beyond the limits of collections. */
export async function addBookmark(
  accountId: number,
  { value: url, tries }: DueEntry,
): Promise<'added' | 'existing' | null> {
  const [item] = await selectVisibleAt(db, accountId, null, [url]);
  if (!item) {
    if (isLocalIri(url) || !config.federates) throw notFound();
    if (tries === 0) await transact((tx) => enqueue(tx, jobs.loadObject, { iri: url }));
    return null;
  }
  const saved = await prisma().collectionItem.count({
    where: { eventableId: item.id, collection: { accountId } },
  });
  if (saved > 0) return 'existing';
  await addToCollection(accountId, item);
  return 'added';
}

/** A full collection is followed by another one. */
async function addToCollection(accountId: number, item: Parameters<typeof addItem>[2]): Promise<void> {
  const name = t('migration.bookmarks');
  for (let number = 1; ; number += 1) {
    const id = await findOrCreate(accountId, number === 1 ? name : `${name} ${number}`);
    if ((await prisma().collectionItem.count({ where: { collectionId: id } })) >= maxItems) continue;
    await addItem(accountId, id, item);
    return;
  }
}

/** A collection of that name that others see stays as it is. */
async function findOrCreate(accountId: number, wanted: string): Promise<number> {
  const known = await prisma().collection.findFirst({
    select: { id: true },
    where: { accountId, name: wanted, visibility: 'private' },
    orderBy: { id: 'asc' },
  });
  if (known) return Number(known.id);
  return createCollection(accountId, {
    ...{ name: wanted, description: '', visibility: 'private', coverId: null },
  });
}
