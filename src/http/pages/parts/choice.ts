/** Fields that are chosen rather than typed: one of several, yes or no. */
import { html } from 'hono/html';

export interface Choice {
  name: string;
  label: string;
  value: string;
  options: [value: string, label: string][];
  hint?: string;
  errors?: string[];
}

export function choice({ name, label, value, options, hint, errors = [] }: Choice) {
  const described = [hint && `${name}-hint`, errors.length > 0 && `${name}-error`].filter(Boolean).join(' ');
  return html`<div class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}"${described ? html` aria-describedby="${described}"` : ''}${errors.length > 0 ? html` aria-invalid="true"` : ''}>${options.map(
    ([option, text]) =>
      html`<option value="${option}"${option === value ? html` selected` : ''}>${text}</option>`,
  )}</select>${errors.length > 0 ? html`<p class="error" id="${name}-error">${errors.join(', ')}</p>` : ''}${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}</div>`;
}

/** `value` is what is sent when it is checked. */
export function check(given: {
  name: string;
  label: string;
  checked: boolean;
  hint?: string;
  value?: string;
}) {
  const { name, label, checked, hint, value = 'yes' } = given;
  const id = value === 'yes' ? name : `${name}-${value}`;
  return html`<div class="check"><input type="checkbox" id="${id}" name="${name}" value="${value}"${checked ? html` checked` : ''}${hint ? html` aria-describedby="${id}-hint"` : ''}><div><label for="${id}">${label}</label>${hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : ''}</div></div>`;
}

export const visibilities: Choice['options'] = [
  ['public', 'Everybody'],
  ['unlisted', 'Everybody, but in no list'],
  ['private', 'Followers only'],
];
