/** Signs and checks the links with which members stop e-mails of one kind without logging in (RFC 8058). */
import { timingSafeEqual } from 'node:crypto';
import { setUnsubscribed } from '../../db/sql/mail.ts';
import { db } from '../../db/statement.ts';
import { config } from '../../lib/config.ts';
import { sign } from '../../lib/secrets.ts';
import { type MailList, mailLists } from './texts/text.ts';

export interface Subscription {
  accountId: number;
  list: MailList;
}

const signatureOf = (subscription: string) => sign('unsubscribe', subscription).toString('base64url');

/** The link does not expire, because a message may be read years later. It allows nothing but this. */
export function unsubscribeUrl(accountId: number, list: MailList): string {
  const subscription = `${accountId}.${list}`;
  return `${config.baseUrl}/unsubscribe/${subscription}.${signatureOf(subscription)}`;
}

/** `code` is the last part of the link's path. Returns null if it was not signed by this server. */
export function readUnsubscribeCode(code: string): Subscription | null {
  const [, subscription, id, list, signature] =
    /^(([1-9]\d{0,14})\.([a-z-]+))\.([\w-]{43})$/.exec(code) ?? [];
  if (!subscription || !(mailLists as readonly string[]).includes(list!)) return null;
  const [given, expected] = [Buffer.from(signature!), Buffer.from(signatureOf(subscription))];
  if (!timingSafeEqual(given, expected)) return null;
  return { accountId: Number(id), list: list as MailList };
}

/** Does nothing for a member who has left. */
export async function setSubscription(
  { accountId, list }: Subscription,
  isSubscribed: boolean,
): Promise<void> {
  await setUnsubscribed(db, accountId, list, !isSubscribed);
}
