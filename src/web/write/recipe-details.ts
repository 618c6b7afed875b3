/** The fields of the recipe form for a recipe's details. */

import { html } from 'hono/html';
import { dietText } from '../../domain/recipes/text.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { type RecipeDetails, restrictedDiets } from '../../recipe-import/details.ts';
import { checkbox, selectField } from '../components/choice-fields.ts';
import { type Field, field } from '../components/field.ts';
import { errorsOf } from './form-state.ts';
import { nutritionValues, readNutrition } from './nutrition-fields.ts';
import { secondsOf, splitCommas, timeOf } from './text-values.ts';

export const detailInputNames = [
  'total_time',
  'rest_time',
  'category',
  'cuisine',
  'diet',
  'equipment',
  'difficulty',
  'credit',
  'video_url',
  'nutrition',
];

/** Returns the texts of the inputs, which `readDetails` reads. */
export const detailValues = (details: RecipeDetails): [string, string][] => [
  ['total_time', timeOf(details.totalTime)],
  ['rest_time', timeOf(details.restTime)],
  ['category', details.category.join(', ')],
  ['cuisine', details.cuisine.join(', ')],
  ...details.diet.map((diet): [string, string] => ['diet', diet]),
  ['equipment', details.equipment.join('\n')],
  ['difficulty', details.difficulty ?? ''],
  ['credit_name', details.credit?.name ?? ''],
  ['credit_url', details.credit?.url ?? ''],
  ['credit_site', details.credit?.site ?? ''],
  ['video_url', details.videoUrl ?? ''],
  ...nutritionValues(details.nutrition),
];

/** Returns the input of the API. */
export function readDetails(fields: URLSearchParams, before: RecipeDetails) {
  const value = (name: string) => (fields.get(name) ?? '').trim() || null;
  return {
    total_time: secondsOf(value('total_time'), 'total_time', before.totalTime),
    rest_time: secondsOf(value('rest_time'), 'rest_time', before.restTime),
    category: splitCommas(value('category')),
    cuisine: splitCommas(value('cuisine')),
    diet: fields.getAll('diet'),
    equipment: (value('equipment') ?? '')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
    difficulty: value('difficulty'),
    credit: { name: value('credit_name'), url: value('credit_url'), site: value('credit_site') },
    video_url: value('video_url'),
    nutrition: readNutrition(fields),
  };
}

const levels = (): [string, string][] => [
  ['', t('write.difficulty-unknown')],
  ['easy', t('write.difficulty-easy')],
  ['medium', t('write.difficulty-medium')],
  ['hard', t('write.difficulty-hard')],
];

/** Open if a field has an error. */
export function detailInputs(values: URLSearchParams, errors: FieldErrors) {
  const text = (name: string, label: string, more: Partial<Field> = {}, path = name) =>
    field({ name, label, value: values.get(name) ?? '', errors: errorsOf(errors, path), ...more });
  const hasError = detailInputNames.some((name) => name !== 'nutrition' && errorsOf(errors, name).length > 0);
  const diets = new Set(values.getAll('diet'));
  const url = { type: 'url', attributes: { maxlength: 2000 } };
  return html`<details${hasError ? html` open` : ''}><summary>${t('write.more-details')}</summary>
<div class="field-row">${text('rest_time', t('write.rest-time'), { hint: t('write.rest-time-hint') })}${text('total_time', t('write.total-time'), { hint: t('write.total-time-hint') })}</div>
<div class="field-row">${text('category', t('write.category'), { hint: t('write.category-hint') })}${text('cuisine', t('write.cuisine'), { hint: t('write.commas') })}</div>
${selectField({ name: 'difficulty', label: t('write.difficulty'), value: values.get('difficulty') ?? '', options: levels(), errors: errorsOf(errors, 'difficulty') })}
<fieldset><legend>${t('write.diets')}</legend>${restrictedDiets.map((diet) => checkbox({ name: 'diet', value: diet, label: dietText(diet), checked: diets.has(diet) }))}</fieldset>
${text('equipment', t('write.equipment'), { type: 'textarea', hint: t('write.one-per-line'), attributes: { rows: 3 } })}
${text('video_url', t('write.video'), { ...url, hint: t('write.video-hint') })}
<fieldset><legend>${t('write.original-author')}</legend>${text('credit_name', t('write.author-name'), {}, 'credit.name')}${text('credit_url', t('write.author-link'), url, 'credit.url')}${text('credit_site', t('write.author-site'), {}, 'credit.site')}</fieldset></details>`;
}
