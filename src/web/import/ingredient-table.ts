/** Renders how the ingredient lines of an import were read. */
import { html } from 'hono/html';
import { amountText, numbersText } from '../../domain/recipes/amount-text.ts';
import type { PreviewedIngredient } from '../../recipe-import/ingredient-preview.ts';
import { counted } from './counted.ts';

/** `name` is the recipe's, for screen readers. */
export function ingredientTable(lines: PreviewedIngredient[], name: string, isOpen: boolean) {
  if (lines.length === 0) return '';
  const unclear = lines.filter(({ isUnderstood }) => !isUnderstood).length;
  const check = unclear > 0 ? `, ${unclear} to check` : '';
  return html`<details${isOpen ? html` open` : ''}><summary>${counted(lines.length, ['ingredient', 'ingredients'])}${check}<span class="visually-hidden"> in ${name}</span></summary>
<table class="read-lines"><thead><tr><th scope="col">Amount</th><th scope="col">Unit</th><th scope="col">Ingredient</th></tr></thead><tbody>${lines.map((line, at) => html`${heading(line, lines[at - 1])}${row(line)}`)}</tbody></table></details>`;
}

function heading({ group }: PreviewedIngredient, before: PreviewedIngredient | undefined) {
  if (group === null || group === before?.group) return '';
  return html`<tr><th scope="rowgroup" colspan="3">${group}</th></tr>`;
}

function row(line: PreviewedIngredient) {
  const { name, note, text, isUnderstood } = line;
  const numbers = numbersText(line);
  const unit = amountText(line).slice(numbers.length).trim();
  const unclear = isUnderstood
    ? ''
    : html` <span class="chip bad">please check</span><br><span class="hint">Written as “${text}”</span>`;
  return html`<tr><td>${numbers}</td><td>${unit}</td><td>${name}${note ? html`<span class="hint">, ${note}</span>` : ''}${unclear}</td></tr>`;
}
