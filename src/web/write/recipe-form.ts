/** The recipe form. */
import { html } from 'hono/html';
import type { Recipe } from '../../domain/items/eventable.ts';
import { formToken } from '../../http/browser-session.ts';
import { selectField, visibilities } from '../components/choice-fields.ts';
import { note } from '../components/elements.ts';
import { type Field, field, hidden } from '../components/field.ts';
import type { PageContent } from '../components/page-handler.ts';
import type { MemberVisitor } from '../member-page.ts';
import { errorsOf, type FormState, otherErrors } from './form-state.ts';
import { photoFields } from './photos.ts';
import { detailInputNames, detailInputs } from './recipe-details.ts';

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
  const text = (name: string, label: string, more: Partial<Field> = {}, itemName = '') =>
    field({ name, label, value: values.get(name) ?? '', errors: errorsOf(errors, name, itemName), ...more });
  const area = (rows: number) => ({ rows, spellcheck: 'true' });
  const title = before ? 'Edit recipe' : from ? 'Your version' : 'Write a recipe';
  const formErrors = otherErrors(errors, names);
  const body = html`<h1>${title}</h1>
${from ? note('Your version will link to the original recipe.') : ''}
${Object.keys(errors).length > 0 || photos.errors.length > 0 ? note(formErrors.length > 0 ? formErrors.join(', ') : 'The recipe is not saved yet. Please check the fields marked below.', 'bad') : ''}
<form method="post" enctype="multipart/form-data" action="${before ? `/items/${before.id}/edit` : '/write/recipe'}">${hidden({ form_token: formToken(visitor.c, visitor.session), ...(from && { from }) })}
${text('name', 'Name', { attributes: { required: true, maxlength: 200 } })}
${text('description', 'Description', { type: 'textarea', hint: 'Markdown', attributes: area(3) })}
<div class="field-row">${text('serving', 'Makes', { attributes: { inputmode: 'numeric', maxlength: 9 } })}${text('serving_type', 'Unit', { hint: 'servings, pieces, loaves …' })}</div>
${text('ingredients', 'Ingredients', { type: 'textarea', hint: 'One per line, for example “250 g flour, sifted”. A line that ends with a colon, for example “Dough:”, starts a group.', attributes: area(10) }, 'line')}
${text('steps', 'Method', { type: 'textarea', hint: 'Separate steps with a blank line. Optional lines in a step: “## Name” for a heading, “Time: 30 min” for a timer, “See: https://…” for a link to another recipe.', attributes: area(14) }, 'step')}
<div class="field-row">${text('prep_time', 'Prep time', { hint: '20 min' })}${text('cook_time', 'Cook time', { hint: '1 h 30 min' })}</div>
${text('tags', 'Tags', { hint: 'Separated by commas', attributes: { autocapitalize: 'none' } })}
${photoFields(photos)}
${detailInputs(values, errors)}
${selectField({ name: 'visibility', label: 'Who can see it', value: values.get('visibility') ?? 'public', options: visibilities, errors: errorsOf(errors, 'visibility') })}
<details${['source_url', 'locale'].some((name) => errorsOf(errors, name).length > 0) ? html` open` : ''}><summary>Source and language</summary>${text('source_url', 'Source', { type: 'url', hint: 'Link to the original page', attributes: { maxlength: 2000 } })}${text('locale', 'Language', { hint: 'For example en, de or pt-BR. Detected if empty.', attributes: { maxlength: 35, autocapitalize: 'none' } })}</details>
<div class="choices">${isDraft ? html`<button name="intent" value="publish">Publish</button><button name="intent" value="draft" class="quiet">Save draft</button>` : html`<button name="intent" value="save">Save</button>`}</div></form>`;
  return { title, body, layout: { width: 'text' } };
}
