/** Renders labelled form fields with hint and errors. */
import { html } from 'hono/html';

export interface Field {
  name: string;
  /** The name by default. Needed if a page has several forms. */
  id?: string;
  label: string;
  value?: string;
  /** An input type, or `textarea`. */
  type?: string;
  hint?: string;
  errors?: string[];
  /** Additional attributes. `true` means no value, and `false` and undefined are left out. */
  attributes?: Record<string, string | number | boolean | undefined>;
}

/** Screen readers announce hint and errors with the field. */
export function field(options: Field) {
  const { name, id = name, label, value = '', type = 'text', hint, errors = [], attributes = {} } = options;
  const described = [hint && `${id}-hint`, errors.length > 0 && `${id}-error`].filter(Boolean).join(' ');
  const rest = formatAttributes({
    ...attributes,
    'aria-describedby': described || undefined,
    'aria-invalid': errors.length > 0 ? 'true' : undefined,
  });
  return html`<div class="field"><label for="${id}">${label}</label>
${
  type === 'textarea'
    ? html`<textarea id="${id}" name="${name}"${rest}>
${value}</textarea>`
    : html`<input id="${id}" name="${name}"${type === 'password' || type === 'file' ? '' : html` value="${value}"`} type="${type}"${rest}>`
}${errors.length > 0 ? html`<p class="error" id="${id}-error">${errors.join(', ')}</p>` : ''}${hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : ''}</div>`;
}

const formatAttributes = (attributes: NonNullable<Field['attributes']>) =>
  Object.entries(attributes).map(([name, value]) => {
    if (value === undefined || value === false) return '';
    return value === true ? html` ${name}` : html` ${name}="${value}"`;
  });

export const hidden = (fields: Record<string, string>) =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
