/** The fields of a form that say what an instance is and whom it lets in. */
import { html } from 'hono/html';
import type { FieldErrors } from '../../../lib/errors.ts';
import { choice } from './choice.ts';
import { field } from './field.ts';

/** `prefix` sets their names apart from others of the same form. */
export function instanceFields(given: {
  name: string;
  description: string;
  errors: FieldErrors;
  prefix?: string;
}) {
  const { name, description, errors, prefix = '' } = given;
  return html`${field({ name: `${prefix}name`, label: 'Name of the server', value: name, hint: 'Above every page.', errors: errors[`${prefix}name`], attributes: { required: true, maxlength: 60 } })}
${field({ name: `${prefix}description`, label: 'What it is for', type: 'textarea', value: description, hint: 'A sentence or two, in Markdown. May stay empty.', errors: errors[`${prefix}description`], attributes: { maxlength: 1_000 } })}`;
}

export const registrationChoice = (value: string, errors: FieldErrors) =>
  choice({
    name: 'registration',
    label: 'Who may join',
    value,
    options: [
      ['closed', 'Nobody: you make the accounts'],
      ['approval', 'Everybody may ask, you decide'],
      ['open', 'Everybody, at once'],
    ],
    hint: 'You can change this at any time.',
    errors: errors.registration,
  });
