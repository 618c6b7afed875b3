/** Validates the e-mail address that members may leave for the administrators. */
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';

const maxLength = 254;

/** Returns null for an empty text. Throws validation_failed on `email`. */
export function parseEmail(text: string): string | null {
  const email = text.trim();
  if (email === '') return null;
  if (email.length > maxLength || !/^[^\s@]+@[^\s@]+$/.test(email) || !email.isWellFormed())
    throw invalid('email', t('errors.not-an-e-mail-address'));
  return email;
}
