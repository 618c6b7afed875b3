/** Form fields for the name, description and registration mode of the instance. */
import { html } from 'hono/html';
import { isMailOn } from '../../domain/mail/mail.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { selectField } from './choice-fields.ts';
import { field } from './field.ts';

/** `prefix` keeps the names distinct from other fields of the form. */
export function instanceFields(options: {
  name: string;
  description: string;
  errors: FieldErrors;
  prefix?: string;
}) {
  const { name, description, errors, prefix = '' } = options;
  return html`${field({ name: `${prefix}name`, label: 'Server name', value: name, hint: 'Shown at the top of every page.', errors: errors[`${prefix}name`], attributes: { required: true, maxlength: 60 } })}
${field({ name: `${prefix}description`, label: 'Description', type: 'textarea', value: description, hint: 'A sentence or two about this server. Markdown, optional.', errors: errors[`${prefix}description`], attributes: { maxlength: 1_000 } })}`;
}

export const registrationChoice = (value: string, errors: FieldErrors) =>
  selectField({
    name: 'registration',
    label: 'Who can sign up',
    value,
    options: [
      ['closed', 'Closed: you create the accounts'],
      ['approval', 'By request: you approve each account'],
      ['open', 'Open: anyone can create an account'],
    ],
    hint: 'You can change this at any time.',
    errors: errors.registration,
  });

/** Empty while e-mail is off. */
export const confirmationChoice = (value: string, errors: FieldErrors) =>
  isMailOn
    ? selectField({
        name: 'confirmation',
        label: 'E-mail addresses at sign-up',
        value,
        options: [
          ['optional', 'Optional: people may leave one'],
          ['required', 'Required: people must confirm one'],
        ],
        hint: 'Accounts are created only after the address was confirmed.',
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
