/** Recipes of ours: create, change, delete. */
import { insertEventable, nextEventableId, type Standing, updateEventable } from '../../db/sql/eventables.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { DomainError, invalid } from '../../lib/errors.ts';
import { iris } from '../../lib/iris.ts';
import { type Account, getAccount } from '../accounts/account.ts';
import { getAuthor } from '../accounts/author.ts';
import { dishRow } from '../eventables/dish-row.ts';
import type { RecipeDraft } from '../eventables/draft.ts';
import { getStanding, lockOwned } from '../eventables/own.ts';
import { changeParts, createParts } from '../eventables/parts-of-ours.ts';
import { announceChange, announceCreation, remove } from '../eventables/publish.ts';
import { freeSlug } from '../eventables/slug.ts';
import { replaceMedia } from '../media/attach.ts';

/** Published at once. Throws validation_failed on step links to what the author may not see. */
export async function createRecipe(accountId: number, draft: RecipeDraft): Promise<number> {
  return transact(async (tx) => {
    const account = await getAuthor(accountId, tx);
    const original = draft.forkedFromId ? await getOriginal(tx, accountId, draft.forkedFromId) : null;
    const [{ id } = { id: 0 }] = await nextEventableId(tx);
    const slug = await freeSlug(tx, accountId, draft.name);
    const now = new Date();

    const row = {
      ...toRow(draft, account),
      type: 'recipe',
      account_id: accountId,
      iri: iris.eventable('recipe', accountId, id),
      url: iris.page('recipe', account.username, slug),
      publication: 'published',
      slug,
      sensitive: false,
      spoiler_text: '',
      ...(original && { forked_from_id: original.id, forked_from_iri: original.iri }),
      created_at: now,
      published_at: now,
      updated_at: now,
    };
    await insertEventable(tx, id, JSON.stringify(row));
    await createParts(tx, accountId, id, draft);
    await replaceMedia(tx, accountId, id, draft.mediaIds ?? []);
    await announceCreation(tx, { id, accountId, isReply: false, at: now });
    return id;
  });
}

async function getOriginal(tx: Tx, accountId: number, id: number): Promise<Standing> {
  return getStanding(tx, accountId, id, 'recipe').catch((error) => {
    throw error instanceof DomainError ? invalid('forked_from_id', 'must be a recipe you can see') : error;
  });
}

/** A list given replaces the list; the slug stays, for addresses must. */
export async function updateRecipe(
  accountId: number,
  id: number,
  changes: Partial<RecipeDraft>,
): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwned(tx, accountId, 'recipe', id);
    if (Object.keys(changes).length === 0) return;
    const account = await getAccount(accountId, tx);
    await updateEventable(tx, id, JSON.stringify({ ...toRow(changes, account), updated_at: new Date() }));

    await changeParts(tx, accountId, id, changes);
    if (changes.mediaIds) await replaceMedia(tx, accountId, id, changes.mediaIds);
    await announceChange(tx, item, changes.visibility);
  });
}

export async function deleteRecipe(accountId: number, id: number): Promise<void> {
  await transact(async (tx) => remove(tx, await lockOwned(tx, accountId, 'recipe', id)));
}

const toRow = (draft: Partial<RecipeDraft>, account: Account) => ({
  ...dishRow(draft, account),
  source_url: draft.sourceUrl,
  prep_time: draft.prepTime,
  cook_time: draft.cookTime,
});
