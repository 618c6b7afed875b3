/** Asks for a member's password again before what cannot be undone. */
import { z } from '@hono/zod-openapi';
import { isPasswordCorrect } from '../domain/access/credentials.ts';
import { invalid } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';
import { enforceRateLimit, type RateLimit } from './rate-limits.ts';

/** The body field of requests that need the password beside the token. */
export const password = z
  .string()
  .max(1_000)
  .openapi({ description: 'The current password of the account', format: 'password' });

/** Limits guesses by somebody who has stolen a session or a token, for that one alone. */
const passwordLimit: RateLimit = { name: 'password', quota: 10, windowSeconds: 300 };

interface PasswordCheck {
  given: string;
  /** Of the form or body. */
  field: string;
  /** Who may use up the attempts: a session, or the apps of the member. */
  guesser: string;
}

/** Throws validation_failed on `field` if the password is wrong or the member has none, and rate_limited. */
export async function requirePassword(
  accountId: number,
  { given, field, guesser }: PasswordCheck,
): Promise<void> {
  await enforceRateLimit(passwordLimit, guesser);
  if (!(await isPasswordCorrect(accountId, given))) throw invalid(field, t('errors.wrong'));
}
