/** Renders the ingredients of the recipe form, as text or as rows. */

import { html } from 'hono/html';
import type { IngredientRow, IngredientRowGroup } from '../../domain/recipes/form.ts';
import { t } from '../../lib/language/text.ts';
import { field } from '../components/field.ts';
import type { Html } from '../components/layout.ts';
import { ingredientReading } from './ingredient-reading.ts';
import { moveButtons } from './move-buttons.ts';

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
  const addGroup = html`<button class="quiet small" name="intent" value="add-group" formaction="${action}#ingredient-rows" formnovalidate>${t('write.add-group')}</button>`;
  let first = 0;
  const lists = groups.map((group, index) => {
    first += groups[index - 1]?.rows.length ?? 0;
    return ingredientGroup(group, { index, first, isGrouped, action });
  });
  return html`<fieldset id="ingredient-rows" class="write-rows"><legend>${t('write.ingredients')}</legend>
<p class="hint">${t('write.ingredient-rows-hint')}</p>
${errors.length > 0 ? html`<p class="error" role="alert">${errors.join(', ')}</p>` : ''}
${lists}
${addGroup}</fieldset>`;
}

interface GroupOptions {
  index: number;
  /** The place of its first row among all rows. */
  first: number;
  isGrouped: boolean;
  action: string;
}

function ingredientGroup({ name, rows }: IngredientRowGroup, options: GroupOptions) {
  const { index, first, isGrouped, action } = options;
  const heading = isGrouped
    ? html`<input class="group-name" name="group" value="${name}" type="text" aria-label="${t('write.group')}" placeholder="${t('write.group-example')}" maxlength="200">`
    : html`<input type="hidden" name="group" value="" />`;
  const items = rows.map((row, place) => {
    const at = first + place;
    // At the ends of a group, a row goes to the next group and keeps its place among all rows.
    const up = place === 0 ? at : at - 1;
    const down = place === rows.length - 1 ? at : at + 1;
    return ingredientRow(row, at, moveButtons({ kind: 'row', at, up, down, action }));
  });
  return html`<div class="row-group">${heading}<ol class="ingredient-rows" data-remove="${t('write.remove-ingredient')}">${items}</ol>
<button class="quiet small" name="intent" value="add-row-${index}" formaction="${action}#ingredient-rows" formnovalidate data-add="ingredient">${t('write.add-ingredient')}</button></div>`;
}

const ingredientRow = ({ line, amount, unit, food, note }: IngredientRow, at: number, moves: Html) =>
  html`<li id="row-${at}"><input type="hidden" name="line" value="${line}" /><input class="amount" name="amount" value="${amount}" type="text" aria-label="${t('write.amount')}" placeholder="${t('write.amount')}" maxlength="40" autocomplete="off"><input class="unit" name="unit" value="${unit}" type="text" list="units" aria-label="${t('write.unit')}" placeholder="${t('write.unit')}" maxlength="50" autocomplete="off" autocapitalize="none"><input class="food" name="food" value="${food}" type="text" list="foods" aria-label="${t('write.ingredient')}" placeholder="${t('write.ingredient')}" maxlength="400" autocomplete="off"><input class="note-field" name="note" value="${note}" type="text" aria-label="${t('write.ingredient-note')}" placeholder="${t('write.ingredient-note-example')}" maxlength="500" autocomplete="off">${moves}</li>`;
