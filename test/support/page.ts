/** Looks at a page as somebody with a browser does, logged in or not. */

import { pool } from '../../src/db/client.ts';
import { insertSession } from '../../src/db/sql/sessions.ts';
import { db } from '../../src/db/statement.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { mintOpaque } from '../../src/lib/opaque.ts';
import { theApp } from './as.ts';

export interface Seen {
  status: number;
  headers: Headers;
  html: string;
}

/** `path` at our origin. */
export async function see(path: string, headers: Record<string, string> = {}): Promise<Seen> {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const response = await theApp().request(`https://cook.example${path}`, { headers: { accept, ...headers } });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

/** The cookie of a browser where this member is logged in. */
export async function cookieOf({ id }: Account): Promise<{ cookie: string }> {
  const { text, hash } = mintOpaque('pls_');
  const { rows } = await pool().query<{ password_hash: string }>(
    'SELECT password_hash FROM member WHERE account_id = $1',
    [id],
  );
  await insertSession(db, hash, id, rows[0]!.password_hash, 'test', 3600);
  return { cookie: `__Host-session=${text}` };
}

/** What a page's script element says, parsed; null without one. */
export function jsonLdOf(html: string): Record<string, unknown> | null {
  const text = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1];
  return text === undefined ? null : (JSON.parse(text) as Record<string, unknown>);
}
