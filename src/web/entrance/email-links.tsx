/** The pages behind links in e-mails, which need no log-in. */

import { type Context, Hono } from 'hono';
import { confirmEmail, isEmailTokenValid } from '../../domain/access/email.ts';
import { confirmSignUp, findConfirmableName } from '../../domain/access/sign-up.ts';
import { readUnsubscribeCode, type Subscription, setSubscription } from '../../domain/mail/mail.ts';
import { takesBody } from '../../http/body.ts';
import { findBrowserSession } from '../../http/browser-session.ts';
import { requestLimit } from '../../http/rate-limits.ts';
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { OwnAddress } from '../components/account.tsx';
import { Heading, Note } from '../components/elements.tsx';
import { PostForm } from '../components/fields.tsx';
import { type Html, page, pageHeaders } from '../components/layout.tsx';
import { notFoundPage } from '../components/page-handler.tsx';
import { richText } from '../components/texts.tsx';
import { mailListText } from '../components/value-texts.tsx';
import { invalidLinkPage, limitByAddress } from '../forms/answers.tsx';
import { visitorForm } from '../forms/visitor-form.ts';

const signUpPath = '/confirm-sign-up';
const emailPath = '/confirm-email';
const limited = limitByAddress(requestLimit);

const AskForAnother = () => richText('confirm-email.link-invalid', { link: (text) => <a href="/login">{text}</a> });

const Onward = ({ path, label }: { path: string; label: string }) => (
  <p>
    <a class="button" href={path}>
      {label}
    </a>
  </p>
);

const confirmForm = (confirm: (token: string) => Promise<Html>) =>
  visitorForm(async ({ c, session, fields }) => {
    try {
      const body = await confirm(fields.get('token') ?? '');
      return c.html(page(t('confirm-email.done-title'), body, { session }), 200, pageHeaders);
    } catch (error) {
      const isInvalid = error instanceof DomainError && ['gone', 'conflict', 'not_found'].includes(error.code);
      if (!isInvalid) throw error;
      return invalidLinkPage(c, <AskForAnother />);
    }
  });

export const confirmEmailPages = new Hono()
  .get(signUpPath, limited, async (c) => {
    const token = c.req.query('token') ?? '';
    const name = await findConfirmableName(token);
    if (name === null) return invalidLinkPage(c, <AskForAnother />);
    return ask(
      c,
      signUpPath,
      token,
      richText('confirm-email.question-sign-up', { account: <OwnAddress username={name} /> }),
    );
  })
  .post(
    signUpPath,
    limited,
    confirmForm(async (token) => {
      const { username, isMember } = await confirmSignUp(token);
      return isMember ? (
        <>
          <h1>{t('confirm-email.welcome', { username })}</h1>
          <p>{t('confirm-email.account-ready')}</p>
          <Onward path="/login?next=/welcome" label={t('site.log-in')} />
        </>
      ) : (
        <>
          <Heading text={t('confirm-email.done-title')} />
          <p>{richText('confirm-email.request-waits', { account: <OwnAddress username={username} /> })}</p>
          <Onward path="/" label={t('error-page.to-front-page')} />
        </>
      );
    }),
  )
  .get(emailPath, limited, async (c) => {
    const token = c.req.query('token') ?? '';
    if (!(await isEmailTokenValid(token))) return invalidLinkPage(c, <AskForAnother />);
    return ask(c, emailPath, token, t('confirm-email.question'));
  })
  .post(
    emailPath,
    limited,
    confirmForm(async (token) => {
      const email = await confirmEmail(token);
      return (
        <>
          <Heading text={t('confirm-email.done-title')} />
          <p>
            {richText('confirm-email.done', {
              email: <bdi>{email}</bdi>,
              link: (text) => <a href="/settings/email">{text}</a>,
            })}
          </p>
          <Onward path="/" label={t('error-page.to-front-page')} />
        </>
      );
    }),
  );

async function ask(c: Context, action: string, token: string, question: Html | string) {
  const session = await findBrowserSession(c);
  const body = (
    <>
      <Heading text={t('confirm-email.title')} />
      <p>{question}</p>
      <PostForm visitor={{ c, session }} action={action} fields={{ token }}>
        <button>{t('confirm-email.submit')}</button>
      </PostForm>
    </>
  );
  return c.html(page(t('confirm-email.title'), body), 200, pageHeaders);
}

// Ends messages of one kind (RFC 8058)

const unsubscribePath = '/unsubscribe/:code';

const withSubscription =
  (show: (c: Context, subscription: Subscription) => Promise<Response>) => async (c: Context) => {
    const subscription = readUnsubscribeCode(c.req.param('code')!);
    return subscription ? show(c, subscription) : notFoundPage(c);
  };

const askToUnsubscribe = withSubscription(async (c, { list }) => {
  const body = (
    <>
      <Heading text={t('unsubscribe.question')} />
      <p>{t('unsubscribe.kind', { kind: mailListText(list) })}</p>
      <form method="post" action={new URL(c.req.url).pathname}>
        <button>{t('unsubscribe.stop')}</button>
      </form>
    </>
  );
  return c.html(page(t('unsubscribe.question'), body), 200, pageHeaders);
});

const unsubscribe = withSubscription(async (c, subscription) => {
  await setSubscription(subscription, false);
  const body = (
    <>
      <Heading text={t('unsubscribe.stopped')} />
      <Note kind="good">{t('unsubscribe.kind', { kind: mailListText(subscription.list) })}</Note>
      <p>{richText('unsubscribe.change', { link: (text) => <a href="/settings/email">{text}</a> })}</p>
    </>
  );
  return c.html(page(t('unsubscribe.stopped'), body), 200, pageHeaders);
});

export const unsubscribePages = new Hono()
  .get(unsubscribePath, limited, askToUnsubscribe)
  // Mail programs send this without cookie, origin and form token: the signature in the path is the permission.
  .post(unsubscribePath, limited, takesBody({ from: 'anyone', maxBytes: 0 }, unsubscribe));
