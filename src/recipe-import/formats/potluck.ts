/** Reads a single recipe from a Potluck export, exactly but without links to other items. */
import { type ImportedRecipe, understand } from '../import-result.ts';
import type { Node } from '../json-ld.ts';
import { archivedItem, exactKey } from '../potluck-item.ts';
import { readRecipe } from '../schema-recipe.ts';

export const isPotluck = (node: Node): boolean => exactKey in node && node['@type'] === 'Recipe';

/** Falls back to schema.org if the exact item is invalid. */
export function readPotluck(node: Node): ImportedRecipe | null {
  const item = archivedItem.safeParse(node[exactKey]).data;
  if (item?.type !== 'recipe') return readRecipe(node);

  const { name, content, serving, servingType, visibility, locale, ingredients, tags, sourceUrl } = item;
  const linked = item.steps.filter(({ links }) => links.length > 0).length;
  const steps = item.steps.map((step) => ({ ...step, links: [] }));
  return {
    draft: {
      name,
      description: content,
      serving,
      servingType,
      visibility,
      ingredients,
      steps,
      tags,
      sourceUrl,
      locale: locale === 'und' ? null : locale,
      prepTime: item.prepTime,
      cookTime: item.cookTime,
      details: item.details,
      publication: item.publication,
    },
    ...understand({ ingredients, steps }),
    notUnderstood: linked > 0 ? ['links to other items were left out: import the whole export to keep them.'] : [],
  };
}
