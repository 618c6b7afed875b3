/** Values of the form of a recipe, from and to what is stored. */
import {
  convertDetails,
  type DetailName,
  detailFields,
  detailNames,
  emptyDetails,
  mapDetails,
  type RecipeDetails,
  restrictedDiets,
} from '../../db/recipe-details.ts';
import { defaultVisibility, type Recipe } from '../../domain/items/eventable.ts';
import { dietText } from '../../domain/recipes/text.ts';
import { newRecipe } from '../../http/input/recipe.ts';
import { parseOrThrow } from '../../http/validation.ts';
import { plainDuration } from '../../lib/duration.ts';
import { type FieldErrors, invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { inSnakeCase, snakeCase } from '../../lib/text.ts';
import { detailsFromStated } from '../../recipe-import/details-from-stated.ts';
import type { IngredientDraft, RecipeDraft } from '../../recipe-import/draft.ts';
import { parseDuration } from '../../recipe-import/duration.ts';
import type { ImportedRecipe } from '../../recipe-import/import-result.ts';
import { Checkbox, Field, type FieldProps, SelectField } from '../components/fields.tsx';
import type { Html } from '../components/layout.tsx';
import { nutritionValues, readNutrition } from './fields.tsx';
import { errorsOf } from './form.tsx';
import {
  ingredientsToText,
  reuseUnchangedIngredients,
  reuseUnchangedSteps,
  splitIngredients,
  splitSteps,
  stepsToText,
  writtenSteps,
} from './recipe-text.ts';

// Converts times and lists to the text of a form and back

export const timeOf = (seconds: number | null): string => (seconds === null ? '' : plainDuration(seconds));

/**
 * Returns null for an empty text, and the exact time before if its text is unchanged. Throws validation_failed on
 * `name`.
 */
export function secondsOf(text: string | null, name: string, before: number | null = null): number | null {
  if (!text) return null;
  if (text === timeOf(before)) return before;
  const seconds = parseDuration(text.replace(/h\s?(\d{1,2})$/i, 'h $1 min'));
  if (seconds === null) throw invalid(name, t('write.must-be-time'));
  return seconds;
}

/** Splits at commas, also those of Arabic, Chinese and Japanese, and at ends of lines. */
export const splitCommas = (text: string | null): string[] =>
  (text ?? '')
    .split(/[,،、，\n]/)
    .map((each) => each.trim())
    .filter(Boolean);

const splitLines = (text: string | null): string[] =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

// The fields of the recipe form for a recipe's details

export const detailInputNames = detailNames.map(snakeCase);

type Values = [name: string, text: string][];

/** Returns the texts of the inputs, which `readDetails` reads. */
const detailValues = (details: RecipeDetails): Values =>
  Object.values(
    convertDetails(details, {
      seconds: (value, name): Values => [[snakeCase(name), timeOf(value)]],
      texts: (texts, name): Values => [[snakeCase(name), texts.join(detailFields[name].onePerLine ? '\n' : ', ')]],
      diets: (diets, name): Values => diets.map((diet) => [name, diet]),
      difficulty: (level, name): Values => [[name, level ?? '']],
      nutrition: nutritionValues,
      credit: (credit): Values => [
        ['credit_name', credit?.name ?? ''],
        ['credit_url', credit?.url ?? ''],
        ['credit_site', credit?.site ?? ''],
      ],
      rating: (): Values => [],
      url: (url, name): Values => [[snakeCase(name), url ?? '']],
    }),
  ).flat();

/** Returns the input of the API. */
function readDetails(fields: URLSearchParams, before: RecipeDetails) {
  const value = (name: string) => (fields.get(name) ?? '').trim() || null;
  return inSnakeCase(
    mapDetails({
      seconds: (_, name) => secondsOf(value(snakeCase(name)), snakeCase(name), before[name]),
      texts: ({ onePerLine }, name) => (onePerLine ? splitLines : splitCommas)(value(snakeCase(name))),
      diets: (_, name) => fields.getAll(name),
      difficulty: (_, name) => value(name),
      nutrition: () => readNutrition(fields),
      credit: () => ({ name: value('credit_name'), url: value('credit_url'), site: value('credit_site') }),
      // No form changes what another page states.
      rating: (_, name) => before[name],
      url: (_, name) => value(snakeCase(name)),
    }),
  );
}

const levels = (): [string, string][] => [
  ['', t('write.difficulty-unknown')],
  ['easy', t('write.difficulty-easy')],
  ['medium', t('write.difficulty-medium')],
  ['hard', t('write.difficulty-hard')],
];

/** Open if a field has an error. Nutrition has a part of the form of its own. */
export function DetailInputs({ values, errors }: { values: URLSearchParams; errors: FieldErrors }) {
  const text = (name: string, label: string, more: Partial<FieldProps> = {}, path = name) => (
    <Field name={name} label={label} value={values.get(name) ?? ''} errors={errorsOf(errors, path)} {...more} />
  );
  const hasError = detailInputNames.some((name) => name !== 'nutrition' && errorsOf(errors, name).length > 0);
  const diets = new Set(values.getAll('diet'));
  const url = { type: 'url', attributes: { maxlength: 2000 } };
  const inputs = {
    restTime: text('rest_time', t('write.rest-time'), { hint: t('write.rest-time-hint') }),
    totalTime: text('total_time', t('write.total-time'), { hint: t('write.total-time-hint') }),
    category: text('category', t('write.category'), { hint: t('write.category-hint') }),
    cuisine: text('cuisine', t('write.cuisine'), { hint: t('write.commas') }),
    difficulty: (
      <SelectField
        name="difficulty"
        label={t('write.difficulty')}
        value={values.get('difficulty') ?? ''}
        options={levels()}
        errors={errorsOf(errors, 'difficulty')}
      />
    ),
    diet: (
      <fieldset>
        <legend>{t('write.diets')}</legend>
        {restrictedDiets.map((diet) => (
          <Checkbox name="diet" value={diet} label={dietText(diet)} checked={diets.has(diet)} />
        ))}
      </fieldset>
    ),
    equipment: text('equipment', t('write.equipment'), {
      type: 'textarea',
      hint: t('write.one-per-line'),
      attributes: { rows: 3 },
    }),
    videoUrl: text('video_url', t('write.video'), { ...url, hint: t('write.video-hint') }),
    credit: (
      <fieldset>
        <legend>{t('write.original-author')}</legend>
        {text('credit_name', t('write.author-name'), {}, 'credit.name')}
        {text('credit_url', t('write.author-link'), url, 'credit.url')}
        {text('credit_site', t('write.author-site'), {}, 'credit.site')}
      </fieldset>
    ),
  } satisfies Record<Exclude<DetailName, 'nutrition' | 'statedRating'>, Html>;
  const { restTime, totalTime, category, cuisine, ...others } = inputs;
  return (
    <details open={hasError}>
      <summary>{t('write.more-details')}</summary>
      <div class="field-row">
        {restTime}
        {totalTime}
      </div>
      <div class="field-row">
        {category}
        {cuisine}
      </div>
      {Object.values(others)}
    </details>
  );
}

// Converts recipes to the values of the recipe form and back

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

/** Values of a recipe that was read from a text. The form has no private note, so its description has the notes. */
export const pastedValues = ({ draft, stated, privateNote }: ImportedRecipe): [string, string][] => [
  ...Object.entries({
    name: draft.name,
    description: [draft.description, privateNote].filter(Boolean).join('\n\n'),
    ingredients: ingredientsToText(draft.ingredients),
    steps: stepsToText(writtenSteps(draft.steps)),
    serving: String(draft.serving),
    serving_type: draft.servingType,
    prep_time: timeOf(draft.prepTime),
    cook_time: timeOf(draft.cookTime),
    tags: draft.tags.join(', '),
    source_url: draft.sourceUrl ?? '',
  }),
  ...(stated ? detailValues(detailsFromStated(stated).details) : []),
];

/** The steps as input of the API. */
const stepInput = (texts: ReturnType<typeof splitSteps>) =>
  texts.map(({ written: _, links, duration: seconds, ...step }) => ({
    ...step,
    duration: seconds,
    links: links.map(({ url, serving }) => ({ url, serving })),
  }));

const checkGroups = (ingredients: IngredientDraft[]): IngredientDraft[] => {
  if (ingredients.some(({ group }) => (group?.length ?? 0) > 200))
    throw invalid('ingredients', t('write.group-too-long'));
  return ingredients;
};

/** The values of the form in which an import of one recipe is checked. */
export const partsOf = (draft: RecipeDraft): [string, string][] =>
  Object.entries({
    name: draft.name,
    description: draft.description,
    ingredients: ingredientsToText(draft.ingredients),
    steps: stepsToText(writtenSteps(draft.steps)),
    serving: String(draft.serving),
  });

/** Returns the draft with what was changed in that form. Unchanged parts stay exact. Throws validation_failed. */
export function readParts(fields: URLSearchParams, draft: RecipeDraft): RecipeDraft {
  const lines = splitIngredients(fields.get('ingredients') ?? '');
  const texts = splitSteps(fields.get('steps') ?? '');
  const parsed = parseOrThrow(newRecipe, {
    name: (fields.get('name') ?? '').trim(),
    description: fields.get('description') ?? '',
    serving: Number((fields.get('serving') ?? '').trim() || 1),
    ingredients: lines.map(({ line }) => line),
    steps: stepInput(texts),
  });
  const ingredients = checkGroups(reuseUnchangedIngredients(lines, parsed.ingredients, draft.ingredients));
  const before = { ingredients: draft.ingredients, steps: writtenSteps(draft.steps) };
  const { name, description, serving } = parsed;
  const steps = reuseUnchangedSteps(texts, parsed.steps, before, ingredients);
  return { ...draft, name, description, serving, ingredients, steps };
}

/**
 * Validates with the API's schema. Unchanged ingredients and steps keep their parsed values. Throws validation_failed.
 */
export function readRecipe(fields: URLSearchParams, original: Recipe | null): RecipeDraft {
  const before = original ?? { ingredients: [], steps: [], details: emptyDetails };
  const value = (name: string) => (fields.get(name) ?? '').trim();
  const lines = splitIngredients(fields.get('ingredients') ?? '');
  const texts = splitSteps(fields.get('steps') ?? '');
  const parsed = parseOrThrow(newRecipe, {
    name: value('name'),
    description: fields.get('description') ?? '',
    serving: value('serving') === '' ? 1 : Number(value('serving')),
    serving_type: slugOf(value('serving_type')) || null,
    visibility: value('visibility') || null,
    locale: value('locale') || null,
    ingredients: lines.map(({ line }) => line),
    steps: stepInput(texts),
    tags: splitCommas(value('tags')),
    source_url: value('source_url') || null,
    prep_time: secondsOf(value('prep_time'), 'prep_time', original?.prepTime),
    cook_time: secondsOf(value('cook_time'), 'cook_time', original?.cookTime),
    ...readDetails(fields, before.details),
  });
  const ingredients = checkGroups(reuseUnchangedIngredients(lines, parsed.ingredients, before.ingredients));
  const visibility = parsed.visibility ?? defaultVisibility(original);
  return {
    ...parsed,
    visibility,
    ingredients,
    steps: reuseUnchangedSteps(texts, parsed.steps, before, ingredients),
  };
}

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join('-');
