/** The pages to ask for a link that resets a forgotten password, and to choose a new password. */
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { isResetTokenValid, requestPasswordReset, resetForgottenPassword } from '../../domain/access/email.ts';
import { isMailOn } from '../../domain/mail/mail.ts';
import { findBrowserSession, setSessionCookie } from '../../http/browser-session.ts';
import type { RateLimit } from '../../http/rate-limits.ts';
import { config } from '../../lib/config.ts';
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { Field, logInName, newPassword, PostForm } from '../components/fields.tsx';
import { page, pageHeaders } from '../components/layout.tsx';
import { notFoundPage } from '../components/page-handler.tsx';
import { richText } from '../components/texts.tsx';
import { invalidLinkPage, limitByAddress, messagePage } from '../forms/answers.tsx';
import { pathWith } from '../forms/refused-form.ts';
import { visitorForm } from '../forms/visitor-form.ts';

const resetLimit: RateLimit = { name: 'reset-address', quota: 10, windowSeconds: 1_800, isStrict: true };

const path = '/forgot-password';
const resetPath = '/reset-password';

/** Without e-mail there are no links. */
const withMail: MiddlewareHandler = async (c, next) => (isMailOn ? next() : notFoundPage(c));
const limited = limitByAddress(resetLimit);

export const forgotPassword = new Hono()
  .get(path, withMail, async (c) => c.html(await askPage(c), 200, pageHeaders))
  .post(
    path,
    withMail,
    limited,
    visitorForm(async ({ c, fields }) => {
      const identifier = (fields.get('name') ?? '').trim().slice(0, 300);
      await requestPasswordReset(identifier);
      return messagePage(c, 200, t('password-reset.sent-title'), t('password-reset.sent'));
    }),
  )
  .get(resetPath, withMail, async (c) => {
    const token = c.req.query('token') ?? '';
    if (!(await isResetTokenValid(token))) return invalidLinkPage(c, <AskForAnother />);
    return c.html(await resetPage(c, token), 200, pageHeaders);
  })
  .post(
    resetPath,
    withMail,
    limited,
    visitorForm(
      async ({ c, fields }) => {
        try {
          await resetForgottenPassword(fields.get('token') ?? '', fields.get('password') ?? '');
        } catch (error) {
          if (!(error instanceof DomainError) || error.code !== 'gone') throw error;
          return invalidLinkPage(c, <AskForAnother />);
        }
        setSessionCookie(c, null);
        return c.redirect(`${config.baseUrl}/login?reset`, 303);
      },
      (fields) => pathWith(resetPath, fields, ['token']),
    ),
  );

async function askPage(c: Context) {
  const session = await findBrowserSession(c);
  const body = (
    <>
      <h1>{t('password-reset.title')}</h1>
      <p>{t('password-reset.text')}</p>
      <PostForm visitor={{ c, session }} action={path}>
        <Field name="name" label={t('password-reset.name-or-email')} attributes={logInName} />
        <button>{t('password-reset.send-link')}</button>
      </PostForm>
      <p class="hint">{richText('password-reset.never-confirmed', { link: (text) => <a href="/about">{text}</a> })}</p>
    </>
  );
  return page(t('password-reset.title'), body, { path: '/login' });
}

async function resetPage(c: Context, token: string) {
  const session = await findBrowserSession(c);
  const body = (
    <>
      <h1>{t('password-reset.choose-title')}</h1>
      <p>{t('password-reset.choose-text')}</p>
      <PostForm visitor={{ c, session }} action={resetPath} fields={{ token }}>
        <Field
          name="password"
          label={t('password-reset.new-password')}
          type="password"
          hint={t('password-reset.new-password-hint')}
          attributes={newPassword}
        />
        <button>{t('password-reset.save-password')}</button>
      </PostForm>
    </>
  );
  return page(t('password-reset.choose-title'), body, { path: '/login' });
}

const AskForAnother = () => richText('password-reset.link-invalid', { link: (text) => <a href={path}>{text}</a> });
