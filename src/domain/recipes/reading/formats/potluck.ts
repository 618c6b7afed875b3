/** Reads one recipe as Potluck exports it, to the last fraction; what it links to stays behind. */
import { archivedItem, exactKey } from '../../../moving/archive/item.ts';
import type { ImportedRecipe } from '../import-result.ts';
import type { Node } from '../json-ld.ts';
import { readRecipe } from '../schema-recipe.ts';

export const isPotluck = (node: Node): boolean => exactKey in node && node['@type'] === 'Recipe';

/** What is not as we write it is read in schema.org's words. */
export function readPotluck(node: Node): ImportedRecipe | null {
  const item = archivedItem.safeParse(node[exactKey]).data;
  if (item?.type !== 'recipe') return readRecipe(node);

  const { name, content, serving, servingType, visibility, locale, ingredients, tags, sourceUrl } = item;
  const linked = item.steps.filter(({ links }) => links.length > 0).length;
  const steps = item.steps.map((step) => ({ ...step, links: [] }));
  return {
    draft: {
      ...{
        name,
        description: content,
        serving,
        servingType,
        visibility,
        ingredients,
        steps,
        tags,
        sourceUrl,
      },
      ...{ locale: locale === 'und' ? null : locale, prepTime: item.prepTime, cookTime: item.cookTime },
    },
    understood: {
      ingredients: ingredients.length,
      withQuantity: ingredients.filter(({ quantity }) => quantity !== null).length,
      steps: steps.length,
    },
    notUnderstood:
      linked > 0 ? ['links to other items were left out: bring the whole export to keep them.'] : [],
  };
}
