/** Requests pages as a browser does, logged in or not. */
import { prisma } from '../../src/db/client.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { createOpaqueToken } from '../../src/lib/secrets.ts';
import { testApp } from './as.ts';

export interface PageResponse {
  status: number;
  headers: Headers;
  html: string;
}

/** `path` is relative to our origin. */
export async function getPage(path: string, headers: Record<string, string> = {}): Promise<PageResponse> {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const response = await testApp().request(`https://cook.example${path}`, { headers: { accept, ...headers } });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

/** Returns the session cookie of a member. */
export async function cookieOf({ id }: Account): Promise<{ cookie: string }> {
  const { text, hash } = createOpaqueToken('pls_');
  const expiresAt = new Date(Date.now() + 3_600_000);
  await prisma().session.create({ data: { hash, accountId: id, userAgent: 'test', expiresAt } });

  return { cookie: `__Host-session=${text}` };
}

/** Parses the JSON in a page's script element; null without one. */
export function jsonLdOf(html: string): Record<string, unknown> | null {
  const text = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1];
  return text === undefined ? null : (JSON.parse(text) as Record<string, unknown>);
}
