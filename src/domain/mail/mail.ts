/** Stores, sends and limits e-mails. */
import { timingSafeEqual } from 'node:crypto';
import { prisma, withNumbers } from '../../db/client.ts';
import { takeQuota } from '../../db/sql/access.ts';
import {
  deleteMailLink,
  insertMail,
  insertMailLink,
  insertMailToLeavingMember,
  insertMailToMember,
  insertMailToOperators,
  setUnsubscribed,
} from '../../db/sql/mail.ts';
import { db, type Executor } from '../../db/statement.ts';
import type { Tx } from '../../db/transaction.ts';
import type { MailLinkPurpose } from '../../db/vocabulary.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { config } from '../../lib/config.ts';
import { DomainError } from '../../lib/errors.ts';
import { escapeHtml } from '../../lib/html/html.ts';
import { directionOf } from '../../lib/language/languages.ts';
import { reader, readerWith, writeFor } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import { log } from '../../lib/log.ts';
import { type Letter, MailRefused, sendLetter } from '../../lib/mail-transport.ts';
import { createOpaqueToken, hashOpaqueToken, sign } from '../../lib/secrets.ts';
import {
  type MailContent,
  type MailData,
  type MailKind,
  type MailList,
  type MailText,
  mailLists,
  rolesOf,
  type Site,
  texts,
} from './texts.ts';

// Lays out the text of an e-mail as plain text and as HTML

interface Surroundings {
  site: Site;
  /** The address of the button. */
  url: string | null;
  unsubscribe: string | null;
}

function layOut(
  { subject, paragraphs, action, closing = [] }: MailContent,
  { site, url, unsubscribe }: Surroundings,
): { text: string; html: string } {
  const { language } = reader();
  const footer = t('mail.footer', { server: site.name, origin: site.origin });
  const stop = unsubscribe && t('mail.unsubscribe');
  const text = [
    ...paragraphs,
    ...(action && url ? [`${action.label}:\n${url}`] : []),
    ...closing,
    `-- \n${footer}${stop ? `\n${stop}: ${unsubscribe}` : ''}`,
  ].join('\n\n');

  const paragraph = (words: string, style = '') => `<p style="margin:0 0 16px;${style}">${escapeHtml(words)}</p>`;
  const quiet = 'color:#6a6057;font-size:14px';
  const buttonStyle =
    'background:#b03318;border-radius:6px;color:#fff;display:inline-block;padding:12px 20px;text-decoration:none';
  const button =
    action && url
      ? `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="${buttonStyle}">${escapeHtml(action.label)}</a></p>
${paragraph(t('mail.button-does-not-work', { url }), `${quiet};overflow-wrap:anywhere`)}`
      : '';
  const stopLink = stop
    ? `<p style="margin:0"><a href="${escapeHtml(unsubscribe)}" style="${quiet}">${stop}</a></p>`
    : '';
  const cardStyle =
    'background:#fff;border:1px solid #e8dfd2;border-radius:8px;color:#211c18;font:16px/1.5 sans-serif;' +
    'margin:0 auto;max-width:540px;padding:28px';
  const html = `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="background:#fbf8f2;margin:0;padding:24px 12px"><div style="${cardStyle}">
<h1 style="font-size:22px;line-height:1.3;margin:0 0 16px">${escapeHtml(subject)}</h1>
${paragraphs.map((each) => paragraph(each)).join('\n')}
${button}${closing.map((each) => paragraph(each)).join('\n')}
<hr style="border:0;border-top:1px solid #e8dfd2;margin:24px 0">${paragraph(footer, quiet)}${stopLink}
</div></body></html>`;
  return { text, html };
}

// Caps the e-mails that others can cause, where they are enqueued. Counted in the database, so that the caps hold for
// all processes together. Keys are hashed, because a sent e-mail leaves no address behind.

interface Cap {
  quota: number;
  windowSeconds: number;
}

const dayS = 86_400;
const hourS = 3_600;

/** Messages to confirm an address, which anybody can enter: by who asks, by address and by its domain. */
export const confirmationCaps = {
  member: { quota: 5, windowSeconds: dayS },
  /** High enough for a household or a class behind one address. */
  visitor: { quota: 20, windowSeconds: hourS },
  address: { quota: 5, windowSeconds: dayS },
  domain: { quota: 100, windowSeconds: hourS },
} as const satisfies Record<string, Cap>;

