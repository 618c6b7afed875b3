/** Finds what a path like `/@ann/statuses/5` names, for whoever looks. */
import { getShownAccount } from '../../domain/accounts/shown.ts';
import type { Eventable, EventableType, Recipe } from '../../domain/eventables/eventable.ts';
import { getOfType, getRecipeBySlug } from '../../domain/eventables/read.ts';
import { findTombstone } from '../../domain/tombstones.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import { iris } from '../../lib/iris.ts';
import type { Visitor } from './show.ts';

/** Throws not_found, also for a draft and for another account's item; gone for what was there for everybody to see. */
export async function findItem<Type extends EventableType>(
  { c, viewer }: Visitor,
  type: Type,
): Promise<Extract<Eventable, { type: Type }>> {
  const account = await getShownAccount(c.req.param('name')!.slice(1), viewer);
  const text = c.req.param('id')!;
  if (!/^[1-9][0-9]{0,14}$/.test(text)) throw notFound();
  const id = Number(text);
  try {
    const item = await getOfType(type, id, viewer);
    if (item.account.id !== account.id || item.publication === 'draft') throw notFound();
    return item;
  } catch (error) {
    const isMissing = error instanceof DomainError && error.code === 'not_found';
    if (isMissing && account.host === '' && (await findTombstone(iris.eventable(type, account.id, id)))) {
      throw new DomainError('gone', 'is gone');
    }
    throw error;
  }
}

/** Ours by slug, those of other servers by id. Throws as above. */
export async function findRecipe(visitor: Visitor): Promise<Recipe> {
  const { c, viewer } = visitor;
  const account = await getShownAccount(c.req.param('name')!.slice(1), viewer);
  const slug = c.req.param('slug')!;
  if (account.host === '') return getRecipeBySlug(account.id, slug, viewer);
  if (!/^[1-9][0-9]{0,14}$/.test(slug)) throw notFound();
  const found = await getOfType('recipe', Number(slug), viewer);
  if (found.account.id !== account.id) throw notFound();
  return found;
}
