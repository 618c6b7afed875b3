/** Reads recipes of RecetteTek: a list in JSON, in a zip with its pictures. */
import type { ImportedRecipe } from '../import-result.ts';
import { isNode, type Node, toList } from '../json-ld.ts';
import { addNote, starsOf } from '../private-note.ts';
import { readRecipe } from '../schema-recipe.ts';
import { readLine, readNames } from './recipe-fields.ts';

const MARKS = ['preparationTime', 'cookingTime', 'inactiveTime', 'originalPicture', 'quantity', 'pictures'];

export const isRecetteTek = (node: Node): boolean =>
  !('@type' in node) &&
  typeof node.title === 'string' &&
  typeof node.ingredients === 'string' &&
  typeof node.instructions === 'string' &&
  MARKS.some((key) => key in node);

export function readRecetteTek(node: Node): ImportedRecipe | null {
  const pictures = toList(node.pictures).filter((each) => typeof each === 'string');
  const recipe = readRecipe({
    name: node.title,
    description: node.description,
    recipeYield: node.quantity,
    recipeIngredient: node.ingredients,
    recipeInstructions: node.instructions,
    nutrition: node.nutrition,
    prepTime: node.preparationTime,
    cookTime: node.cookingTime,
    restingTime: node.inactiveTime,
    totalTime: node.totalTime,
    recipeCategory: namesOf(node.categories),
    keywords: namesOf(node.tags).concat(readLine(node, 'keywords')),
    tool: readLine(node, 'cookware').split(/[,;]/),
    video: node.video,
    isBasedOn: node.url,
    image: [...pictures, node.originalPicture],
  });
  return addNote(recipe, starsOf(node.rating), node.notes);
}

const namesOf = (value: unknown): string[] =>
  isNode(value) || Array.isArray(value) ? readNames({ value }, 'value') : [];
