/** Sets up an app and a member in a logged-in browser. */
import { setTimeout as sleep } from 'node:timers/promises';
import type * as oauth from 'oauth4webapi';
import { beforeAll, expect } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { withToken } from '../support/as.ts';
import { openBrowser } from '../support/browser.ts';
import { useDatabase } from '../support/database-connection.ts';
import { discover, publicClient, registerApp } from '../support/oauth-app.ts';
import { fetchFromServer, origin, useWebServer } from '../support/web-server.ts';

export const sessionCookie = '__Host-session';
export const password = 'flour, water, salt';
export const browser = openBrowser();
export let server: oauth.AuthorizationServer;
export let app: oauth.Client;

/** Creates Ann in `browser`, and `server` as apps discover it. */
export function useMember(): void {
  useDatabase();
  useWebServer();
  beforeAll(async () => {
    await register({ username: 'ann', name: 'Ann', password });
    server = await discover();
    const page = await browser.logIn('ann', password);
    expect([page.status, page.location]).toEqual([303, `${origin}/home`]);
  });
}

/** Creates Ann and a public app. */
export function useApp(): void {
  useMember();
  beforeAll(async () => {
    app = await registerApp(server, publicClient);
  });
}

export const statusWithToken = async (token: string) => (await withToken(token).get('/timeline')).status;

/** Runs several requests at once: each proceeds as far as it can while the member's row is locked. */
export async function runConcurrently<T>(work: () => Promise<T>): Promise<PromiseSettledResult<T>[]> {
  const holder = await pool().connect();
  try {
    await holder.query('BEGIN; SELECT 1 FROM member FOR UPDATE');
    const results = Promise.allSettled(Array.from({ length: 4 }, work));
    await sleep(400);
    await holder.query('COMMIT');
    return await results;
  } finally {
    holder.release();
  }
}

export const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetchFromServer(`${origin}/oauth/${path}`, { method: 'POST', body: new URLSearchParams(fields), headers });
