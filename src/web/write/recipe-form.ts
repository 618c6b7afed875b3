/** The recipe form. */
import { html } from 'hono/html';
import type { Recipe } from '../../domain/items/eventable.ts';
import type { FieldErrors } from '../../lib/errors.ts';
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
  const title = before ? 'Edit recipe' : from ? 'Your version' : 'Write a recipe';
  const formErrors = otherErrors(errors, names);
  const body = html`<h1>${title}</h1>
${from ? note('Your version will link to the original recipe.') : ''}
${Object.keys(errors).length > 0 || photos.errors.length > 0 ? note(formErrors.length > 0 ? formErrors.join(', ') : 'The recipe is not saved yet. Please check the fields marked below.', 'bad') : ''}
${writeForm(visitor, action, state, { ...(from && { from }), layout: usesRows(values) ? 'rows' : 'text' })}
<button hidden name="intent" value="preview">Preview</button>
${text('name', 'Name', { attributes: { required: true, maxlength: 200 } })}
${text('description', 'Description', { type: 'textarea', hint: 'Markdown', attributes: area(3) })}
<div class="field-row">${text('serving', 'Makes', { attributes: { inputmode: 'numeric', maxlength: 9 } })}${text('serving_type', 'Unit', { hint: 'servings, pieces, loaves …' })}</div>
${recipeParts(values, errors, action)}
<div class="field-row">${text('prep_time', 'Prep time', { hint: '20 min' })}${text('cook_time', 'Cook time', { hint: '1 h 30 min' })}</div>
${text('tags', 'Tags', { hint: 'Separated by commas', attributes: { autocapitalize: 'none' } })}
${photoFields(photos, values, action)}
${detailInputs(values, errors)}
${nutritionInputs(values, errors)}
<details${['source_url', 'locale'].some((name) => errorsOf(errors, name).length > 0) ? html` open` : ''}><summary>Source and language</summary>${text('source_url', 'Source', { type: 'url', hint: 'Link to the original page', attributes: { maxlength: 2000 } })}${text('locale', 'Language', { hint: 'For example en, de or pt-BR. Detected if empty.', attributes: { maxlength: 35, autocapitalize: 'none' } })}</details>
${selectField({ name: 'visibility', label: 'Who can see it', value: values.get('visibility') ?? 'public', options: visibilities(), errors: errorsOf(errors, 'visibility') })}
<div class="choices form-actions">${saveButtons(isDraft)}<button name="intent" value="preview" class="quiet">Preview</button></div></form>`;
  return { title, body, ...writeLayout('wide') };
}

function recipeParts(values: URLSearchParams, errors: FieldErrors, action: string) {
  const isRows = usesRows(values);
  const other = isRows ? 'text' : 'rows';
  const [ingredientErrors, stepErrors] = [
    errorsOf(errors, 'ingredients', isRows ? 'ingredient' : 'line'),
    errorsOf(errors, 'steps', 'step'),
  ];
  const switchButton = html`<p class="layout-switch"><button class="quiet small" name="intent" value="${other}" formaction="${action}#parts" formnovalidate>${isRows ? 'Write as text' : 'Write in rows'}</button> <span class="hint">${isRows ? 'One text for all ingredients, one for the method' : 'Fields for amount, unit and ingredient'}</span></p>`;
  return html`<div id="parts">${switchButton}${
    isRows
      ? html`${ingredientRows(ingredientRowsOf(values), ingredientErrors, action)}${stepRows(stepRowsOf(values), stepErrors, action)}${completionLists()}`
      : html`${ingredientText(values.get('ingredients') ?? '', ingredientErrors)}${stepText(values.get('steps') ?? '', stepErrors)}`
  }</div>`;
}
