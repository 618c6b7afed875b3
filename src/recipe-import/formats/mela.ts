/** Reads recipes of Mela: JSON with texts, alone or in a zip. */
import { addPictures } from '../embedded-pictures.ts';
import type { ImportedRecipe } from '../import-result.ts';
import { type Node, toList } from '../json-ld.ts';
import { addNote } from '../private-note.ts';
import { readRecipe } from '../schema-recipe.ts';
import { fromMarkdown, readNames } from './recipe-fields.ts';

export const isMela = (node: Node): boolean =>
  !('@type' in node) &&
  typeof node.title === 'string' &&
  typeof node.ingredients === 'string' &&
  typeof node.instructions === 'string' &&
  ['wantToCook', 'favorite', 'link', 'yield'].some((key) => key in node);

/** Lines that begin with # are headings. */
export function readMela(node: Node): ImportedRecipe | null {
  const recipe = readRecipe({
    name: node.title,
    description: node.text,
    recipeYield: node.yield,
    recipeIngredient: node.ingredients,
    recipeInstructions: fromMarkdown(node.instructions),
    nutrition: node.nutrition,
    prepTime: node.prepTime,
    cookTime: node.cookTime,
    totalTime: node.totalTime,
    recipeCategory: readNames(node, 'categories'),
    isBasedOn: node.link,
  });
  addPictures(recipe, ...toList(node.images).slice(0, 20));
  return addNote(recipe, fromMarkdown(node.notes));
}
