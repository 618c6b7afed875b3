/** Renders the ingredients of the recipe form, as text or as rows. */

import { html } from 'hono/html';
import type { IngredientRow, IngredientRowGroup } from '../../domain/recipes/form-rows.ts';
import { t } from '../../lib/language/text.ts';
import { field } from '../components/field.ts';
import { ingredientReading } from './ingredient-reading.ts';

/** The reading stands beside the text. Without script it is that of the last time the page was loaded. */
export function ingredientText(value: string, errors: string[]) {
  const hint = t('write.ingredients-hint');
  const attributes = { rows: 10, spellcheck: 'true' };
  return html`<div class="with-reading">${field({ ...{ name: 'ingredients', label: t('write.ingredients'), type: 'textarea' }, value, errors, hint, attributes })}
<div id="reading" class="reading" data-path="/write/recipe/reading">${ingredientReading(value)}</div></div>`;
}

/** `action` is the path of the form. A button comes back to this part of the page. */
export function ingredientRows(groups: IngredientRowGroup[], errors: string[], action: string) {
  const isGrouped = groups.length > 1 || groups.some(({ name }) => name !== '');
  return html`<fieldset id="ingredient-rows" class="write-rows"><legend>${t('write.ingredients')}</legend>
<p class="hint">${t('write.ingredient-rows-hint')}</p>
${errors.length > 0 ? html`<p class="error" role="alert">${errors.join(', ')}</p>` : ''}
${groups.map((group, at) => ingredientGroup(group, at, isGrouped, `${action}#ingredient-rows`))}
<button class="quiet small" name="intent" value="add-group" formaction="${action}#ingredient-rows" formnovalidate>${t('write.add-group')}</button></fieldset>`;
}

function ingredientGroup({ name, rows }: IngredientRowGroup, at: number, isGrouped: boolean, action: string) {
  const heading = isGrouped
    ? html`<input class="group-name" name="group" value="${name}" type="text" aria-label="${t('write.group')}" placeholder="${t('write.group-example')}" maxlength="200">`
    : html`<input type="hidden" name="group" value="" />`;
  return html`<div class="row-group">${heading}<ol class="ingredient-rows" data-remove="${t('write.remove-ingredient')}">${rows.map(ingredientRow)}</ol>
<button class="quiet small" name="intent" value="add-row-${at}" formaction="${action}" formnovalidate data-add="ingredient">${t('write.add-ingredient')}</button></div>`;
}

const ingredientRow = ({ line, amount, unit, food, note }: IngredientRow) =>
  html`<li><input type="hidden" name="line" value="${line}" /><input class="amount" name="amount" value="${amount}" type="text" aria-label="${t('write.amount')}" placeholder="${t('write.amount')}" maxlength="40" autocomplete="off"><input class="unit" name="unit" value="${unit}" type="text" list="units" aria-label="${t('write.unit')}" placeholder="${t('write.unit')}" maxlength="50" autocomplete="off" autocapitalize="none"><input class="food" name="food" value="${food}" type="text" list="foods" aria-label="${t('write.ingredient')}" placeholder="${t('write.ingredient')}" maxlength="400" autocomplete="off"><input class="note-field" name="note" value="${note}" type="text" aria-label="${t('write.ingredient-note')}" placeholder="${t('write.ingredient-note-example')}" maxlength="500" autocomplete="off"></li>`;
