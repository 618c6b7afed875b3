/** Renders select fields and checkboxes. */

import { html } from 'hono/html';
import { t } from '../../lib/language/text.ts';

export interface SelectField {
  name: string;
  label: string;
  value: string;
  options: [value: string, label: string][];
  hint?: string;
  errors?: string[];
}

export function selectField({ name, label, value, options, hint, errors = [] }: SelectField) {
  const described = [hint && `${name}-hint`, errors.length > 0 && `${name}-error`].filter(Boolean).join(' ');
  return html`<div class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}"${described ? html` aria-describedby="${described}"` : ''}${errors.length > 0 ? html` aria-invalid="true"` : ''}>${options.map(
    ([option, text]) => html`<option value="${option}"${option === value ? html` selected` : ''}>${text}</option>`,
  )}</select>${errors.length > 0 ? html`<p class="error" id="${name}-error">${errors.join(', ')}</p>` : ''}${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}</div>`;
}

/** `value` is submitted when the box is checked. */
export function checkbox(options: { name: string; label: string; checked: boolean; hint?: string; value?: string }) {
  const { name, label, checked, hint, value = 'yes' } = options;
  const id = value === 'yes' ? name : `${name}-${value}`;
  return html`<div class="check"><input type="checkbox" id="${id}" name="${name}" value="${value}"${checked ? html` checked` : ''}${hint ? html` aria-describedby="${id}-hint"` : ''}><div><label for="${id}">${label}</label>${hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : ''}</div></div>`;
}

export const visibilities = (): SelectField['options'] =>
  (['public', 'unlisted', 'private'] as const).map((value) => [value, t(`visibility.${value}`)]);
