/** Ingredients under their headings. */
import type { Ingredient } from '../eventables/eventable.ts';

/** Neighbours with the same heading. */
export function groupsOf(ingredients: Ingredient[]): Ingredient[][] {
  const groups: Ingredient[][] = [];
  for (const ingredient of ingredients) {
    const current = groups.at(-1);
    if (current?.[0]?.group === ingredient.group) current?.push(ingredient);
    else groups.push([ingredient]);
  }
  return groups;
}
