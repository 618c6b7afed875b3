/** The fields of the recipe form for nutrition, as texts for one serving. */
import { html } from 'hono/html';
import type { FieldErrors } from '../../lib/errors.ts';
import { type Nutrition, nutrients } from '../../recipe-import/details.ts';
import { field } from '../components/field.ts';
import { nutrientLabels } from '../recipe/nutrition.ts';
import { errorsOf } from './form-state.ts';

const examples: Partial<Record<(typeof nutrients)[number], string>> = {
  servingSize: '1 bowl, 300 g',
  calories: '240 kcal',
  proteinContent: '8 g',
};

export const nutritionValues = (nutrition: Nutrition): [string, string][] =>
  nutrients.map((name) => [name, nutrition[name] ?? '']);

/** Returns the input of the API. */
export const readNutrition = (fields: URLSearchParams): Record<string, string | null> =>
  Object.fromEntries(nutrients.map((name) => [name, (fields.get(name) ?? '').trim() || null]));

/** Open if a field has an error. */
export function nutritionInputs(values: URLSearchParams, errors: FieldErrors) {
  const isOpen = errorsOf(errors, 'nutrition').length > 0;
  const input = (name: (typeof nutrients)[number]) =>
    field({
      ...{ name, label: nutrientLabels[name], value: values.get(name) ?? '' },
      errors: errorsOf(errors, `nutrition.${name}`),
      attributes: { maxlength: 100, ...(examples[name] && { placeholder: examples[name] }) },
    });
  return html`<details${isOpen ? html` open` : ''}><summary>Nutrition per serving</summary><div class="field-row">${nutrients.map(input)}</div></details>`;
}
