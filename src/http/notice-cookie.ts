/** Carries the name of a notice from a form to the page that follows it. */
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { config } from '../lib/config.ts';
import { readId } from './ids.ts';

const isHttps = config.baseUrl.startsWith('https:');
const name = `${isHttps ? '__Host-' : ''}notice`;
const options = { path: '/', httpOnly: true, secure: isHttps, sameSite: 'Lax' } as const;
const ttlSeconds = 60;

export interface NamedNotice {
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
