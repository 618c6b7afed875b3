/** Renders the ingredients of the recipe form, as text or as rows. */
import { html } from 'hono/html';
import type { IngredientRow, IngredientRowGroup } from '../../domain/recipes/form-rows.ts';
import { field } from '../components/field.ts';
import { ingredientReading } from './ingredient-reading.ts';

/** The reading stands beside the text. Without script it is that of the last time the page was loaded. */
export function ingredientText(value: string, errors: string[]) {
  const hint =
    'One per line, for example “250 g flour, sifted”. A line that ends with a colon, for example “Dough:”, starts a group.';
  const attributes = { rows: 10, spellcheck: 'true' };
  return html`<div class="with-reading">${field({ ...{ name: 'ingredients', label: 'Ingredients', type: 'textarea' }, value, errors, hint, attributes })}
<div id="reading" class="reading" data-path="/write/recipe/reading">${ingredientReading(value)}</div></div>`;
}

/** `action` is the path of the form. A button comes back to this part of the page. */
export function ingredientRows(groups: IngredientRowGroup[], errors: string[], action: string) {
  const isGrouped = groups.length > 1 || groups.some(({ name }) => name !== '');
  return html`<fieldset id="ingredient-rows" class="write-rows"><legend>Ingredients</legend>
<p class="hint">Leave a row empty to remove it. You can also write a whole line, such as “250 g flour”, into the field for the ingredient.</p>
${errors.length > 0 ? html`<p class="error" role="alert">${errors.join(', ')}</p>` : ''}
${groups.map((group, at) => ingredientGroup(group, at, isGrouped, `${action}#ingredient-rows`))}
<button class="quiet small" name="intent" value="add-group" formaction="${action}#ingredient-rows" formnovalidate>Add group</button></fieldset>`;
}

function ingredientGroup({ name, rows }: IngredientRowGroup, at: number, isGrouped: boolean, action: string) {
  const heading = isGrouped
    ? html`<input class="group-name" name="group" value="${name}" type="text" aria-label="Group" placeholder="Group, for example Dough" maxlength="200">`
    : html`<input type="hidden" name="group" value="" />`;
  return html`<div class="row-group">${heading}<ol class="ingredient-rows" data-remove="Remove ingredient">${rows.map(ingredientRow)}</ol>
<button class="quiet small" name="intent" value="add-row-${at}" formaction="${action}" formnovalidate data-add="ingredient">Add ingredient</button></div>`;
}

const ingredientRow = ({ line, amount, unit, food, note }: IngredientRow) =>
  html`<li><input type="hidden" name="line" value="${line}" /><input class="amount" name="amount" value="${amount}" type="text" aria-label="Amount" placeholder="Amount" maxlength="40" autocomplete="off"><input class="unit" name="unit" value="${unit}" type="text" list="units" aria-label="Unit" placeholder="Unit" maxlength="50" autocomplete="off" autocapitalize="none"><input class="food" name="food" value="${food}" type="text" list="foods" aria-label="Ingredient" placeholder="Ingredient" maxlength="400" autocomplete="off"><input class="note-field" name="note" value="${note}" type="text" aria-label="Note" placeholder="Note, for example sifted" maxlength="500" autocomplete="off"></li>`;
