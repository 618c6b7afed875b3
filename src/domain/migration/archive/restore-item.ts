/** Restores an item from an archive, with its dates and pictures, without announcing it. */
import { prisma } from '../../../db/client.ts';
import { reserveItemId } from '../../../db/sql/archive.ts';
import { insertImportedRecipe } from '../../../db/sql/imports.ts';
import { insertEventable, insertMentions, resolvePointers, selectVisibleIds } from '../../../db/sql/items.ts';
import { countMedia } from '../../../db/sql/media.ts';
import { db } from '../../../db/statement.ts';
import { type Tx, transact } from '../../../db/transaction.ts';
import { iris } from '../../../lib/iris.ts';
import type { StepDraft, StepLinkDraft } from '../../../recipe-import/draft.ts';
import type { ArchivedItem } from '../../../recipe-import/potluck-item.ts';
import { getAuthor } from '../../accounts/author.ts';
import { recordEvent } from '../../items/events.ts';
import { enqueueLinkedFetches, linkedIris } from '../../items/fetch-linked.ts';
import { checkSize } from '../../items/local-parts.ts';
import { writeParts } from '../../items/parts.ts';
import { restoreRevisions } from '../../items/revisions.ts';
import { addMediumInBackground, type Upload } from '../../media/upload.ts';
import { recipeDigest } from '../recipe-digest.ts';
import { toItemColumns } from './item-columns.ts';
import type { NameResolver } from './name-resolver.ts';

export interface RestoreContext {
  accountId: number;
  resolver: NameResolver;
  /** Returns null if the archive has no such picture. */
  readPicture(name: string): Promise<Upload['file'] | null>;
  /** Receives a sentence for everything that could not be restored. */
  problems: string[];
}

/** Fetches that the links of one item may cause. */
const maxFetches = 20;

/** Idempotent: resumes after an interruption. */
export async function restoreItem(
  item: ArchivedItem,
  context: RestoreContext,
): Promise<'added' | 'existing'> {
  const { accountId, resolver } = context;
  const { origin, formerly } = item;
  if ((await resolver.findExisting([origin, ...formerly])) !== null) return 'existing';

  const [reserved] = await reserveItemId(db, accountId, origin);
  const id = reserved!.eventable_id;
  await transact((tx) => write(tx, id, item, context));
  await addPictures(id, item, context);
  await prisma().importedItem.updateMany({ where: { accountId, origin }, data: { finishedAt: new Date() } });
  return 'added';
}

async function write(tx: Tx, id: number, item: ArchivedItem, context: RestoreContext): Promise<void> {
  const { accountId } = context;
  const { type, publication, publishedAt } = item;
  const [interrupted] = await selectVisibleIds(tx, accountId, null, [id]);
  if (interrupted) return;

  const account = await getAuthor(accountId, tx);
  const { columns, mentionedIds, isReply } = await toItemColumns(tx, id, item, account, context.resolver);
  await insertEventable(tx, id, JSON.stringify(columns));
  if (item.type !== 'status') {
    const { name, ingredients } = item;
    checkSize(item);
    const steps = await resolveSteps(tx, item, context);
    await writeParts(tx, id, { ingredients, steps });
    if (type === 'recipe')
      await insertImportedRecipe(tx, accountId, recipeDigest({ name, ingredients, steps }), id);
  }
  if (item.type === 'recipe') await restoreRevisions(tx, id, item.revisions);
  if (mentionedIds.length > 0) await insertMentions(tx, id, mentionedIds);
  await resolvePointers(tx, id, iris.eventable(type, accountId, id), type === 'recipe');
  if (publication === 'draft') return;
  const action = isReply ? 'reply' : 'create';
  await recordEvent(tx, { action, accountId, eventableId: id, at: publishedAt, backfilled: true });
}

type WithSteps = Exclude<ArchivedItem, { type: 'status' }>;

async function resolveSteps(
  tx: Tx,
  { name, steps, ingredients }: WithSteps,
  { resolver, problems }: RestoreContext,
): Promise<StepDraft[]> {
  const settled: StepDraft[] = [];
  for (const step of steps) {
    const links: StepLinkDraft[] = [];
    for (const { iri, serving } of step.links) {
      const target = await resolver.resolve(tx, iri);
      if (target) links.push({ target, serving });
      else problems.push(`${name}: the link to ${iri} could not be resolved and was left out.`);
    }
    const ingredientPositions = step.ingredientPositions.filter((position) => position < ingredients.length);
    settled.push({ ...step, ingredientPositions, links });
  }
  await enqueueLinkedFetches(tx, linkedIris(settled), { maxFetches: maxFetches });
  return settled;
}

/** Existing pictures were added before an interruption. */
async function addPictures(id: number, item: ArchivedItem, context: RestoreContext): Promise<void> {
  const { accountId, readPicture, problems } = context;
  const [{ count } = { count: 0 }] = await countMedia(db, id);
  for (const { file, description } of item.media.slice(count)) {
    const picture = await readPicture(file);
    if (picture)
      await addMediumInBackground(
        accountId,
        { file: picture, description },
        { type: item.type, id },
        'restored',
      );
    else problems.push(`${file} is missing or no picture.`);
  }
}
