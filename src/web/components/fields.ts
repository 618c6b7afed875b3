/** Renders labelled form fields with hint and errors, and forms that several pages share. */
import { html } from 'hono/html';
import { sharedVisibilities } from '../../db/vocabulary.ts';
import type { PasskeyForm } from '../../domain/access/second-factor.ts';
import { isMailOn } from '../../domain/mail/mail.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { assetPaths } from '../assets.ts';
import type { Html } from './layout.ts';

// Renders labelled form fields with hint and errors

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

// Renders select fields and checkboxes

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
  sharedVisibilities.map((value) => [value, t(`visibility.${value}`)]);

// Form fields for the name, description and registration mode of the instance

/** `prefix` keeps the names distinct from other fields of the form. */
export function instanceFields(options: { name: string; description: string; errors: FieldErrors; prefix?: string }) {
  const { name, description, errors, prefix = '' } = options;
  return html`${field({ name: `${prefix}name`, label: t('instance.name'), value: name, hint: t('instance.name-hint'), errors: errors[`${prefix}name`], attributes: { required: true, maxlength: 60 } })}
${field({ name: `${prefix}description`, label: t('instance.description'), type: 'textarea', value: description, hint: t('instance.description-hint'), errors: errors[`${prefix}description`], attributes: { maxlength: 1_000 } })}`;
}

export const registrationChoice = (value: string, errors: FieldErrors) =>
  selectField({
    name: 'registration',
    label: t('instance.who-can-sign-up'),
    value,
    options: (['closed', 'approval', 'open'] as const).map((mode) => [mode, t(`instance.choice-${mode}`)]),
    hint: t('instance.sign-up-hint'),
    errors: errors.registration,
  });

/** Empty while e-mail is off. */
export const confirmationChoice = (value: string, errors: FieldErrors) =>
  isMailOn
    ? selectField({
        name: 'confirmation',
        label: t('instance.addresses'),
        value,
        options: [
          ['optional', t('instance.addresses-optional')],
          ['required', t('instance.addresses-required')],
        ],
        hint: t('instance.addresses-hint'),
        errors: errors.confirmation,
      })
    : '';

export const invitationChoice = (value: string, errors: FieldErrors) =>
  selectField({
    name: 'invitations',
    label: t('access.who-invites'),
    value,
    options: [
      ['nobody', t('access.nobody-invites')],
      ['moderators', t('access.moderators-invite')],
      ['everybody', t('access.everybody-invites')],
    ],
    hint: t('access.who-invites-hint'),
    errors: errors.invitations,
  });

// Renders a form that sends a passkey. The script shows it in browsers that have them

interface PasskeyFormOptions {
  kind: 'create' | 'get';
  action: string;
  fields: Record<string, string>;
  /** Fields and the button. */
  content: Html;
}

export function passkeyForm(
  { options, state }: PasskeyForm,
  { kind, action, fields, content }: PasskeyFormOptions,
): Html {
  return html`<form method="post" action="${action}" data-passkey="${kind}" data-options="${JSON.stringify(options)}" hidden>${hidden({ ...fields, state, credential: '' })}
${content}<p class="error" role="alert" data-text="${t('passkey.not-used')}"></p></form><script type="module" src="${assetPaths.passkey}"></script>`;
}