/** Not less often than a link expires, so that strangers who ask for links cannot keep a member from having one. */
const resetCap: Cap = { quota: 3, windowSeconds: hourS };
/** Of one kind. Nothing that others ask for counts here, so that nobody can silence a notice about safety. */
const noticeCap: Cap = { quota: 10, windowSeconds: hourS };

/** Who asks for a message: a member, or a visitor by IP address. */
type Requester = { memberId: number } | { clientAddress: string };

/**
 * Returns whether a message to confirm the address may be sent. Throws rate_limited if the requester asked for too
 * many. What others asked for is not told to anybody.
 */
export async function mayConfirm(tx: Tx, address: string, requester: Requester): Promise<boolean> {
  const [who, cap] =
    'memberId' in requester
      ? [`member ${requester.memberId}`, confirmationCaps.member]
      : [requester.clientAddress, confirmationCaps.visitor];
  if (!(await isWithin(tx, `confirm by ${who}`, cap)))
    throw new DomainError('rate_limited', t('errors.too-many-e-mails-today'));
  const to = normaliseAddress(address);
  const domain = to.slice(to.lastIndexOf('@'));
  return (
    (await isWithin(tx, `confirm to ${to}`, confirmationCaps.address)) &&
    (await isWithin(tx, `confirm to ${domain}`, confirmationCaps.domain))
  );
}

/**
 * Returns whether a message of this kind may be sent to a member, or to the address of somebody who has or had an
 * account.
 */
async function mayNotify(tx: Tx, kind: string, recipient: number | string): Promise<boolean> {
  const to = typeof recipient === 'number' ? `member ${recipient}` : normaliseAddress(recipient);
  if (await isWithin(tx, `${kind} to ${to}`, kind === 'reset-password' ? resetCap : noticeCap)) return true;
  log.info({ kind }, 'an e-mail was not sent, because its recipient got too many of this kind');
  return false;
}

const isWithin = async (tx: Tx, subject: string, { quota, windowSeconds }: Cap): Promise<boolean> =>
  (await takeQuota(tx, `mail ${sign('mail cap', subject).toString('base64url')}`, quota, windowSeconds)).length > 0;

/** One mailbox has many spellings: case, dots, and what follows a plus sign. */
function normaliseAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const name = address.slice(0, at).normalize('NFKC').toLowerCase();
  const mailbox = name.replace(/\+.*$/s, '').replaceAll('.', '');
  const domain = address.slice(at).normalize('NFKC').toLowerCase().replace(/\.+$/, '');
  return `${mailbox || name}${domain}`;
}

// Enqueues e-mails in the transaction of the fact that they tell. Does nothing while e-mail is off.

export const isMailOn = config.mail !== undefined;

interface Recipient {
  /** Whose settings decide the language, if it is known. */
  accountId?: number | null;
  /** The reader of the current request by default. */
  language?: string | null;
}

/** Kinds that go to an address which anybody can enter. */
type ConfirmationKind = 'confirm-sign-up' | 'confirm-email';

/**
 * Asks the owner of the address to confirm it. Throws rate_limited if the requester did this too often. Does nothing,
 * and does not tell, if the address got too many messages.
 */
export async function mailToConfirm<Kind extends ConfirmationKind>(
  tx: Tx,
  address: string,
  kind: Kind,
  data: MailData<Kind>,
  { requester, accountId = null }: { requester: Requester; accountId?: number | null },
): Promise<void> {
  if (!isMailOn || !(await mayConfirm(tx, address, requester))) return;
  const { language } = reader();
  await enqueueMail(tx, await insertMail(tx, accountId, kind, address, JSON.stringify(data), language));
}

/**
 * Sends to a confirmed address, also of somebody without an account. `data` must hold no secret: links are made when it
 * is sent.
 */
export async function mailAddress<Kind extends Exclude<MailKind, ConfirmationKind>>(
  tx: Tx,
  address: string,
  kind: Kind,
  data: MailData<Kind>,
  { accountId = null, language = reader().language }: Recipient = {},
): Promise<void> {
  if (!isMailOn || !(await mayNotify(tx, kind, address))) return;
  const rows = await insertMail(tx, accountId, kind, address, JSON.stringify(data), language);
  await enqueueMail(tx, rows);
}

