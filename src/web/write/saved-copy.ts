/** Tells the script of the form which copy in the browser's storage has been saved and can be deleted. */
import { setCookie } from 'hono/cookie';
import { config } from '../../lib/config.ts';
import type { SubmittedForm } from '../member-page.ts';

const cookie = 'saved_copy';
const ttlSeconds = 7 * 86_400;

/** The script reads the cookie on the next page with a form. It holds only a random name that the script chose. */
export function forgetBrowserCopy({ c, fields }: SubmittedForm): void {
  const copy = fields.get('copy') ?? '';
  if (!/^[a-z0-9-]{8,40}$/.test(copy)) return;
  const secure = config.baseUrl.startsWith('https:');
  setCookie(c, cookie, copy, { secure, sameSite: 'Lax', path: '/', maxAge: ttlSeconds });
}
