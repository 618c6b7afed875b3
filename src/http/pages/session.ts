/** Who is looking at a page: the session cookie, and the token that shows a form to be ours. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { findSession, type Session, sessionLife } from '../../domain/accounts/sessions.ts';
import { config } from '../../lib/config.ts';
import { DomainError } from '../../lib/errors.ts';
import { readForm } from '../form.ts';

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

/** Goes into every form; bound to this browser and, logged in, to the session. */
export function formToken(c: Context, visit: Visit | null): string {
  let secret = getCookie(c, formCookie);
  if (!isSecret(secret)) {
    secret = randomBytes(32).toString('base64url');
    setCookie(c, formCookie, secret, options);
  }
  return tokenFor(secret, visit);
}

/** The fields of a form that we gave to this very browser; throws forbidden for any other. */
export async function readOwnForm(c: Context, visit: Visit | null): Promise<URLSearchParams> {
  const refusal = new DomainError('forbidden', 'this form is out of date');
  if (c.req.header('origin') !== config.baseUrl) throw refusal;

  const fields = await readForm(c.req.raw);
  const secret = getCookie(c, formCookie);
  if (!isSecret(secret)) throw refusal;
  const [given, right] = [Buffer.from(fields.get('form_token') ?? ''), Buffer.from(tokenFor(secret, visit))];
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw refusal;
  return fields;
}

const isSecret = (text: string | undefined): text is string => /^[A-Za-z0-9_-]{43}$/.test(text ?? '');

const tokenFor = (secret: string, visit: Visit | null) =>
  createHmac('sha256', secret)
    .update(visit?.text ?? 'nobody')
    .digest('base64url');
