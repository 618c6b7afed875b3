/** The form in which a recipe is written. */
import { html } from 'hono/html';
import type { Recipe } from '../../../domain/eventables/eventable.ts';
import type { MemberVisitor } from '../member.ts';
import { note } from '../parts/blocks.ts';
import { choice, visibilities } from '../parts/choice.ts';
import { type Field, field, hidden } from '../parts/field.ts';
import { formToken } from '../session.ts';
import type { Shown } from '../show.ts';
import { type Draft, errorsOf, otherErrors } from './draft.ts';
import { photoFields } from './photos.ts';

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
];

export function recipeForm(visitor: MemberVisitor, before: Recipe | null, draft: Draft): Shown {
  const { values, errors, photos } = draft;
  const from = values.get('from');
  const text = (name: string, label: string, more: Partial<Field> = {}, word = '') =>
    field({ name, label, value: values.get(name) ?? '', errors: errorsOf(errors, name, word), ...more });
  const area = (rows: number) => ({ rows, spellcheck: 'true' });
  const title = before ? 'Edit the recipe' : from ? 'Your version' : 'Write a recipe';
  const wrong = otherErrors(errors, names);
  const body = html`<h1>${title}</h1>
${from ? note('It will say which recipe it is a version of.') : ''}
${Object.keys(errors).length > 0 || photos.errors.length > 0 ? note(wrong.length > 0 ? wrong.join(', ') : 'Something is not right yet: see below.', 'bad') : ''}
<form method="post" enctype="multipart/form-data" action="${before ? `/items/${before.id}/edit` : '/write/recipe'}">${hidden({ form_token: formToken(visitor.c, visitor.visit), ...(from && { from }) })}
${text('name', 'Name', { attributes: { required: true, maxlength: 200 } })}
${text('description', 'About it', { type: 'textarea', hint: 'Markdown', attributes: area(3) })}
<div class="field-row">${text('serving', 'Makes', { attributes: { inputmode: 'numeric', maxlength: 9 } })}${text('serving_type', 'Of what', { hint: 'servings, pieces, loaves …' })}</div>
${text('ingredients', 'Ingredients', { type: 'textarea', hint: 'One a line, such as “250 g flour, sifted”. A line that ends with a colon, such as “Dough:”, begins a group.', attributes: area(10) }, 'line')}
${text('steps', 'Method', { type: 'textarea', hint: 'A blank line between steps. “## Name” on a step’s first line names it; on lines of their own, “Time: 30 min” gives it a timer and “See: https://…” leads to another recipe.', attributes: area(14) }, 'step')}
<div class="field-row">${text('prep_time', 'Preparation', { hint: '20 min' })}${text('cook_time', 'Cooking', { hint: '1 h 30 min' })}</div>
${text('tags', 'Tags', { hint: 'With commas between them', attributes: { autocapitalize: 'none' } })}
${photoFields(photos)}
${choice({ name: 'visibility', label: 'Who may see it', value: values.get('visibility') ?? 'public', options: visibilities, errors: errorsOf(errors, 'visibility') })}
<details${['source_url', 'locale'].some((name) => errorsOf(errors, name).length > 0) ? html` open` : ''}><summary>Source and language</summary>${text('source_url', 'Where it comes from', { type: 'url', hint: 'Address of a page', attributes: { maxlength: 2000 } })}${text('locale', 'Language', { hint: 'en, de, pt-BR …; guessed if left empty', attributes: { maxlength: 35, autocapitalize: 'none' } })}</details>
<div class="choices"><button>${before ? 'Save' : 'Publish'}</button></div></form>`;
  return { title, body, frame: { width: 'text' } };
}
