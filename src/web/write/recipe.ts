/** Creates and edits recipes, and versions of other recipes. */
import type { Recipe } from '../../domain/items/eventable.ts';
import { publishItem } from '../../domain/items/publication.ts';
import { getOfType } from '../../domain/items/read.ts';
import {
  ingredientsToText,
  reuseUnchangedIngredients,
  reuseUnchangedSteps,
  splitIngredients,
  splitSteps,
  stepsToText,
} from '../../domain/recipes/form-text.ts';
import { createRecipe, updateRecipe } from '../../domain/recipes/write.ts';
import { readId } from '../../http/ids.ts';
import { newRecipe } from '../../http/input/recipe.ts';
import { parseOrThrow } from '../../http/validation.ts';
import { invalid } from '../../lib/errors.ts';
import { emptyDetails } from '../../recipe-import/details.ts';
import { pathOf } from '../components/item-link.ts';
import type { MemberVisitor, SubmittedForm } from '../member-page.ts';
import { confirmSaved } from './confirm-saved.ts';
import { emptyForm, type FormState, saveOrShowErrors } from './form-state.ts';
import { describePhotos, receivePhotos } from './photos.ts';
import { detailValues, readDetails } from './recipe-details.ts';
import { recipeForm } from './recipe-form.ts';
import { secondsOf, splitCommas, timeOf } from './text-values.ts';

/** `from` is the id of the original recipe of a version. */
export async function newRecipePage(visitor: MemberVisitor) {
  const from = readId(visitor.c.req.query('from') ?? '');
  if (from === null) return recipeForm(visitor, null, emptyForm({ serving: '4' }));
  const original = await getOfType('recipe', from, visitor.viewer);
  return recipeForm(
    visitor,
    null,
    emptyForm([...valuesOf({ ...original, visibility: 'public' }), ['from', String(from)]]),
  );
}

export const editRecipe = (visitor: MemberVisitor, before: Recipe) =>
  recipeForm(visitor, before, {
    ...emptyForm(valuesOf(before)),
    photos: { media: before.media, errors: [] },
  });

const valuesOf = (recipe: Recipe): [string, string][] => [
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

export async function saveRecipe(form: SubmittedForm, before: Recipe | null) {
  const { fields, me, viewer } = form;
  const draft: FormState = { values: fields, photos: await receivePhotos(form), errors: {} };
  const { media } = draft.photos;
  const save = async () => {
    const from = before ? null : readId(fields.get('from') ?? '');
    const original = before ?? (from === null ? null : await getOfType('recipe', from, viewer));
    const written = { ...read(fields, original), mediaIds: media.map(({ id }) => id) };
    if (before) await updateRecipe(me, before.id, written);
    const publication = fields.get('intent') === 'draft' ? ('draft' as const) : ('published' as const);
    const isDraft = before ? before.publication === 'draft' : publication === 'draft';
    const forkedFromId = from ?? undefined;
    const id = before?.id ?? (await createRecipe(me, { ...written, forkedFromId, publication }));
    await describePhotos(form, { id, type: 'recipe' }, media);
    if (isDraft && publication === 'published') await publishItem('recipe', me, id, null);
    const saved = await getOfType('recipe', id, viewer);
    confirmSaved(form, saved, before);
    return saved.publication === 'published' ? pathOf(saved) : '/drafts';
  };
  return saveOrShowErrors(draft, save, (again) => recipeForm(form, before, again));
}

/** Validates with the API's schema. Unchanged ingredients and steps keep their parsed values. */
function read(fields: URLSearchParams, original: Recipe | null) {
  const before = original ?? { ingredients: [], steps: [], details: emptyDetails };
  const value = (name: string) => (fields.get(name) ?? '').trim();
  const lines = splitIngredients(fields.get('ingredients') ?? '');
  const texts = splitSteps(fields.get('steps') ?? '');
  const parsed = parseOrThrow(newRecipe, {
    name: value('name'),
    description: fields.get('description') ?? '',
    serving: value('serving') === '' ? 1 : Number(value('serving')),
    serving_type: slugOf(value('serving_type')) || null,
    visibility: value('visibility') || 'public',
    locale: value('locale') || null,
    ingredients: lines.map(({ line }) => line),
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
  if (lines.some(({ group }) => (group?.length ?? 0) > 200))
    throw invalid('ingredients', 'have a group name that is too long');
  const ingredients = reuseUnchangedIngredients(lines, parsed.ingredients, before.ingredients);
  const steps = reuseUnchangedSteps(texts, parsed.steps, before, ingredients);
  const details = { ...parsed.details, nutrition: before.details.nutrition };
  return { ...parsed, ingredients, steps, details };
}

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join('-');
