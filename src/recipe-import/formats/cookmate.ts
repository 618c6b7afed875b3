/** Reads recipes of Cookmate, formerly My CookBook: XML in a zip with its pictures. */
import type { ImportedRecipe } from '../import-result.ts';
import { elementIn, elementsIn, type MarkupElement, textIn, textOf } from '../markup-records.ts';
import { addNote, starsOf } from '../private-note.ts';
import { readRecipe } from '../schema-recipe.ts';

export function readCookmate(recipe: MarkupElement): ImportedRecipe | null {
  const images = [...elementsIn(recipe, 'imagepath'), ...elementsIn(recipe, 'imageurl')].map(textOf);
  const source = textIn(recipe, 'source');
  const read = readRecipe({
    name: textIn(recipe, 'title'),
    description: linesOf(recipe, 'description').join('\n\n'),
    recipeYield: textIn(recipe, 'quantity') || undefined,
    recipeIngredient: linesOf(recipe, 'ingredient'),
    recipeInstructions: linesOf(recipe, 'recipetext'),
    nutrition: linesOf(recipe, 'nutrition').join('\n'),
    prepTime: textIn(recipe, 'preptime'),
    cookTime: textIn(recipe, 'cooktime'),
    totalTime: textIn(recipe, 'totaltime'),
    recipeCategory: elementsIn(recipe, 'category').map(textOf),
    keywords: elementsIn(recipe, 'tag').map(textOf),
    inLanguage: textIn(recipe, 'lang') || undefined,
    isBasedOn: textIn(recipe, 'url') || undefined,
    video: textIn(recipe, 'video') || undefined,
    author: source === '' || /^https?:/i.test(source) ? undefined : source,
    image: images.filter(Boolean),
  });
  return addNote(read, starsOf(textIn(recipe, 'rating')), linesOf(recipe, 'comments').join('\n'));
}

/** Newer versions write each line into an element. */
function linesOf(recipe: MarkupElement, name: string): string[] {
  const items = elementsIn(elementIn(recipe, name), 'li').map(textOf);
  return (items.length > 0 ? items : textIn(recipe, name).split('\n')).map((line) => line.trim()).filter(Boolean);
}
