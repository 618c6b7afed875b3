/** The page behind the unsubscribe link of an e-mail, which works without logging in (RFC 8058). */
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { readUnsubscribeCode, type Subscription, setSubscription } from '../domain/mail/mail.ts';
import type { MailList } from '../domain/mail/texts.ts';
import { takesBody } from '../http/body.ts';
import { requestLimit } from '../http/rate-limits.ts';
import { t } from '../lib/language/text.ts';
import { heading, note } from './components/elements.ts';
import { page, pageHeaders } from './components/layout.ts';
import { notFoundPage } from './components/page-handler.ts';
import { richText } from './components/texts.ts';
import { mailListText } from './components/value-texts.ts';
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
    takesBody(
      { from: 'anyone', maxBytes: 0 },
      withSubscription(async (c, subscription) => {
        await setSubscription(subscription, false);
        return c.html(done(subscription.list), 200, pageHeaders);
      }),
    ),
  );

function question(c: Context, list: MailList) {
  const body = html`${heading(t('unsubscribe.question'))}<p>${t('unsubscribe.kind', { kind: mailListText(list) })}</p>
<form method="post" action="${new URL(c.req.url).pathname}"><button>${t('unsubscribe.stop')}</button></form>`;
  return page(t('unsubscribe.question'), body);
}

function done(list: MailList) {
  const body = html`${heading(t('unsubscribe.stopped'))}${note(t('unsubscribe.kind', { kind: mailListText(list) }), 'good')}
<p>${richText('unsubscribe.change', { link: (text) => html`<a href="/settings/email">${text}</a>` })}</p>`;
  return page(t('unsubscribe.stopped'), body);
}
