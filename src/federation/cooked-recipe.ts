/** Finds the recipe that a preparation or baking tells of. */
import type { Eventable } from '../domain/eventables/eventable.ts';
import { findEventableByIri } from '../domain/eventables/read.ts';
import { anyone } from '../domain/eventables/visibility.ts';
import type { CookedRecipe } from './objects/cooked.ts';

/** Null unless everybody may see the recipe: who reads of a baking must not learn what a private recipe is called. */
export async function findCookedRecipe(item: Eventable): Promise<CookedRecipe | null> {
  if ((item.type !== 'preparation' && item.type !== 'baking') || item.recipeIri === null) return null;

  const recipe = await findEventableByIri(item.recipeIri, anyone);
  if (!recipe) return null;
  const { name, url, account } = recipe;
  return { name, url, author: { iri: account.iri, handle: account.handle } };
}
