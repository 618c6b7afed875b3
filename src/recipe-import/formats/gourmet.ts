/** Reads recipes of Gourmet Recipe Manager: XML with ingredients in groups. */
import type { IngredientDraft } from '../draft.ts';
import type { ImportedRecipe } from '../import-result.ts';
import { attributeOf, elementIn, elementsIn, type MarkupElement, textIn } from '../markup-records.ts';
import { addNote, addPictures, starsOf } from '../pictures-and-notes.ts';
import { fromColumns, withIngredients } from './recipe-fields.ts';

export function readGourmet(recipe: MarkupElement): ImportedRecipe | null {
  const list = elementIn(recipe, 'ingredient-list');
  const source = textIn(recipe, 'source');
  const link = textIn(recipe, 'link');
  const read = withIngredients(
    {
      name: textIn(recipe, 'title'),
      recipeYield: textIn(recipe, 'yields', 'servings') || undefined,
      recipeInstructions: textIn(recipe, 'instructions'),
      prepTime: textIn(recipe, 'preptime'),
      cookTime: textIn(recipe, 'cooktime'),
      recipeCategory: textIn(recipe, 'category'),
      recipeCuisine: textIn(recipe, 'cuisine'),
      isBasedOn: link || undefined,
      ...(source !== '' && (link === '' ? { author: source } : { publisher: { name: source } })),
    },
    (list?.children ?? []).flatMap((each) => (typeof each === 'string' ? [] : readIngredients(each, null))),
  );
  addPictures(read, textIn(recipe, 'image'));
  return addNote(read, starsOf(textIn(recipe, 'rating')), textIn(recipe, 'modifications'));
}

/** A group contains ingredients, and another recipe can stand for one. */
function readIngredients(element: MarkupElement, group: string | null): (IngredientDraft | null)[] {
  if (element.name === 'inggroup') {
    const name = textIn(element, 'groupname') || group;
    return elementsIn(element, 'ingredient', 'ingref').flatMap((each) => readIngredients(each, name));
  }
  const optional = /^(?:yes|true|1)$/i.test(attributeOf(element, 'optional'));
  if (element.name === 'ingref') {
    const name = element.children
      .filter((each) => typeof each === 'string')
      .join('')
      .trim();
    return [fromColumns({ amount: attributeOf(element, 'amount'), name, group, optional })];
  }
  if (element.name !== 'ingredient') return [];
  const [amount, unit, name] = ['amount', 'unit', 'item'].map((each) => textIn(element, each));
  return [fromColumns({ amount, unit, name: name || textIn(element, 'key'), group, optional })];
}
