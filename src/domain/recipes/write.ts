/** Creates, updates and deletes local recipes. */
import {
  type ItemHeader,
  insertEventable,
  insertMentions,
  nextEventableId,
  updateEventable,
} from '../../db/sql/items.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { DomainError, invalid } from '../../lib/errors.ts';
import { iris } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import type { RecipeChanges, RecipeDraft, Visibility } from '../../recipe-import/draft.ts';
import { type Account, getAccount } from '../accounts/account.ts';
import { getAuthor } from '../accounts/author.ts';
import { notifyOfItem } from '../accounts/notify.ts';
import { toDetailColumns } from '../items/detail-columns.ts';
import { type SharedColumns, toSharedColumns } from '../items/draft-columns.ts';
import { editColumns } from '../items/edit.ts';
import { changeParts, createParts } from '../items/local-parts.ts';
import { getItemHeader, lockOwnItem } from '../items/ownership.ts';
import { announceChange, announceCreation, deleteItem } from '../items/publish.ts';
import { readStateBeforeEdit, recordEdit } from '../items/revisions.ts';
import { indexRecipes } from '../items/search-index.ts';
import { uniqueSlug } from '../items/slug.ts';
import {
  defaultVisibility,
  findCeiling,
  requireBelowCeiling,
  requireNotWidened,
} from '../items/visibility-ceiling.ts';
import { replaceMedia } from '../media/attach.ts';

/** Without a visibility, a recipe is public, and a fork is as visible as its original. */
export type NewRecipe = Omit<RecipeDraft, 'visibility'> & { visibility: Visibility | null };

/**
 * Publishes at once, unless it is a draft. Throws validation_failed for step links to items that the author may not see, and for a
 * fork that more people would see than the original.
 */
export async function createRecipe(accountId: number, draft: NewRecipe): Promise<number> {
  return transact(async (tx) => {
    const account = await getAuthor(accountId, tx);
    const original = draft.forkedFromId ? await getForkedRecipe(tx, accountId, draft.forkedFromId) : null;
    const [{ id } = { id: 0 }] = await nextEventableId(tx);
    const { publication = 'published' } = draft;
    // A draft gets its addresses when it is published.
    const slug = publication === 'draft' ? null : await uniqueSlug(tx, accountId, draft.name);
    const visibility = draft.visibility ?? defaultVisibility(original);
    const { columns, mentionedIds } = await toColumns(tx, { ...draft, visibility }, account);
    const now = new Date();

    const row = {
      ...columns,
      type: 'recipe',
      account_id: accountId,
      publication,
      slug,
      ...(slug !== null && {
        iri: iris.eventable('recipe', accountId, id),
        url: iris.page('recipe', account.username, slug),
      }),
      sensitive: false,
      spoiler_text: '',
      ...(original && { forked_from_id: original.id, forked_from_iri: original.iri }),
      created_at: now,
      published_at: now,
      updated_at: now,
    };
    await insertEventable(tx, id, JSON.stringify(row));
    await createParts(tx, accountId, id, draft);
    await requireBelowCeiling(tx, id, visibility);
    if (mentionedIds?.length) await insertMentions(tx, id, mentionedIds);
    await replaceMedia(tx, accountId, id, draft.mediaIds ?? []);
    if (publication === 'draft') return id;
    await indexRecipes(tx, [id]);
    await announceCreation(tx, { id, accountId, isReply: false, at: now });
    if (mentionedIds?.length) await notifyOfItem(tx, id);
    return id;
  });
}

async function getForkedRecipe(tx: Tx, accountId: number, id: number): Promise<ItemHeader> {
  return getItemHeader(tx, accountId, id, 'recipe').catch((error) => {
    throw error instanceof DomainError
      ? invalid('forked_from_id', t('errors.must-be-visible-recipe'))
      : error;
  });
}

/**
 * Replaces the lists that are given. The slug stays, because URLs must not change. Throws validation_failed like `createRecipe`.
 */
export async function updateRecipe(accountId: number, id: number, changes: RecipeChanges): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwnItem(tx, accountId, 'recipe', id);
    if (Object.keys(changes).length === 0) return;
    const account = await getAccount(accountId, tx);
    const { columns, mentionedIds } = await toColumns(tx, changes, account, id);
    const before = await readStateBeforeEdit(tx, id);
    const shown = { ceiling: await findCeiling(tx, id), visibility: item.visibility };
    const edit = editColumns(item);
    await updateEventable(tx, id, JSON.stringify({ ...columns, ...edit }));

    if (mentionedIds) await insertMentions(tx, id, mentionedIds);
    await changeParts(tx, accountId, id, changes);
    await requireNotWidened(tx, id, shown, changes.visibility ?? item.visibility);
    await recordEdit(tx, id, before, edit.updated_at);
    if (changes.mediaIds) await replaceMedia(tx, accountId, id, changes.mediaIds);
    await indexRecipes(tx, [id]);
    await announceChange(tx, item, changes.visibility);
    await notifyOfItem(tx, id);
  });
}

export async function deleteRecipe(accountId: number, id: number): Promise<void> {
  await transact(async (tx) => deleteItem(tx, await lockOwnItem(tx, accountId, 'recipe', id)));
}

async function toColumns(
  tx: Tx,
  draft: RecipeChanges,
  account: Account,
  id?: number,
): Promise<SharedColumns> {
  const { columns, mentionedIds } = await toSharedColumns(tx, draft, account, id);
  const { sourceUrl: source_url, prepTime: prep_time, cookTime: cook_time } = draft;
  const as_article = account.recipesAsArticles;
  const own = { as_article, source_url, prep_time, cook_time, ...toDetailColumns(draft.details) };
  return { columns: { ...columns, ...own }, mentionedIds };
}
