/** The pages that log in, with a password and perhaps a code or with a passkey, and the page that logs out. */
import { type Context, Hono } from 'hono';
import { arePasskeysPossible, logInOptions } from '../../domain/access/second-factor.ts';
import {
  finishLogIn,
  type LogInResult,
  logIn,
  logInWithPasskey,
  logOut,
  readChallenge,
} from '../../domain/access/sessions.ts';
import { resendConfirmation } from '../../domain/access/sign-up.ts';
import { normaliseHandle } from '../../domain/accounts/account.ts';
import { getInstanceProfile } from '../../domain/instance/instance.ts';
import { isMailOn } from '../../domain/mail/mail.ts';
import { type BrowserSession, findBrowserSession, setSessionCookie } from '../../http/browser-session.ts';
import { type RateLimit, requestLimit } from '../../http/rate-limits.ts';
import { clientAddressOf, clientOf } from '../../http/serve.ts';
import { config } from '../../lib/config.ts';
import { DomainError, invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { Note } from '../components/elements.tsx';
import { Field, logInName, PasskeyForm, PostForm } from '../components/fields.tsx';
import { page, pageHeaders } from '../components/layout.tsx';
import { accountHeader, localPageUrl } from '../components/page-handler.tsx';
import { ContactText, richText } from '../components/texts.tsx';
import { registrationText } from '../components/value-texts.tsx';
import { limitByAddress, messagePage } from '../forms/answers.tsx';
import { pathWith } from '../forms/refused-form.ts';
import { type VisitorForm, visitorForm } from '../forms/visitor-form.ts';

/** Counted by account and address together, so that nobody can lock out another member. */
const loginLimit: RateLimit = { name: 'login', quota: 10, windowSeconds: 300, isStrict: true };
/** Stops one address from trying a password with many names. High enough for a household behind one address. */
const addressLimit: RateLimit = { name: 'login-address', quota: 40, windowSeconds: 300, isStrict: true };

export const login = new Hono()
  .get('/login', async (c) => {
    const session = await findBrowserSession(c);
    const next = localPageUrl(c.req.query('next'));
    if (session && next) return c.redirect(next, 303);
    const isReset = c.req.query('reset') !== undefined;
    return c.html(session ? welcome(session) : logInPage(c, { next, isReset }), 200, pageHeaders);
  })
  .post(
    '/login',
    visitorForm(attempt, (fields) => pathWith('/login', fields, ['next'])),
  )
  .post('/login/code', limitByAddress(requestLimit), visitorForm(attemptCode))
  .post('/login/passkey', visitorForm(attemptPasskey))
  .get('/logout', askToLogOut)
  .post('/logout', visitorForm(endSession));

// The log-in with a password

/** Explains why a member is not logged in. */
async function explain(
  c: Context,
  found: Extract<LogInResult, { result: 'wrong' | 'pending' | 'unconfirmed' }>,
): Promise<string> {
  if (found.result === 'wrong') return t('login.wrong');
  if (found.result === 'pending') return t('login.not-approved');
  return (await resendConfirmation(found.applicationId, clientAddressOf(c)))
    ? t('login.unconfirmed-sent-again')
    : t('login.unconfirmed');
}

async function attempt(form: VisitorForm) {
  const { c, fields, limit } = form;
  const name = (fields.get('name') ?? '').slice(0, 300);
  const handle = normaliseHandle(name.trim());
  await limit(addressLimit, clientAddressOf(c));
  await limit(loginLimit, `${handle} ${clientAddressOf(c)}`);

  const next = localPageUrl(fields.get('next'));
  const password = fields.get('password') ?? '';
  const found = await logIn({ name, password, client: clientOf(c) });
  if (found.result === 'second-factor') return codePage(c, { challenge: found.challenge, next });
  if (found.result !== 'session') throw invalid('base', await explain(c, found));
  return completeLogIn(form, found.token, next);
}

/** `isReset` if the password was just reset. */
async function logInPage(c: Context, { next, isReset }: { next: string | null; isReset: boolean }) {
  const { registration, contact } = await getInstanceProfile();
  const path = next?.slice(config.baseUrl.length);
  const visitor = { c, session: null };
  const fields: Record<string, string> = path ? { next: path } : {};
  return page(
    t('login.title'),
    <>
      <h1>{t('login.title')}</h1>
      <p>{t('login.at', { host: config.host })}</p>
      <PostForm visitor={visitor} action="/login" fields={fields}>
        {isReset && <Note kind="good">{t('login.password-changed')}</Note>}
        <Field name="name" label={t('login.name')} attributes={logInName} />
        <Field
          name="password"
          label={t('login.password')}
          type="password"
          attributes={{ required: true, autocomplete: 'current-password' }}
        />
        <button>{t('login.submit')}</button>
      </PostForm>
      {isMailOn ? (
        <p class="hint">
          <a class="standalone" href="/forgot-password">
            {t('login.forgot-password')}
          </a>
        </p>
      ) : contact ? (
        <p class="hint">
          {t('login.forgot-password')}{' '}
          {richText('about.write-to-operator', { contact: <ContactText contact={contact} /> })}
        </p>
      ) : null}
      {arePasskeysPossible ? (
        <PasskeyForm visitor={visitor} passkey={logInOptions()} kind="get" action="/login/passkey" fields={fields}>
          <button class="quiet">{t('login.with-passkey')}</button>
        </PasskeyForm>
      ) : null}
      <p class="hint">
        {t('login.no-account', { registration: registrationText(registration) })}
        {registration === 'closed' ? null : (
          <>
            {' '}
            <a href={`/register${path ? `?next=${encodeURIComponent(path)}` : ''}`}>
              {t(registration === 'open' ? 'login.create-account' : 'login.request-account')}
            </a>
          </>
        )}
      </p>
    </>,
    { path: '/login' },
  );
}

function welcome(session: BrowserSession) {
  const { username } = session;
  return page(
    t('login.done-title'),
    <>
      <h1>{t('login.done', { username })}</h1>
      <p>
        {richText('login.done-text', {
          address: `@${username}@${config.host}`,
          link: (text) => <a href="/home">{text}</a>,
        })}
      </p>
      <p>
        <a href="/logout">{t('login.log-out')}</a>
      </p>
    </>,
    { session },
  );
}

// The second step, for members who use an authenticator app

async function attemptCode(form: VisitorForm) {
  const { c, fields } = form;
  const next = localPageUrl(fields.get('next'));
  const text = fields.get('challenge') ?? '';
  const challenge = readChallenge(text);
  if (!challenge) return c.redirect(`${config.baseUrl}/login`, 303);

  try {
    const token = await finishLogIn({ challenge, code: fields.get('code') ?? '', client: clientOf(c) });
    if (token !== null) return completeLogIn(form, token, next);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'rate_limited') throw error;
    return codePage(c, { challenge: text, next, problem: error.errors.base!.join(' '), status: 429 });
  }
  return codePage(c, { challenge: text, next, problem: t('login.code-wrong'), status: 422 });
}

