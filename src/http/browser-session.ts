/** Sessions of browsers, their forms and notices. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { isPasswordCorrect } from '../domain/access/credentials.ts';
import { findSession, findSuspendedSession, type Session, sessionTtlSeconds } from '../domain/access/sessions.ts';
import type { MemberViewer } from '../domain/accounts/account.ts';
import { config } from '../lib/config.ts';
import { DomainError, invalid } from '../lib/errors.ts';
import { sizeText } from '../lib/language/formats.ts';
import { updateReader } from '../lib/language/reader.ts';
import { t } from '../lib/language/text.ts';
import { sign } from '../lib/secrets.ts';
import { NoSpace } from '../lib/storage/disk-space.ts';
import { type FormFiles, type FormSubmission, parseForm, readFormSubmission } from './form.ts';
import { readId } from './pagination.ts';
import { enforceRateLimit, type RateLimit } from './rate-limits.ts';

// Tells pages that somebody looks at from those that a script or a browser loads in advance

/**
 * Browsers say how they load a page (Fetch Metadata §2). The mode stays when a service worker passes the request on,
 * and the destination does not. Clients that are no browsers send no destination.
 */
export function isNavigation({ req }: Context): boolean {
  const purpose = req.header('sec-purpose') ?? req.header('purpose') ?? '';
  const isScript = req.header('sec-fetch-dest') !== undefined && req.header('sec-fetch-mode') !== 'navigate';
  return req.method === 'GET' && !isScript && !/prefetch|preview/.test(purpose);
}

// Carries the name of a notice from a form to the page that follows it

const isHttps = config.baseUrl.startsWith('https:');
const name = `${isHttps ? '__Host-' : ''}notice`;
const options = { path: '/', httpOnly: true, secure: isHttps, sameSite: 'Lax' } as const;
const ttlSeconds = 60;

interface NamedNotice {
  name: string;
  /** The item or account that it is about. */
  id: number | null;
}

export function setNoticeCookie(c: Context, notice: string, id: number | null): void {
  setCookie(c, name, id === null ? notice : `${notice}.${id}`, { ...options, maxAge: ttlSeconds });
}

/** Reads the cookie and deletes it. The name is not checked. */
export function takeNoticeCookie(c: Context): NamedNotice | null {
  const value = getCookie(c, name);
  if (!value) return null;
  setCookie(c, name, '', { ...options, maxAge: 0 });
  const [notice = '', id = ''] = value.split('.');
  return { name: notice, id: readId(id) };
}

// Asks for a member's password again before what cannot be undone

/** The body field of requests that need the password beside the token. */
export const password = z
  .string()
  .max(1_000)
  .openapi({ description: 'The current password of the account', format: 'password' });

/** Limits guesses by somebody who has stolen a session or a token, for that one alone. */
const passwordLimit: RateLimit = { name: 'password', quota: 10, windowSeconds: 300, isStrict: true };

interface PasswordCheck {
  given: string;
  /** Of the form or body. */
  field: string;
  /** Who may use up the attempts: a session, or the apps of the member. */
  guesser: string;
}

/** Throws validation_failed on `field` if the password is wrong or the member has none, and rate_limited. */
export async function requirePassword(accountId: number, { given, field, guesser }: PasswordCheck): Promise<void> {
  await enforceRateLimit(passwordLimit, guesser);
  if (!(await isPasswordCorrect(accountId, given))) throw invalid(field, t('errors.wrong'));
}

// Reads the session cookie, and protects forms against cross-site request forgery

/** `__Host-` stops sibling domains from setting the cookie (RFC 6265bis §4.1.3.2). */
const prefix = isHttps ? '__Host-' : '';
const sessionCookie = `${prefix}session`;
const formCookie = `${prefix}form`;

export interface BrowserSession extends Session {
  /** The cookie's value. */
  token: string;
}

export const viewerOfSession = ({ accountId, filtersVersion }: Session): MemberViewer => ({
  accountId,
  host: null,
  filtersVersion,
});

/** Returns null for a visitor who is not logged in. What follows is written in the member's language and time zone. */
export const findBrowserSession = (c: Context): Promise<BrowserSession | null> => findBy(c, findSession);

/** The session of a suspended member, which `findBrowserSession` does not return. */
export const findSuspendedBrowserSession = (c: Context): Promise<BrowserSession | null> =>
  findBy(c, findSuspendedSession);

async function findBy(c: Context, find: typeof findSession): Promise<BrowserSession | null> {
  const token = getCookie(c, sessionCookie);
  const found = token === undefined ? null : await find(token);
  if (!found) return null;
  updateReader(found);
  const session = { ...found, token: token! };
  sessions.set(c, session);
  return session;
}

const sessions = new WeakMap<Context, BrowserSession>();

/** The session that was found for the request, for a page about an error. */
export const sessionOf = (c: Context): BrowserSession | null => sessions.get(c) ?? null;

/**
 * Sets the session cookie. Null deletes it, and with it everything that the browser and the service worker stored, also
 * without script. With `isStorageCleared` the scripts have cleared what is of this member alone.
 */
export function setSessionCookie(c: Context, token: string | null, { isStorageCleared = false } = {}): void {
  if (token === null) c.header('Clear-Site-Data', isStorageCleared ? '"cache"' : '"cache", "storage"');
  setCookie(c, sessionCookie, token ?? '', { ...options, maxAge: token === null ? 0 : sessionTtlSeconds });
}

/** Secrets set in the current response, which the browser has not sent back yet. */
const newSecrets = new WeakMap<Context, string>();

/** The token of all forms in a response for a session, or for nobody. */
const tokens = new WeakMap<Context, { session: BrowserSession | null; token: string }>();

