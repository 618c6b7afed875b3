/** Reads recipes of Recipe Keeper: one page for all of them, in a zip with its pictures. */
import type { Nutrient } from '../../db/recipe-details.ts';
import type { ImportedRecipe } from '../import-result.ts';
import { attributeOf, findElements, hasClass, type MarkupElement } from '../markup-records.ts';
import { addNote, starsOf } from '../pictures-and-notes.ts';
import { readRecipe } from '../schema-org.ts';
import { propertiesOf } from './item-properties.ts';
import { nutritionNode } from './recipe-fields.ts';

const NUTRIENTS: Record<string, Nutrient> = {
  recipeNutServingSize: 'servingSize',
  recipeNutCalories: 'calories',
  recipeNutTotalFat: 'fatContent',
  recipeNutSaturatedFat: 'saturatedFatContent',
  recipeNutTransFat: 'transFatContent',
  recipeNutCholesterol: 'cholesterolContent',
  recipeNutSodium: 'sodiumContent',
  recipeNutTotalCarbohydrate: 'carbohydrateContent',
  recipeNutDietaryFiber: 'fiberContent',
  recipeNutSugars: 'sugarContent',
  recipeNutProtein: 'proteinContent',
};

export const isRecipeKeeper = (html: string): boolean =>
  html.includes('recipe-details') && /itemprop=["']?recipe(?:Ingredients|Directions)/i.test(html);

export const isRecipeKeeperRecord = (_: string, attributes: Map<string, string>): boolean =>
  hasClass(attributes, 'recipe-details');

export function readRecipeKeeper(element: MarkupElement): ImportedRecipe | null {
  const { text, lines, all } = propertiesOf(element);
  const link = findElements(element, ({ name, attributes }) => name === 'a' && attributes.has('href'))[0];
  const [source, href] = [text('recipeSource'), attributeOf(link, 'href')];
  const url = [href, source].find((value) => /^https?:\/\//i.test(value));
  const photos = findElements(element, ({ name }) => name === 'img').map((each) => attributeOf(each, 'src'));
  const facts = Object.entries(NUTRIENTS).map(([name, nutrient]) => [nutrient, text(name).replace(/^0$/, '')]);

  const recipe = readRecipe({
    name: text('name'),
    recipeYield: text('recipeYield') || undefined,
    recipeIngredient: lines('recipeIngredients', 'recipeIngredient'),
    recipeInstructions: lines('recipeDirections', 'recipeInstructions').join('\n'),
    prepTime: text('prepTime'),
    cookTime: text('cookTime'),
    totalTime: text('totalTime'),
    recipeCategory: [...all('recipeCourse'), ...all('recipeCategory')],
    keywords: all('recipeCollection'),
    nutrition: nutritionNode(Object.fromEntries(facts)),
    isBasedOn: url,
    author: url === undefined && source !== '' ? source : undefined,
    image: [...new Set(photos)].filter(Boolean),
  });
  return addNote(recipe, starsOf(text('recipeRating')), lines('recipeNotes').join('\n'));
}
