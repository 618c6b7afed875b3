/** The page to create or request an account. */

import { type Context, Hono } from 'hono';
import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { logIn } from '../../domain/access/sessions.ts';
import {
  checkSignUp,
  findInvitation,
  isConfirmationRequired,
  type SignUp,
  signUp,
} from '../../domain/access/sign-up.ts';
import { getInstanceProfile } from '../../domain/instance/instance.ts';
import { confirmationCaps, isMailOn } from '../../domain/mail/mail.ts';
import { findBrowserSession, setSessionCookie } from '../../http/browser-session.ts';
import { type RateLimit, requestLimit } from '../../http/rate-limits.ts';
import { clientAddressOf, clientOf } from '../../http/serve.ts';
import { config } from '../../lib/config.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { renderMarkdown } from '../../lib/markdown.ts';
import { OwnAddress } from '../components/account.tsx';
import { Heading, Note } from '../components/elements.tsx';
import { Field, newPassword, PostForm } from '../components/fields.tsx';
import { page, pageHeaders } from '../components/layout.tsx';
import { localPageUrl } from '../components/page-handler.tsx';
import { richText } from '../components/texts.tsx';
import { registrationText } from '../components/value-texts.tsx';
import { limitByAddress } from '../forms/answers.tsx';
import { pathWith } from '../forms/refused-form.ts';
import { type VisitorForm, visitorForm } from '../forms/visitor-form.ts';

/** Counts valid sign-ups only, so that a mistake in the form costs nothing. */
const signUpLimit: RateLimit = { name: 'sign-up', quota: 5, windowSeconds: 1_800, isStrict: true };

export const register = new Hono()
  .get('/register', async (c) => {
    const next = localPageUrl(c.req.query('next'));
    if (await findBrowserSession(c)) return c.redirect(next ?? `${config.baseUrl}/home`, 303);
    return c.html(form(c, { next, code: c.req.query('invite') }), 200, pageHeaders);
  })
  .post(
    '/register',
    limitByAddress(requestLimit),
    visitorForm(attempt, (fields) => pathWith('/register', fields, ['next', 'invite'])),
  );

async function attempt({ c, session, fields, limit }: VisitorForm) {
  const next = localPageUrl(fields.get('next'));
  if (session) return c.redirect(next ?? `${config.baseUrl}/home`, 303);

  const code = fields.get('invite') ?? '';
  const { registration } = await getInstanceProfile();
  if (registration === 'closed' && !(await findInvitation(code)))
    return c.html(form(c, { next, code }), 403, pageHeaders);
  const input = {
    username: (fields.get('name') ?? '').trim().toLowerCase(),
    password: fields.get('password') ?? '',
    email: fields.get('email') ?? '',
    reason: (fields.get('reason') ?? '').toWellFormed(),
    invitation: code,
    clientAddress: clientAddressOf(c),
  };
  // People do not see this field. Bots that fill in every field do.
  if (fields.get('website')) throw invalid('base', t('register.looks-automated'));
  await checkSignUp(input);
  await limit(signUpLimit, clientAddressOf(c));
  const result = await signUp(input);
  if (result === 'pending') return c.html(pendingPage(input), 200, pageHeaders);
  if (result === 'unconfirmed') return c.html(unconfirmedPage(input), 200, pageHeaders);
  const { username: name, password } = input;
  const found = await logIn({ name, password, client: clientOf(c) });
  setSessionCookie(c, found.result === 'session' ? found.token : null);
  return c.redirect(next ?? `${config.baseUrl}/welcome`, 303);
}