/**
 * Returns the CSRF token of a form, bound to the browser and its session. It is masked anew in each response, so that
 * the length of compressed responses says nothing about it (BREACH).
 */
export function formToken(c: Context, session: BrowserSession | null): string {
  const known = tokens.get(c);
  if (known && known.session?.token === session?.token) return known.token;
  let secret = newSecrets.get(c) ?? getCookie(c, formCookie);
  if (!isSecret(secret) || (session && !isMarked(secret))) {
    secret = isSecret(secret) ? secret : randomBytes(32).toString('base64url');
    if (session) secret = `${randomOf(secret)}.${markOf(secret)}`;
    newSecrets.set(c, secret);
    setCookie(c, formCookie, secret, options);
  }
  const mask = randomBytes(tokenBytes);
  const token = Buffer.concat([mask, xor(mask, tokenFor(secret, session))]).toString('base64url');
  tokens.set(c, { session, token });
  return token;
}

const expiredForm = () => new DomainError('forbidden', t('errors.form-expired'));

/**
 * Reads a small form of anyone, and no more than that. Throws forbidden if its CSRF token or origin is wrong; the
 * origin is checked before anything is read, here and below.
 */
export async function readForm(c: Context, session: BrowserSession | null): Promise<URLSearchParams> {
  const { fields, isTrusted } = await readSmallForm(c, session);
  if (!isTrusted) throw expiredForm();
  return fields;
}

/** Reads a small form of anyone, which is shown again if its token is wrong. Throws forbidden for another origin. */
export async function readSmallForm(
  c: Context,
  session: BrowserSession | null,
): Promise<{ fields: URLSearchParams; isTrusted: boolean }> {
  checkOrigin(c);
  const fields = await parseForm(c.req.raw);
  return { fields, isTrusted: hasToken(c, session, fields) };
}

/** Reads a form of a member, which may have long texts and files. Throws too_large if a file is too large. */
export async function readMemberForm(c: Context, session: BrowserSession, files: FormFiles): Promise<FormSubmission> {
  checkOrigin(c);
  const submission = await readFormSubmission(c.req.raw, files);
  checkToken(c, session, submission.fields);
  if (submission.unstored.length > 0) throw new NoSpace();
  if (submission.oversized.length > 0)
    throw new DomainError('too_large', t('errors.file-too-large', { fileBytes: sizeText(config.maxUploadBytes) }));
  return submission;
}

/**
 * Reads a form of a member that is shown again with its values whatever happens: `isTrusted` is false if its token
 * belongs to another session, and `oversized` names files that are too large. Throws forbidden for a form of another
 * origin, unless it `isShared` by another app. Without a session, only the browser of a former one may send it, and its
 * files are dropped.
 */
export async function readUncheckedForm(
  c: Context,
  session: BrowserSession | null,
  files: FormFiles = 'kept',
  isShared = false,
): Promise<FormSubmission & { isTrusted: boolean }> {
  if (!isShared || !isFromBrowserItself(c)) checkOrigin(c);
  if (!session && !isBrowserOfMember(c)) throw expiredForm();
  const submission = await readFormSubmission(c.req.raw, session ? files : 'dropped');
  return { ...submission, isTrusted: hasToken(c, session, submission.fields) };
}

function checkOrigin(c: Context): void {
  if (c.req.header('origin') !== config.baseUrl) throw expiredForm();
}

/** No page can send this: what another app shares comes from no origin (Web Share Target, Fetch Metadata §2.3). */
const isFromBrowserItself = ({ req }: Context): boolean =>
  req.header('sec-fetch-site') === 'none' && (req.header('origin') ?? 'null') === 'null';

function checkToken(c: Context, session: BrowserSession | null, fields: URLSearchParams): void {
  if (!hasToken(c, session, fields)) throw expiredForm();
}

function hasToken(c: Context, session: BrowserSession | null, fields: URLSearchParams): boolean {
  const secret = getCookie(c, formCookie);
  if (!isSecret(secret)) return false;
  const sent = Buffer.from((fields.get('form_token') ?? '').slice(0, 200), 'base64url');
  if (sent.length !== 2 * tokenBytes) return false;
  const actual = xor(sent.subarray(0, tokenBytes), sent.subarray(tokenBytes));
  return timingSafeEqual(actual, tokenFor(secret, session));
}

/** A random text, and the mark of a browser in which a member was logged in. */
const isSecret = (text: string | undefined): text is string =>
  /^[A-Za-z0-9_-]{43}(?:\.[A-Za-z0-9_-]{43})?$/.test(text ?? '');

const randomOf = (secret: string) => secret.slice(0, 43);
const markOf = (secret: string) => sign('form cookie of a member', randomOf(secret)).toString('base64url');

function isMarked(secret: string): boolean {
  const mark = Buffer.from(secret.slice(44));
  const right = Buffer.from(markOf(secret));
  return mark.length === right.length && timingSafeEqual(mark, right);
}

/**
 * True for a browser that has shown a form to a member since it was opened. Only there can such a form wait to be sent.
 */
export function isBrowserOfMember(c: Context): boolean {
  const secret = getCookie(c, formCookie);
  return isSecret(secret) && isMarked(secret);
}

/** Length of an HMAC-SHA-256. */
const tokenBytes = 32;

const tokenFor = (secret: string, session: BrowserSession | null) =>
  createHmac('sha256', randomOf(secret))
    .update(session?.token ?? 'nobody')
    .digest();

const xor = (one: Buffer, other: Buffer) => Buffer.from(one.map((byte, index) => byte ^ other[index]!));