interface CodePage {
  challenge: string;
  next: string | null;
  problem?: string;
  status?: 200 | 422 | 429;
}

/** Asks for the code of the member who has entered the right password. */
async function codePage(c: Context, { challenge, next, problem = '', status = 200 }: CodePage) {
  const session = await findBrowserSession(c);
  const fields = { challenge, ...(next && { next: next.slice(config.baseUrl.length) }) };
  const body = (
    <>
      <h1>{t('login.code-title')}</h1>
      <p>{t('login.code-text', { host: config.host })}</p>
      <PostForm visitor={{ c, session }} action="/login/code" fields={fields}>
        {problem ? <Note kind="bad">{problem}</Note> : null}
        <Field
          name="code"
          label={t('login.code')}
          attributes={{
            required: true,
            maxlength: 40,
            autocomplete: 'one-time-code',
            autocapitalize: 'none',
            autofocus: true,
            spellcheck: 'false',
          }}
        />
        <button>{t('login.code-submit')}</button>
      </PostForm>
      <p class="hint">{richText('login.code-lost', { link: (text) => <a href="/about">{text}</a> })}</p>
    </>
  );
  return c.html(page(t('login.code-title'), body, { path: '/login' }), status, pageHeaders);
}

// Logs members in with a passkey alone: it proves the device and the person, so no second factor follows

const passkeyLimit: RateLimit = { name: 'passkey-address', quota: 40, windowSeconds: 300, isStrict: true };

async function attemptPasskey(form: VisitorForm) {
  const { c, fields, limit } = form;
  await limit(passkeyLimit, clientAddressOf(c));
  const answer = { state: fields.get('state') ?? '', credential: fields.get('credential') ?? '' };
  const token = await logInWithPasskey(answer, clientOf(c));
  if (token === null) return messagePage(c, 422, t('login.passkey-refused'), t('login.passkey-refused-text'));
  return completeLogIn(form, token, localPageUrl(fields.get('next')));
}

// Logs out

async function askToLogOut(c: Context) {
  const session = await findBrowserSession(c);
  if (!session) return c.html(loggedOut(), 200, pageHeaders);
  const body = (
    <>
      <h1>{t('logout.question')}</h1>
      <p>{t('logout.explanation', { username: session.username })}</p>
      <PostForm visitor={{ c, session }} action="/logout" data-log-out="">
        <button>{t('logout.log-out')}</button>
      </PostForm>
    </>
  );
  return c.html(page(t('logout.title'), body, { session }), 200, pageHeaders);
}

async function endSession({ c, session, fields }: VisitorForm) {
  if (session) await logOut(session.token);
  setSessionCookie(c, null, { isStorageCleared: fields.get('cleared') === 'yes' });
  return c.html(loggedOut(), 200, { ...pageHeaders, ...accountHeader(null) });
}

function loggedOut() {
  return page(
    t('logout.done-title'),
    <>
      <h1 data-logged-out="">{t('logout.done')}</h1>
      <p>
        <a class="button" href="/login">
          {t('logout.log-in')}
        </a>
      </p>
    </>,
  );
}

/** Replaces the session of the browser, if any, with the new one, and redirects to `next` or the timeline. */
async function completeLogIn({ c, session }: VisitorForm, token: string, next: string | null): Promise<Response> {
  if (session) await logOut(session.token);
  setSessionCookie(c, token);
  return c.redirect(next ?? `${config.baseUrl}/home`, 303);
}
