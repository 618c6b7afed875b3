/** The recipe form. */

import { html } from 'hono/html';
import type { Recipe } from '../../domain/items/eventable.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { selectField, visibilities } from '../components/choice-fields.ts';
import { note } from '../components/elements.ts';
import { type Field, field } from '../components/field.ts';
import type { PageContent } from '../components/page-handler.ts';
import type { MemberVisitor } from '../member-page.ts';
import { completionLists } from './completions.ts';
import { actionOf, saveButtons, writeForm, writeLayout } from './form-frame.ts';
import { errorsOf, type FormState, otherErrors } from './form-state.ts';
import { ingredientRows, ingredientText } from './ingredient-fields.ts';
import { nutritionInputs } from './nutrition-fields.ts';
import { photoFields } from './photos.ts';
import { detailInputNames, detailInputs } from './recipe-details.ts';
import { ingredientRowsOf, stepRowsOf, usesRows } from './row-values.ts';
import { stepRows, stepText } from './step-fields.ts';

const names = [
  'name',
  'description',
  'ingredients',
  'steps',
  'serving',
  'serving_type',
  'prep_time',
  'cook_time',
  'tags',
  'source_url',
  'locale',
  'visibility',
  ...detailInputNames,
];

export function recipeForm(visitor: MemberVisitor, before: Recipe | null, state: FormState): PageContent {
  const { values, errors, photos } = state;
  const from = values.get('from');
  const isDraft = before?.publication !== 'published';
  const action = actionOf(before);
  const text = (name: string, label: string, more: Partial<Field> = {}, itemName = '') =>
    field({ name, label, value: values.get(name) ?? '', errors: errorsOf(errors, name, itemName), ...more });
  const area = (rows: number) => ({ rows, spellcheck: 'true' });
  const title = before ? t('write.edit-recipe') : from ? t('write.your-version') : t('write.new-recipe');
  const formErrors = otherErrors(errors, names);
  const body = html`<h1>${title}</h1>
${from ? note(t('write.version-hint')) : ''}
${Object.keys(errors).length > 0 || photos.errors.length > 0 ? note(formErrors.length > 0 ? formErrors.join(', ') : t('write.not-saved'), 'bad') : ''}
${writeForm(visitor, action, state, { ...(from && { from }), layout: usesRows(values) ? 'rows' : 'text' })}
<button hidden name="intent" value="preview">${t('write.preview')}</button>
${text('name', t('write.name'), { attributes: { required: true, maxlength: 200 } })}
${text('description', t('write.description'), { type: 'textarea', hint: 'Markdown', attributes: area(3) })}
<div class="field-row">${text('serving', t('write.makes'), { attributes: { inputmode: 'numeric', maxlength: 9 } })}${text('serving_type', t('write.serving-unit'), { hint: t('write.serving-unit-hint') })}</div>
${recipeParts(values, errors, action)}
<div class="field-row">${text('prep_time', t('write.prep-time'), { hint: t('write.prep-time-example') })}${text('cook_time', t('write.cook-time'), { hint: t('write.cook-time-example') })}</div>
${text('tags', t('write.tags'), { hint: t('write.commas'), attributes: { autocapitalize: 'none' } })}
${photoFields(photos, values, action)}
${detailInputs(values, errors)}
${nutritionInputs(values, errors)}
<details${['source_url', 'locale'].some((name) => errorsOf(errors, name).length > 0) ? html` open` : ''}><summary>${t('write.source-and-language')}</summary>${text('source_url', t('write.source'), { type: 'url', hint: t('write.source-hint'), attributes: { maxlength: 2000 } })}${text('locale', t('write.language'), { hint: t('write.language-hint'), attributes: { maxlength: 35, autocapitalize: 'none' } })}</details>
${selectField({ name: 'visibility', label: t('write.visibility'), value: values.get('visibility') ?? 'public', options: visibilities(), errors: errorsOf(errors, 'visibility') })}
<div class="choices form-actions">${saveButtons(isDraft)}<button name="intent" value="preview" class="quiet">${t('write.preview')}</button></div></form>`;
  return { title, body, ...writeLayout('wide') };
}

function recipeParts(values: URLSearchParams, errors: FieldErrors, action: string) {
  const isRows = usesRows(values);
  const other = isRows ? 'text' : 'rows';
  const [ingredientErrors, stepErrors] = [
    errorsOf(errors, 'ingredients', isRows ? 'ingredient' : 'line'),
    errorsOf(errors, 'steps', 'step'),
  ];
  const switchButton = html`<p class="layout-switch"><button class="quiet small" name="intent" value="${other}" formaction="${action}#parts" formnovalidate>${isRows ? t('write.as-text') : t('write.in-rows')}</button> <span class="hint">${isRows ? t('write.as-text-hint') : t('write.in-rows-hint')}</span></p>`;
  return html`<div id="parts">${switchButton}${
    isRows
      ? html`${ingredientRows(ingredientRowsOf(values), ingredientErrors, action)}${stepRows(stepRowsOf(values), stepErrors, action)}${completionLists()}`
      : html`${ingredientText(values.get('ingredients') ?? '', ingredientErrors)}${stepText(values.get('steps') ?? '', stepErrors)}`
  }</div>`;
}
