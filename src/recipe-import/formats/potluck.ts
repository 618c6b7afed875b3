/** Reads a single recipe from a Potluck export, exactly. */
import { type ImportedRecipe, understand } from '../import-result.ts';
import type { Node } from '../json-ld.ts';
import { archivedItem, exactKey } from '../potluck-item.ts';
import { readRecipe } from '../schema-org.ts';
import { baseOf } from './archive-pictures.ts';

export const isPotluck = (node: Node): boolean => exactKey in node && node['@type'] === 'Recipe';

/** Falls back to schema.org if the exact item is invalid. */
export function readPotluck(node: Node): ImportedRecipe | null {
  const item = archivedItem.safeParse(node[exactKey]).data;
  if (item?.type !== 'recipe') return readRecipe(node);

  const { name, content, serving, servingType, visibility, locale, ingredients, tags, sourceUrl } = item;
  const steps = item.steps.map(({ links, ...step }) => ({
    ...step,
    links: links.map(({ iri, serving }) => ({ target: { iri }, serving })),
  }));
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
    notUnderstood: [],
    // In an archive they stand beside the file.
    ...(item.media.length > 0 && {
      pictureNames: item.media.map(({ file }) => file),
      altTexts: Object.fromEntries(item.media.map(({ file, description }) => [baseOf(file), description])),
    }),
  };
}
