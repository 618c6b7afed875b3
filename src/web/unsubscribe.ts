/** The page behind the unsubscribe link of an e-mail, which works without logging in (RFC 8058). */
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { MailList } from '../domain/mail/texts/text.ts';
import { readUnsubscribeCode, type Subscription, setSubscription } from '../domain/mail/unsubscribe.ts';
import { requestLimit } from '../http/rate-limits.ts';
import { note } from './components/elements.ts';
import { notFoundPage } from './components/error-page.ts';
import { page, pageHeaders } from './components/layout.ts';
import { mailListText } from './components/mail-list-text.ts';
import { limitByAddress } from './rate-limit.ts';

const path = '/unsubscribe/:code';
const limited = limitByAddress(requestLimit);

const withSubscription =
  (show: (c: Context, subscription: Subscription) => Promise<Response>) => async (c: Context) => {
    const subscription = readUnsubscribeCode(c.req.param('code')!);
    return subscription ? show(c, subscription) : notFoundPage(c);
  };

/** Mail programs send this POST without cookie, origin and form token: the signature in the path is the permission. */
export const unsubscribe = new Hono()
  .get(
    path,
    limited,
    withSubscription(async (c, { list }) => c.html(question(c, list), 200, pageHeaders)),
  )
  .post(
    path,
    limited,
    withSubscription(async (c, subscription) => {
      await setSubscription(subscription, false);
      return c.html(done(subscription.list), 200, pageHeaders);
    }),
  );

function question(c: Context, list: MailList) {
  const body = html`<h1>Stop these e-mails?</h1><p>You will get no more e-mails of this kind: ${mailListText(list)}.</p>
<form method="post" action="${new URL(c.req.url).pathname}"><button>Stop these e-mails</button></form>`;
  return page('Stop these e-mails?', body);
}

function done(list: MailList) {
  const body = html`<h1>E-mails stopped</h1>${note(html`You will get no more e-mails of this kind: ${mailListText(list)}.`, 'good')}
<p>You can change this in your <a href="/settings/email">e-mail settings</a>.</p>`;
  return page('E-mails stopped', body);
}
