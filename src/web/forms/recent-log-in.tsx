/**
 * Asks again who submits a form that could take over or end an account, unless the session proved it shortly before.
 */
import type { Context } from 'hono';
import { renewAuthentication } from '../../domain/access/credentials.ts';
import { type BrowserSession, requirePassword } from '../../http/browser-session.ts';
import { config } from '../../lib/config.ts';
import { t } from '../../lib/language/text.ts';
import { Field } from '../components/fields.tsx';
import { isWrong } from './refused-form.ts';

export const confirmPath = '/settings/confirm';

interface ProofFieldOptions {
  visitor: { c: Context; session: BrowserSession };
  /** Path of the page, to return to after a proof by passkey or code. */
  path: string;
  /** For the second form of a page. */
  id?: string;
  label?: string;
  /** Without the link to the other proofs. */
  isOnlyPassword?: boolean;
}

/** The page to prove who one is, which returns to `url`. */
export function toConfirm(url: string | undefined): string {
  const { pathname, search } = URL.parse(url ?? '') ?? { pathname: '/settings', search: '' };
  return `${config.baseUrl}${confirmPath}?next=${encodeURIComponent(pathname + search)}`;
}

/** The field for the password, or nothing after a recent proof, unless the password was wrong. */
export const ProofField = ({ visitor: { c, session }, path, id, label, isOnlyPassword }: ProofFieldOptions) =>
  session.isRecentlyAuthenticated && !isWrong(c, 'current') ? null : (
    <>
      <Field
        name="current"
        label={label ?? t('access.current-password')}
        type="password"
        {...(id && { id })}
        attributes={{ required: true, autocomplete: 'current-password' }}
      />
      {isOnlyPassword ? null : (
        <p class="hint">
          <a class="standalone" href={`${confirmPath}?next=${encodeURIComponent(path)}`}>
            {t('access.other-proof')}
          </a>
        </p>
      )}
    </>
  );

interface ProofForm {
  session: BrowserSession;
  fields: URLSearchParams;
}

/**
 * Checks a password that was given even after a recent proof. Throws validation_failed on `current`, and rate_limited.
 */
export async function requireRecentLogIn({ session, fields }: ProofForm): Promise<void> {
  const given = fields.get('current') ?? '';
  if (given === '' && session.isRecentlyAuthenticated) return;
  await requirePassword(session.accountId, { given, field: 'current', guesser: `session ${session.id}` });
  await renewAuthentication(session.id);
}
