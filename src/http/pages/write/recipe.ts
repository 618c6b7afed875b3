/** Writing a recipe, of one's own or after somebody else's. */
import type { Recipe } from '../../../domain/eventables/eventable.ts';
import { getOfType } from '../../../domain/eventables/read.ts';
import {
  ingredientsToText,
  keepIngredients,
  keepSteps,
  splitIngredients,
  splitSteps,
  stepsToText,
} from '../../../domain/recipes/as-text.ts';
import { parseDuration } from '../../../domain/recipes/reading/duration.ts';
import { createRecipe, updateRecipe } from '../../../domain/recipes/write.ts';
import { invalid } from '../../../lib/errors.ts';
import { readId } from '../../ids.ts';
import { newRecipe } from '../../input/recipe.ts';
import { parse } from '../../issues.ts';
import type { MemberVisitor, Sent } from '../member.ts';
import { pathOf } from '../parts/item.ts';
import { duration } from '../parts/time.ts';
import { blank, type Draft, trying } from './draft.ts';
import { describePhotos, takePhotos } from './photos.ts';
import { recipeForm } from './recipe-form.ts';

/** `from` names the recipe that this one is a version of. */
export async function newRecipePage(visitor: MemberVisitor) {
  const from = readId(visitor.c.req.query('from') ?? '');
  if (from === null) return recipeForm(visitor, null, blank({ serving: '4' }));
  const original = await getOfType('recipe', from, visitor.viewer);
  return recipeForm(
    visitor,
    null,
    blank({ ...valuesOf(original), from: String(from), visibility: 'public' }),
  );
}

export const editRecipe = (visitor: MemberVisitor, before: Recipe) =>
  recipeForm(visitor, before, { ...blank(valuesOf(before)), photos: { kept: before.media, errors: [] } });

const timeOf = (seconds: number | null) => (seconds === null ? '' : duration(seconds));

const valuesOf = (recipe: Recipe): Record<string, string> => ({
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
});

export async function saveRecipe(sent: Sent, before: Recipe | null) {
  const { fields, me, viewer } = sent;
  const draft: Draft = { values: fields, photos: await takePhotos(sent), errors: {} };
  const { kept } = draft.photos;
  const save = async () => {
    const from = before ? null : readId(fields.get('from') ?? '');
    const original = before ?? (from === null ? null : await getOfType('recipe', from, viewer));
    const written = { ...read(fields, original), mediaIds: kept.map(({ id }) => id) };
    if (before) await updateRecipe(me, before.id, written);
    const id = before?.id ?? (await createRecipe(me, { ...written, forkedFromId: from ?? undefined }));
    await describePhotos(sent, { id, type: 'recipe' }, kept);
    return pathOf(await getOfType('recipe', id, viewer));
  };
  return trying(draft, save, (again) => recipeForm(sent, before, again));
}

/** By the same schema as the API's; what was not touched stays as it was. */
function read(fields: URLSearchParams, original: Recipe | null) {
  const said = (name: string) => (fields.get(name) ?? '').trim();
  const lines = splitIngredients(fields.get('ingredients') ?? '');
  const texts = splitSteps(fields.get('steps') ?? '');
  const parsed = parse(newRecipe, {
    name: said('name'),
    description: fields.get('description') ?? '',
    serving: said('serving') === '' ? 1 : Number(said('serving')),
    serving_type: slugOf(said('serving_type')) || null,
    visibility: said('visibility') || 'public',
    locale: said('locale') || null,
    ingredients: lines.map(({ line }) => line),
    steps: texts.map(({ written: _, links, duration: seconds, ...step }) => ({
      ...step,
      duration: seconds,
      links: links.map(({ url, serving }) => ({ url, serving })),
    })),
    tags: said('tags')
      .split(/[,\n]/)
      .map((tag) => tag.trim())
      .filter(Boolean),
    source_url: said('source_url') || null,
    prep_time: secondsOf(said('prep_time'), 'prep_time'),
    cook_time: secondsOf(said('cook_time'), 'cook_time'),
  });
  if (lines.some(({ group }) => (group?.length ?? 0) > 200))
    throw invalid('ingredients', 'have too long a heading');
  const before = original ?? { ingredients: [], steps: [] };
  const ingredients = keepIngredients(lines, parsed.ingredients, before.ingredients);
  return { ...parsed, ingredients, steps: keepSteps(texts, parsed.steps, before, ingredients) };
}

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join('-');

function secondsOf(text: string, name: string): number | null {
  if (text === '') return null;
  const seconds = parseDuration(text.replace(/h\s?(\d{1,2})$/i, 'h $1 min'));
  if (seconds === null) throw invalid(name, 'must be a time, such as 45 min or 1 h 30 min');
  return seconds;
}
