/** The fields of the recipe form for nutrition, as texts for one serving. */

import { html } from 'hono/html';
import type { FieldErrors } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { type Nutrition, nutrients } from '../../recipe-import/details.ts';
import { field } from '../components/field.ts';
import { errorsOf } from './form-state.ts';

const examples = (): Partial<Record<(typeof nutrients)[number], string>> => ({
  servingSize: t('nutrition.example-serving'),
  calories: '240 kcal',
  proteinContent: '8 g',
});

export const nutritionValues = (nutrition: Nutrition): [string, string][] =>
  nutrients.map((name) => [name, nutrition[name] ?? '']);

/** Returns the input of the API. */
export const readNutrition = (fields: URLSearchParams): Record<string, string | null> =>
  Object.fromEntries(nutrients.map((name) => [name, (fields.get(name) ?? '').trim() || null]));

/** Open if a field has an error. */
export function nutritionInputs(values: URLSearchParams, errors: FieldErrors) {
  const isOpen = errorsOf(errors, 'nutrition').length > 0;
  const input = (name: (typeof nutrients)[number]) => {
    const example = examples()[name];
    return field({
      ...{ name, label: t(`nutrition.${name}`), value: values.get(name) ?? '' },
      errors: errorsOf(errors, `nutrition.${name}`),
      attributes: { maxlength: 100, ...(example && { placeholder: example }) },
    });
  };
  return html`<details${isOpen ? html` open` : ''}><summary>${t('nutrition.per-serving')}</summary><div class="field-row">${nutrients.map(input)}</div></details>`;
}