/** `code` is that of the invitation. */
async function form(c: Context, { next, code = '' }: { next: string | null; code?: string }) {
  const [{ name, rules, ...profile }, invitation] = await Promise.all([getInstanceProfile(), findInvitation(code)]);
  const registration = invitation ? 'open' : profile.registration;
  const path = next?.slice(config.baseUrl.length);
  const title = t('register.title', { mode: registration, name });
  const toLogIn = (
    <p class="hint">
      {richText('register.have-account', {
        link: (text) => <a href={`/login${path ? `?next=${encodeURIComponent(path)}` : ''}`}>{text}</a>,
      })}
    </p>
  );
  const unusable = code && !invitation ? <Note kind="bad">{t('access.invitation-unusable')}</Note> : null;
  if (registration === 'closed') {
    const body = (
      <>
        <h1>{title}</h1>
        {unusable}
        <p>
          {richText('register.closed', {
            registration: registrationText('closed'),
            link: (text) => <a href="/about">{text}</a>,
          })}
        </p>
        {toLogIn}
      </>
    );
    return page(title, body, { path: '/register' });
  }
  const body = (
    <>
      <h1>{title}</h1>
      {unusable}
      <p>
        {invitation ? t('access.invited-you', { name: `@${invitation.username}` }) : registrationText(registration)}
      </p>
      {rules === '' ? null : (
        <details class="linked">
          <summary>{t('register.rules')}</summary>
          <div class="prose">{raw(renderMarkdown(rules))}</div>
        </details>
      )}
      <PostForm
        visitor={{ c, session: null }}
        action="/register"
        fields={{ ...(invitation && { invite: code }), ...(path && { next: path }) }}
      >
        <div hidden>
          <label for="website">{t('register.leave-empty')}</label>
          <input id="website" name="website" tabindex={-1} autocomplete="off" />
        </div>
        <Field
          name="name"
          label={t('register.name')}
          hint={t('register.name-hint', { host: config.host })}
          attributes={{
            required: true,
            maxlength: 30,
            autocomplete: 'username',
            autocapitalize: 'none',
            spellcheck: 'false',
          }}
        />
        <Field
          name="password"
          label={t('register.password')}
          type="password"
          hint={t('register.password-hint')}
          attributes={newPassword}
        />
        <EmailField isRequired={await isConfirmationRequired()} />
        {registration === 'approval' && (
          <Field
            name="reason"
            label={t('register.reason')}
            type="textarea"
            hint={t('register.reason-hint')}
            attributes={{ required: true, maxlength: 1_000 }}
          />
        )}
        <button>{t(registration === 'approval' ? 'register.request-account' : 'register.create-account')}</button>
      </PostForm>
      {toLogIn}
    </>
  );
  return page(title, body, { path: '/register' });
}

/** Says what the address is for, which depends on whether this server sends e-mail. */
function EmailField({ isRequired }: { isRequired: boolean }) {
  const hint = isRequired
    ? t('register.email-to-confirm')
    : isMailOn
      ? t('register.email-to-reset')
      : t('register.email-without-mail');
  return (
    <Field
      name="email"
      label={t(isRequired ? 'register.email' : 'register.email-optional')}
      type="email"
      hint={hint}
      attributes={{ required: isRequired, maxlength: 254, autocomplete: 'email' }}
    />
  );
}

const logInLink = (text: Child) => <a href="/login">{text}</a>;

function unconfirmedPage({ username, email }: SignUp) {
  const body = (
    <>
      <Heading text={t('register.unconfirmed-title')} />
      <p>
        {richText('register.unconfirmed', {
          email: (
            <strong>
              <bdi>{email.trim()}</bdi>
            </strong>
          ),
          account: <OwnAddress username={username} />,
        })}
      </p>
      <p>
        {richText('register.no-message', { link: logInLink })}{' '}
        {t('confirm-email.few-messages', { count: confirmationCaps.address.quota })}
      </p>
    </>
  );
  return page(t('register.unconfirmed-title'), body);
}

function pendingPage({ username, email }: SignUp) {
  const isAnswered = isMailOn && email.trim() !== '';
  const body = (
    <>
      <h1>{t('register.requested-title')}</h1>
      <p>{richText('register.requested', { account: <OwnAddress username={username} /> })}</p>
      <p>{richText(`register.come-back-${isAnswered ? 'with' : 'without'}-mail`, { link: logInLink })}</p>
    </>
  );
  return page(t('register.requested-title'), body);
}
