/** Makes an item of an archive an item of the account: with its dates and pictures, and without telling anybody. */
import { insertEventable, selectVisibleIds } from '../../../db/sql/eventables.ts';
import { insertImportedRecipe } from '../../../db/sql/imports.ts';
import { countMedia } from '../../../db/sql/media.ts';
import { markItemMade, reserveItem } from '../../../db/sql/moving.ts';
import { insertMentions, resolvePointers } from '../../../db/sql/parts.ts';
import { db } from '../../../db/statement.ts';
import { type Tx, transact } from '../../../db/transaction.ts';
import { iris } from '../../../lib/iris.ts';
import { pictureTypeOf } from '../../../lib/picture-type.ts';
import { getAuthor } from '../../accounts/author.ts';
import type { StepDraft, StepLinkDraft } from '../../eventables/draft.ts';
import { fetchLinked, linkedIris } from '../../eventables/fetch-linked.ts';
import { writeParts } from '../../eventables/parts.ts';
import { recordEvent } from '../../events.ts';
import { addPictureLater } from '../../media/upload.ts';
import { digestOf } from '../already-here.ts';
import type { ArchivedItem } from './item.ts';
import type { Places } from './places.ts';
import { columnsOf } from './restored-columns.ts';

export interface Restoring {
  accountId: number;
  places: Places;
  /** Null when the archive has no such file. */
  readFile(name: string): Promise<Buffer | null>;
  /** For sentences on what could not be restored. */
  problems: string[];
}

/** What an item links to on other servers may make us fetch so much. */
const mostFetched = 20;

/** Done again it goes on where it was interrupted. */
export async function restoreItem(item: ArchivedItem, restoring: Restoring): Promise<'made' | 'here'> {
  const { accountId, places } = restoring;
  const { origin, formerly } = item;
  if ((await places.findHere([origin, ...formerly])) !== null) return 'here';

  const [reserved] = await reserveItem(db, accountId, origin);
  const id = reserved!.eventable_id;
  await transact((tx) => write(tx, id, item, restoring));
  await addPictures(id, item, restoring);
  await markItemMade(db, accountId, origin);
  return 'made';
}

async function write(tx: Tx, id: number, item: ArchivedItem, restoring: Restoring): Promise<void> {
  const { accountId } = restoring;
  const { type, publication, publishedAt } = item;
  const [interrupted] = await selectVisibleIds(tx, accountId, null, [id]);
  if (interrupted) return;

  const account = await getAuthor(accountId, tx);
  const { columns, mentionedIds, isReply } = await columnsOf(tx, id, item, account, restoring.places);
  await insertEventable(tx, id, JSON.stringify(columns));
  if (item.type !== 'status') {
    const { name, ingredients } = item;
    const steps = await settleSteps(tx, item, restoring);
    await writeParts(tx, id, { ingredients, steps });
    if (type === 'recipe')
      await insertImportedRecipe(tx, accountId, digestOf({ name, ingredients, steps }), id);
  }
  if (mentionedIds.length > 0) await insertMentions(tx, id, mentionedIds);
  await resolvePointers(tx, id, iris.eventable(type, accountId, id), type === 'recipe');
  if (publication === 'draft') return;
  const action = isReply ? 'reply' : 'create';
  await recordEvent(tx, { action, accountId, eventableId: id, at: publishedAt, backfilled: true });
}

type WithSteps = Exclude<ArchivedItem, { type: 'status' }>;

async function settleSteps(
  tx: Tx,
  { name, steps, ingredients }: WithSteps,
  { places, problems }: Restoring,
): Promise<StepDraft[]> {
  const settled: StepDraft[] = [];
  for (const step of steps) {
    const links: StepLinkDraft[] = [];
    for (const { iri, serving } of step.links) {
      const target = await places.settle(tx, iri);
      if (target) links.push({ target, serving });
      else problems.push(`${name}: its link to ${iri} leads nowhere here and was left out.`);
    }
    const ingredientPositions = step.ingredientPositions.filter((position) => position < ingredients.length);
    settled.push({ ...step, ingredientPositions, links });
  }
  await fetchLinked(tx, linkedIris(settled), { most: mostFetched });
  return settled;
}

/** Those that are there already were added before this was interrupted. */
async function addPictures(id: number, item: ArchivedItem, restoring: Restoring): Promise<void> {
  const { accountId, readFile, problems } = restoring;
  const [{ count } = { count: 0 }] = await countMedia(db, id);
  for (const { file, description } of item.media.slice(count)) {
    const bytes = await readFile(file);
    if (bytes && pictureTypeOf(bytes) !== null)
      await addPictureLater(accountId, { file: bytes, description }, { type: item.type, id }, 'restored');
    else problems.push(`${file} is no picture, or is missing.`);
  }
}
