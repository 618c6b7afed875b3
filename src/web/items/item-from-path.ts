/** Reads the item of a path such as `/@ann/statuses/5` for the viewer. */
import { getVisibleAccount } from '../../domain/accounts/account.ts';
import type { Eventable, EventableType, Recipe } from '../../domain/items/eventable.ts';
import { findTombstone } from '../../domain/items/publish.ts';
import { getOfType, getRecipeBySlug } from '../../domain/items/read.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import { iris } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import type { Visitor } from '../components/page-handler.tsx';

/** Throws not_found, also for drafts and for items of another account. Throws gone for deleted public items. */
export async function getItemFromPath<Type extends EventableType>(
  { c, viewer }: Visitor,
  type: Type,
): Promise<Extract<Eventable, { type: Type }>> {
  const account = await getVisibleAccount(c.req.param('name')!.slice(1), viewer);
  const text = c.req.param('id')!;
  if (!/^[1-9][0-9]{0,14}$/.test(text)) throw notFound();
  const id = Number(text);
  try {
    const item = await getOfType(type, id, viewer);
    if (item.account.id !== account.id || item.publication === 'draft') throw notFound();
    return item;
  } catch (error) {
    const isMissing = error instanceof DomainError && error.code === 'not_found';
    if (!isMissing || account.host !== '') throw error;
    const tombstone = await findTombstone(iris.eventable(type, account.id, id));
    // 410 for a private item would tell strangers that it existed.
    throw tombstone?.isPublic ? new DomainError('gone', t('errors.deleted')) : error;
  }
}

/** Local recipes have a slug in their path, remote ones an id. Throws not_found, also for drafts. */
export async function getRecipeFromPath(visitor: Visitor, slug = visitor.c.req.param('slug')!): Promise<Recipe> {
  const { c, viewer } = visitor;
  const account = await getVisibleAccount(c.req.param('name')!.slice(1), viewer);
  if (account.host === '') {
    const recipe = await getRecipeBySlug(account.id, slug, viewer);
    if (recipe.publication === 'draft') throw notFound();
    return recipe;
  }
  if (!/^[1-9][0-9]{0,14}$/.test(slug)) throw notFound();
  const found = await getOfType('recipe', Number(slug), viewer);
  if (found.account.id !== account.id) throw notFound();
  return found;
}