/** Does nothing for a member without a confirmed address, and for one who has unsubscribed from the kind's list. */
export async function mailMember<Kind extends MailKind>(
  tx: Tx,
  accountId: number,
  kind: Kind,
  data: MailData<Kind>,
): Promise<void> {
  if (!isMailOn) return;
  const list = texts[kind].list ?? null;
  if (list === null && !(await mayNotify(tx, kind, accountId))) return;
  await enqueueMail(tx, await insertMailToMember(tx, accountId, kind, JSON.stringify(data), list));
}

/** Tells a member that the account is being deleted, after which nothing else knows the address. */
export async function mailLeavingMember(tx: Tx, accountId: number): Promise<void> {
  if (isMailOn) await enqueueMail(tx, await insertMailToLeavingMember(tx, accountId, 'account-deleted'));
}

/** Kinds that go to the operators. */
type OperatorMailKind = 'new-report' | 'new-appeal' | 'new-account-request' | 'block-list-problem' | 'server-problem';

/** The pause between two messages of one kind to one operator. What happens in it is told by the next one. */
const pauseSeconds = 15 * 60;

/** Tells those whose role may act on it, each at most every 15 minutes about the same kind. */
export async function notifyOperators<Kind extends OperatorMailKind>(
  tx: Tx,
  kind: Kind,
  data: MailData<Kind>,
): Promise<void> {
  if (!isMailOn) return;
  const list = texts[kind].list as MailList;
  const rows = await insertMailToOperators(tx, kind, JSON.stringify(data), list, pauseSeconds, rolesOf(list));
  await enqueueMail(tx, rows);
}

async function enqueueMail(tx: Tx, rows: { id: number; due_at?: Date | null }[]): Promise<void> {
  for (const { id, due_at: dueAt = null } of rows) await enqueue(tx, jobs.sendMail, { mailId: id }, { dueAt });
}

// Creates and uses the one-time links of e-mails. Only the hash of a link is stored.

/** For whom a link is: a member, or somebody who signs up. */
interface LinkSubject {
  accountId: number | null;
  applicationId: number | null;
  /** The address that the link was sent to. */
  address: string;
}

const linkTtlSeconds: Record<MailLinkPurpose, number> = {
  confirm_sign_up: 24 * 3_600,
  confirm_email: 24 * 3_600,
  reset_password: 3_600,
};

/** The log redacts this prefix with what follows it. */
const prefix = 'plm_';
const pattern = /^plm_[A-Za-z0-9_-]{43}$/;

/**
 * Returns the token, or null if its subject no longer exists. Earlier links of the same purpose stay valid, because
 * their messages may arrive later.
 */
async function createMailLink(
  purpose: MailLinkPurpose,
  { accountId, applicationId, address }: LinkSubject,
): Promise<string | null> {
  const { text, hash } = createOpaqueToken(prefix);
  const ttl = linkTtlSeconds[purpose];
  const [inserted] = await insertMailLink(db, hash, purpose, accountId, applicationId, address, ttl);
  return inserted ? text : null;
}

/** Returns null for an unknown, used or expired link. */
export async function findMailLink(purpose: MailLinkPurpose, token: string): Promise<LinkSubject | null> {
  if (!pattern.test(token)) return null;
  const link = await prisma().mailLink.findUnique({
    select: { accountId: true, applicationId: true, address: true },
    where: { hash: new Uint8Array(hashOpaqueToken(token)), purpose, expiresAt: { gt: new Date() } },
  });
  return link && withNumbers(link);
}

/** For a link that was used, has expired or is about something else by now. */
export const goneLink = () => new DomainError('gone', t('errors.link-used-or-expired'));

/** Deletes the link and all others of its subject and purpose. Of concurrent uses only one gets the link. */
export async function useMailLink(on: Executor, purpose: MailLinkPurpose, token: string): Promise<LinkSubject | null> {
  if (!pattern.test(token)) return null;
  const [link] = await deleteMailLink(on, hashOpaqueToken(token), purpose);
  return link ?? null;
}

// Signs and checks the links with which members stop e-mails of one kind without logging in (RFC 8058)

export interface Subscription {
  accountId: number;
  list: MailList;
}

const signatureOf = (subscription: string) => sign('unsubscribe', subscription).toString('base64url');

