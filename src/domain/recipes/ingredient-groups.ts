/** Groups ingredients under their headings. */
import type { Ingredient } from '../items/eventable.ts';

/** Adjacent ingredients with the same heading form a group. */
export function groupIngredients(ingredients: Ingredient[]): Ingredient[][] {
  const groups: Ingredient[][] = [];
  for (const ingredient of ingredients) {
    const current = groups.at(-1);
    if (current?.[0]?.group === ingredient.group) current?.push(ingredient);
    else groups.push([ingredient]);
  }
  return groups;
}
