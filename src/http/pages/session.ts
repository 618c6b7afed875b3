/** Who is looking at a page: the session cookie, and the token that shows a form to be ours. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { findSession, type Session, sessionLife } from '../../domain/accounts/sessions.ts';
import { config } from '../../lib/config.ts';
import { DomainError } from '../../lib/errors.ts';
import { type Filled, readFilled, readForm } from '../form.ts';

const isHttps = config.baseUrl.startsWith('https:');
/** `__Host-` keeps neighbours below the same domain from setting it (RFC 6265bis, section 4.1.3.2). */
const prefix = isHttps ? '__Host-' : '';
const sessionCookie = `${prefix}session`;
const formCookie = `${prefix}form`;
const options = { path: '/', httpOnly: true, secure: isHttps, sameSite: 'Lax' } as const;

export interface Visit extends Session {
  /** The session's text. */
  text: string;
}

/** Null for who is not logged in. */
export async function visitOf(c: Context): Promise<Visit | null> {
  const text = getCookie(c, sessionCookie);
  const session = text === undefined ? null : await findSession(text);
  return session && { ...session, text: text! };
}

/** Null takes the cookie away. */
export function setSession(c: Context, text: string | null): void {
  setCookie(c, sessionCookie, text ?? '', { ...options, maxAge: text === null ? 0 : sessionLife });
}

/** Those given out in this very answer, which the browser does not send back yet. */
const given = new WeakMap<Context, string>();

/** Goes into every form; bound to this browser and, logged in, to the session. */
export function formToken(c: Context, visit: Visit | null): string {
  let secret = given.get(c) ?? getCookie(c, formCookie);
  if (!isSecret(secret)) {
    secret = randomBytes(32).toString('base64url');
    given.set(c, secret);
    setCookie(c, formCookie, secret, options);
  }
  return tokenFor(secret, visit);
}

const outOfDate = () => new DomainError('forbidden', 'this form is out of date');

/** The fields of a form that we gave to this very browser; throws forbidden for any other. */
export async function readOwnForm(c: Context, visit: Visit | null): Promise<URLSearchParams> {
  checkOrigin(c);
  const fields = await readForm(c.req.raw);
  checkToken(c, visit, fields);
  return fields;
}

/** The same for forms with long texts and pictures. */
export async function readOwnFilled(c: Context, visit: Visit | null): Promise<Filled> {
  checkOrigin(c);
  const filled = await readFilled(c.req.raw);
  checkToken(c, visit, filled.fields);
  return filled;
}

function checkOrigin(c: Context): void {
  if (c.req.header('origin') !== config.baseUrl) throw outOfDate();
}

function checkToken(c: Context, visit: Visit | null, fields: URLSearchParams): void {
  const secret = getCookie(c, formCookie);
  if (!isSecret(secret)) throw outOfDate();
  const [sent, right] = [Buffer.from(fields.get('form_token') ?? ''), Buffer.from(tokenFor(secret, visit))];
  if (sent.length !== right.length || !timingSafeEqual(sent, right)) throw outOfDate();
}

const isSecret = (text: string | undefined): text is string => /^[A-Za-z0-9_-]{43}$/.test(text ?? '');

const tokenFor = (secret: string, visit: Visit | null) =>
  createHmac('sha256', secret)
    .update(visit?.text ?? 'nobody')
    .digest('base64url');
