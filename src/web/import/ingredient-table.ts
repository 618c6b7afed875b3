/** Renders how the ingredient lines of an import were read. */
import { html } from 'hono/html';
import { amountText, numbersText } from '../../domain/recipes/text.ts';
import { t } from '../../lib/language/text.ts';
import type { PreviewedIngredient } from '../../recipe-import/ingredient-preview.ts';
import { richText } from '../components/rich-text.ts';

/** `name` is the recipe's, for screen readers. */
export function ingredientTable(lines: PreviewedIngredient[], name: string, isOpen: boolean) {
  if (lines.length === 0) return '';
  const unclear = lines.filter(({ isUnderstood }) => !isUnderstood).length;
  return html`<details${isOpen ? html` open` : ''}><summary>${richText('import.ingredients-read', { count: lines.length, unclear, name, hidden: (text) => html`<span class="visually-hidden">${text}</span>` })}</summary>
<table class="read-lines"><thead><tr><th scope="col">${t('import.amount')}</th><th scope="col">${t('import.unit')}</th><th scope="col">${t('import.ingredient')}</th></tr></thead><tbody>${lines.map((line, at) => html`${heading(line, lines[at - 1])}${row(line)}`)}</tbody></table></details>`;
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
    : html` <span class="chip bad">${t('import.please-check')}</span><br><span class="hint">${t('import.written-as', { text })}</span>`;
  return html`<tr><td>${numbers}</td><td>${unit}</td><td>${name}${note ? html`<span class="hint">, ${note}</span>` : ''}${unclear}</td></tr>`;
}
