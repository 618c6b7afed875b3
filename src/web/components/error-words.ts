/** Says on pages what is wrong with a field. The API names the field before its short message, and a page does not. */
import type { FieldErrors } from '../../lib/errors.ts';
import { type MessageKey, t } from '../../lib/language/text.ts';

const words: [api: MessageKey, page: MessageKey][] = [
  ['errors.blank', 'form-error.blank'],
  ['errors.wrong', 'form-error.wrong'],
  ['errors.too-long', 'form-error.too-long'],
  ['errors.taken', 'form-error.taken'],
  ['errors.not-valid', 'form-error.not-valid'],
  ['errors.not-a-url', 'form-error.url'],
  ['errors.not-an-e-mail-address', 'form-error.e-mail'],
  ['errors.must-be-number', 'form-error.number'],
  ['errors.must-be-integer', 'form-error.whole-number'],
  ['errors.must-be-greater-than-0', 'form-error.above-zero'],
  ['errors.must-be-another-account', 'form-error.another-account'],
  ['errors.username-characters', 'form-error.name-characters'],
  ['errors.username-all-digits', 'form-error.name-digits'],
  ['errors.username-reserved', 'form-error.name-reserved'],
  ['errors.not-an-image', 'form-error.picture'],
  ['errors.empty-file', 'form-error.empty-file'],
  ['errors.picture-not-processed', 'form-error.picture'],
  ['errors.picture-too-many-pixels', 'form-error.picture-pixels'],
  ['errors.picture-too-much-memory', 'form-error.picture-memory'],
  ['errors.picture-too-slow', 'form-error.picture-time'],
  ['errors.no-space', 'form-error.no-space'],
  ['access.wrong-code', 'form-error.code'],
];

/** With one number, or the name of a format, in it. */
const wordsWithValue: [api: MessageKey, page: MessageKey, name: string][] = [
  ['errors.picture-format', 'form-error.picture-format', 'format'],
  ['errors.too-few-characters', 'form-error.characters', 'minLength'],
  ['errors.must-be-greater-or-equal', 'form-error.at-least', 'limit'],
  ['errors.must-be-less-or-equal', 'form-error.at-most', 'limit'],
];

/** Stands for the value, which no message contains. */
const hole = '\u0001';

export function wordsFor(message: string): string {
  const [, page] = words.find(([api]) => t(api) === message) ?? [];
  if (page) return t(page);
  for (const [api, text, name] of wordsWithValue) {
    const [before = '', after = ''] = t(api, { [name]: hole }).split(hole);
    const value = message.slice(before.length, message.length - after.length);
    if (message === before + value + after && /^(?:\d{1,9}|[A-Z][A-Z0-9 ]{1,9})$/.test(value))
      return t(text, { [name]: value });
  }
  return message;
}

export const errorsInWords = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([field, messages]) => [field, messages.map(wordsFor)]));
