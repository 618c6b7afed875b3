/** Form fields for the name, description and registration mode of the instance. */

import { html } from 'hono/html';
import { isMailOn } from '../../domain/mail/mail.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { selectField } from './choice-fields.ts';
import { field } from './field.ts';

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
