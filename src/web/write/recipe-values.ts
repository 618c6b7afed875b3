/** Converts recipes to the values of the recipe form and back. */

import { defaultVisibility, type Recipe } from '../../domain/items/eventable.ts';
import {
  ingredientsToText,
  reuseUnchangedIngredients,
  reuseUnchangedSteps,
  rowsToIngredients,
  rowsToSteps,
  splitIngredients,
  splitSteps,
  stepsToText,
} from '../../domain/recipes/form.ts';
import { newRecipe } from '../../http/input/recipe.ts';
import { parseOrThrow } from '../../http/validation.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { emptyDetails } from '../../recipe-import/details.ts';
import type { IngredientDraft, RecipeDraft } from '../../recipe-import/draft.ts';
import { detailValues, readDetails } from './recipe-details.ts';
import { ingredientRowsOf, stepRowsOf, usesRows } from './row-values.ts';
import { secondsOf, splitCommas, timeOf } from './text-values.ts';

export const valuesOf = (recipe: Recipe): [string, string][] => [
  ...Object.entries({
    name: recipe.name,
    description: recipe.content,
    ingredients: ingredientsToText(recipe.ingredients),
    steps: stepsToText(recipe.steps),
    serving: String(recipe.serving),
    serving_type: recipe.servingType,
    prep_time: timeOf(recipe.prepTime),
    cook_time: timeOf(recipe.cookTime),
    tags: recipe.tags.join(', '),
    source_url: recipe.sourceUrl ?? '',
    locale: recipe.locale === 'und' ? '' : recipe.locale,
    visibility: recipe.visibility,
  }),
  ...detailValues(recipe.details),
];

/** Validates with the API's schema. Unchanged ingredients and steps keep their parsed values. Throws validation_failed. */
export function readRecipe(fields: URLSearchParams, original: Recipe | null): RecipeDraft {
  const before = original ?? { ingredients: [], steps: [], details: emptyDetails };
  const value = (name: string) => (fields.get(name) ?? '').trim();
  const readIngredients = usesRows(fields) ? ingredientsFromRows : ingredientsFromText;
  const { input, exact } = readIngredients(fields, before.ingredients);
  const texts = usesRows(fields) ? rowsToSteps(stepRowsOf(fields)) : splitSteps(fields.get('steps') ?? '');
  const parsed = parseOrThrow(newRecipe, {
    name: value('name'),
    description: fields.get('description') ?? '',
    serving: value('serving') === '' ? 1 : Number(value('serving')),
    serving_type: slugOf(value('serving_type')) || null,
    visibility: value('visibility') || null,
    locale: value('locale') || null,
    ingredients: input,
    steps: texts.map(({ written: _, links, duration: seconds, ...step }) => ({
      ...step,
      duration: seconds,
      links: links.map(({ url, serving }) => ({ url, serving })),
    })),
    tags: splitCommas(value('tags')),
    source_url: value('source_url') || null,
    prep_time: secondsOf(value('prep_time'), 'prep_time', original?.prepTime),
    cook_time: secondsOf(value('cook_time'), 'cook_time', original?.cookTime),
    ...readDetails(fields, before.details),
  });
  const ingredients = exact(parsed.ingredients);
  if (ingredients.some(({ group }) => (group?.length ?? 0) > 200))
    throw invalid('ingredients', t('write.group-too-long'));
  const visibility = parsed.visibility ?? defaultVisibility(original);
  return {
    ...parsed,
    visibility,
    ingredients,
    steps: reuseUnchangedSteps(texts, parsed.steps, before, ingredients),
  };
}

function ingredientsFromText(fields: URLSearchParams, before: IngredientDraft[]) {
  const lines = splitIngredients(fields.get('ingredients') ?? '');
  return {
    input: lines.map(({ line }) => line),
    exact: (parsed: IngredientDraft[]) => reuseUnchangedIngredients(lines, parsed, before),
  };
}

/** The schema checks the lengths only, because a number would lose an exact third. */
function ingredientsFromRows(fields: URLSearchParams, before: IngredientDraft[]) {
  const exact = rowsToIngredients(ingredientRowsOf(fields), before);
  return { input: exact.map(({ name, unit, note }) => ({ name, unit, note })), exact: () => exact };
}

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join('-');
