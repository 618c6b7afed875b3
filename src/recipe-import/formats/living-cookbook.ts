/** Reads recipes of Living Cookbook: XML whose values are attributes. */

import type { ImportedRecipe } from '../import-result.ts';
import { attributeOf, elementsIn, findElements, type MarkupElement, textIn, textOf } from '../markup-records.ts';
import { addNote, addPictures, starsOf } from '../pictures-and-notes.ts';
import { fromColumns, minutes, withIngredients } from './recipe-fields.ts';

const isHeading = (element: MarkupElement): boolean => /^(?:y|yes|true|1)$/i.test(attributeOf(element, 'heading'));

export function readLivingCookbook(recipe: MarkupElement): ImportedRecipe | null {
  let group: string | null = null;
  // Some versions have a list of them, and others do not.
  const all = (name: string) => [recipe, ...elementsIn(recipe, `${name}s`)].flatMap((each) => elementsIn(each, name));
  const ingredients = all('recipeingredient').map((each) => {
    const name = attributeOf(each, 'ingredient') || textOf(each);
    if (isHeading(each)) {
      group = name.replace(/:$/, '') || group;
      return null;
    }
    return fromColumns({ amount: attributeOf(each, 'quantity'), unit: attributeOf(each, 'unit'), name, group });
  });
  const steps = all('recipeprocedure').map((each) => {
    const text = textIn(each, 'proceduretext') || attributeOf(each, 'proceduretext') || textOf(each);
    return isHeading(each) ? `## ${text}` : text;
  });
  const [source, web] = [attributeOf(recipe, 'source'), attributeOf(recipe, 'webpage')];
  const images = findElements(recipe, ({ name }) => name === 'recipeimage' || name === 'recipephoto');

  const read = withIngredients(
    {
      name: attributeOf(recipe, 'name'),
      description: attributeOf(recipe, 'comments', 'description') || textIn(recipe, 'comments'),
      recipeYield: attributeOf(recipe, 'servings') || attributeOf(recipe, 'yield') || undefined,
      recipeInstructions: steps.length === 1 ? steps[0] : steps,
      prepTime: minutes(attributeOf(recipe, 'preparationtime')),
      cookTime: minutes(attributeOf(recipe, 'cookingtime')),
      restingTime: minutes(attributeOf(recipe, 'inactivetime')),
      totalTime: minutes(attributeOf(recipe, 'readyintime')),
      recipeCategory: attributeOf(recipe, 'recipetypes').split(/[,;]/),
      author: attributeOf(recipe, 'author') || (web === '' ? source : '') || undefined,
      publisher: web !== '' && source !== '' ? { name: source } : undefined,
      isBasedOn: web || undefined,
      image: images.map((each) => attributeOf(each, 'filename')).filter(Boolean),
    },
    ingredients,
  );
  addPictures(read, ...images.map(textOf));
  const tips = findElements(recipe, ({ name }) => name === 'tiptext').map(textOf);
  const notes = [attributeOf(recipe, 'authornotes', 'notes'), ...tips];
  return addNote(read, starsOf(attributeOf(recipe, 'rating', 'userrating')), ...notes);
}
