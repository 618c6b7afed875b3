/** The page behind the unsubscribe link of an e-mail, which works without logging in (RFC 8058). */
import { type Context, Hono } from 'hono';
import { readUnsubscribeCode, type Subscription, setSubscription } from '../../domain/mail/mail.ts';
import type { MailList } from '../../domain/mail/texts.ts';
import { takesBody } from '../../http/body.ts';
import { requestLimit } from '../../http/rate-limits.ts';
import { t } from '../../lib/language/text.ts';
import { Heading, Note } from '../components/elements.tsx';
import { page, pageHeaders } from '../components/layout.tsx';
import { notFoundPage } from '../components/page-handler.tsx';
import { richText } from '../components/texts.tsx';
import { mailListText } from '../components/value-texts.tsx';
import { limitByAddress } from '../forms/rate-limit.ts';

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
  const body = (
    <>
      <Heading text={t('unsubscribe.question')} />
      <p>{t('unsubscribe.kind', { kind: mailListText(list) })}</p>
      <form method="post" action={new URL(c.req.url).pathname}>
        <button>{t('unsubscribe.stop')}</button>
      </form>
    </>
  );
  return page(t('unsubscribe.question'), body);
}

function done(list: MailList) {
  const body = (
    <>
      <Heading text={t('unsubscribe.stopped')} />
      <Note kind="good">{t('unsubscribe.kind', { kind: mailListText(list) })}</Note>
      <p>{richText('unsubscribe.change', { link: (text) => <a href="/settings/email">{text}</a> })}</p>
    </>
  );
  return page(t('unsubscribe.stopped'), body);
}
