/** The member's private note on a recipe, with its form. */

import { html } from 'hono/html';
import type { Recipe } from '../../domain/items/eventable.ts';
import { t } from '../../lib/language/text.ts';
import type { ActionContext } from '../components/action-buttons.ts';
import { field, hidden } from '../components/field.ts';

/** Empty for visitors, who cannot write notes. */
export function privateNoteSection({ id, privateNote }: Recipe, context: ActionContext | null) {
  if (!context) return '';
  const form = html`<form method="post" action="/items/${id}/note">${hidden({ form_token: context.formToken, back: context.returnPath })}
${field({ name: 'note', label: t('recipe.your-note'), type: 'textarea', value: privateNote ?? '', hint: t('recipe.note-hint'), attributes: { maxlength: 5_000 } })}<button class="small">${t('recipe.save-note')}</button></form>`;
  if (privateNote === null)
    return html`<details class="no-print" id="private-note"><summary>${t('recipe.add-note')}</summary>${form}</details>`;
  return html`<section id="private-note" class="panel" aria-labelledby="note-title"><h2 id="note-title">${t('recipe.your-note')}</h2><p class="note-text">${privateNote}</p><details class="no-print"><summary>${t('recipe.edit-note')}</summary>${form}</details></section>`;
}
