/** Logs members in with a passkey alone: it proves the device and the person, so no second factor follows. */
import { Hono } from 'hono';
import { arePasskeysPossible, logInOptions } from '../../domain/access/second-factor.ts';
import { logInWithPasskey } from '../../domain/access/sessions.ts';
import type { RateLimit } from '../../http/rate-limits.ts';
import { clientAddressOf, clientOf } from '../../http/serve.ts';
import { t } from '../../lib/language/text.ts';
import { PasskeyForm } from '../components/fields.tsx';
import { localPageUrl } from '../components/local-url.ts';
import { messagePage } from '../forms/message-page.tsx';
import { completeLogIn, type VisitorForm, visitorForm } from '../forms/visitor-form.ts';

const passkeyLimit: RateLimit = { name: 'passkey-address', quota: 40, windowSeconds: 300, isStrict: true };
const path = '/login/passkey';

/** The button on the login page. Empty on a server without a domain name. */
export const PasskeyButton = ({ fields }: { fields: Record<string, string> }) =>
  arePasskeysPossible ? (
    <PasskeyForm
      passkey={logInOptions()}
      kind="get"
      action={path}
      fields={fields}
      content={<button class="quiet">{t('login.with-passkey')}</button>}
    />
  ) : null;

export const passkeyLogIn = new Hono().post(path, visitorForm(attempt));

async function attempt(form: VisitorForm) {
  const { c, fields, limit } = form;
  await limit(passkeyLimit, clientAddressOf(c));
  const answer = { state: fields.get('state') ?? '', credential: fields.get('credential') ?? '' };
  const token = await logInWithPasskey(answer, clientOf(c));
  if (token === null) return messagePage(c, 422, t('login.passkey-refused'), t('login.passkey-refused-text'));
  return completeLogIn(form, token, localPageUrl(fields.get('next')));
}
