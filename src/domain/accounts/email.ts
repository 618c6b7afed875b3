/** The e-mail address that a member may leave, for whoever runs the server. */
import { invalid } from '../../lib/errors.ts';

const longest = 254;

/** Null for none. Throws validation_failed on `email`. */
export function readEmail(text: string): string | null {
  const email = text.trim();
  if (email === '') return null;
  if (email.length > longest || !/^[^\s@]+@[^\s@]+$/.test(email) || !email.isWellFormed())
    throw invalid('email', 'must be an e-mail address');
  return email;
}