/** The link does not expire, because a message may be read years later. It allows nothing but this. */
function unsubscribeUrl(accountId: number, list: MailList): string {
  const subscription = `${accountId}.${list}`;
  return `${config.baseUrl}/unsubscribe/${subscription}.${signatureOf(subscription)}`;
}

/** `code` is the last part of the link's path. Returns null if it was not signed by this server. */
export function readUnsubscribeCode(code: string): Subscription | null {
  const [, subscription, id, list, signature] = /^(([1-9]\d{0,14})\.([a-z-]+))\.([\w-]{43})$/.exec(code) ?? [];
  if (!subscription || !(mailLists as readonly string[]).includes(list!)) return null;
  const [given, expected] = [Buffer.from(signature!), Buffer.from(signatureOf(subscription))];
  if (!timingSafeEqual(given, expected)) return null;
  return { accountId: Number(id), list: list as MailList };
}

/** Does nothing for a member who has left. */
export async function setSubscription({ accountId, list }: Subscription, isSubscribed: boolean): Promise<void> {
  await setUnsubscribed(db, accountId, list, !isSubscribed);
}

// Sends one stored e-mail: writes its text, creates its one-time link and hands it to the mail server

/**
 * Throws MailNotSent, so that the job is tried again. A refused message is given up and logged without its content.
 * If the process dies after the server accepted the message, it is sent twice; both of its links work.
 */
export async function sendStoredMail(mailId: number, siteName: string): Promise<void> {
  const mail = await findWaitingMail(mailId);
  if (!mail) return;
  const text = (texts as Record<string, MailText<never> | undefined>)[mail.kind];
  const maxAgeSeconds = text?.link ? linkTtlSeconds[text.link] : text?.maxAgeSeconds;
  const isOutdated = maxAgeSeconds !== undefined && mail.createdAt < new Date(Date.now() - maxAgeSeconds * 1_000);
  if (!config.mail || !text || isOutdated) return deleteMail(mailId);
  try {
    // A member's own choice goes first.
    const reads = readerWith({ ...mail.member, language: mail.member?.language ?? mail.language });
    const letter = await writeFor(reads, () => write(mail, text, siteName));
    if (!letter) return await deleteMail(mailId);
    await sendLetter(letter);
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    log.warn({ kind: mail.kind, error: error.message }, 'an e-mail was refused and is not sent again');
    return deleteMail(mailId);
  }
  // Neither the address nor the data is kept.
  const data = { sentAt: new Date(), address: '', data: {} };
  await prisma().mail.updateMany({ where: { id: mailId }, data });
}

type StoredMail = NonNullable<Awaited<ReturnType<typeof findWaitingMail>>>;

const findWaitingMail = (id: number) =>
  prisma().mail.findUnique({
    where: { id, sentAt: null },
    include: { member: { select: { language: true, timeZone: true } } },
  });

async function deleteMail(id: number): Promise<void> {
  await prisma().mail.deleteMany({ where: { id } });
}

/** Returns null if the message is about something that no longer exists. */
async function write(mail: StoredMail, text: MailText<never>, siteName: string): Promise<Letter | null> {
  const { address, data, accountId } = withNumbers(mail);
  const site = { name: siteName, origin: config.baseUrl };
  const message = text.write(data as never, site);
  const { applicationId = null } = data as { applicationId?: number };
  const token = text.link && (await createMailLink(text.link, { accountId, applicationId, address }));
  if (token === null) return null;
  const url =
    message.action && `${site.origin}${message.action.path}${token ? `?token=${encodeURIComponent(token)}` : ''}`;
  const unsubscribe = text.list && accountId !== null ? unsubscribeUrl(accountId, text.list) : null;
  return {
    to: address,
    subject: message.subject,
    ...layOut(message, { site, url: url ?? null, unsubscribe }),
    ...(unsubscribe && {
      headers: {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
  };
}

/** Sends at once, without a job. Throws MailRefused and MailNotSent. */
export async function sendTestMail(address: string, siteName: string): Promise<void> {
  const site = { name: siteName, origin: config.baseUrl };
  const message = texts.test.write({}, site);
  await sendLetter({
    to: address,
    subject: message.subject,
    ...layOut(message, { site, url: null, unsubscribe: null }),
  });
}
