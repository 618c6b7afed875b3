/** What an app must not do, and what happens when it tries. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as oauth from 'oauth4webapi';
import { beforeAll, expect, test } from 'vitest';
import { pool, prisma } from '../../src/db/client.ts';
import { resetPassword, suspend } from '../../src/domain/accounts/members.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { withToken } from '../support/as.ts';
import { type Browser, openBrowser } from '../support/browser.ts';
import { useDatabase } from '../support/database-connection.ts';
import {
  allow,
  answered,
  begin,
  callback,
  discover,
  isPublic,
  obtain,
  redeem,
  refusalOf,
  registerApp,
  renew,
} from '../support/oauth-app.ts';
import { origin, reach, useWebServer } from '../support/web-server.ts';

useDatabase();
useWebServer();
const password = 'flour, water, salt';
const browser = openBrowser();
let server: oauth.AuthorizationServer;
let app: oauth.Client;

beforeAll(async () => {
  await register({ username: 'ann', password });
  server = await discover();
  app = await registerApp(server, isPublic);
  await browser.logIn('ann', password);
});

const statusOf = async (token: string) => (await withToken(token).get('/timeline')).status;

/** Several at once that meet in the middle: each comes as far as it can while the member's row is held. */
async function collide<T>(work: () => Promise<T>): Promise<PromiseSettledResult<T>[]> {
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

const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  reach(`${origin}/oauth/${path}`, { method: 'POST', body: new URLSearchParams(fields), headers });

test.each([
  ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['PKCE without a method, which would mean plain', { code_challenge_method: null }, 'invalid_request'],
  ['no PKCE', { code_challenge: null, code_challenge_method: null }, 'invalid_request'],
  ['a challenge that is no SHA-256', { code_challenge: 'short' }, 'invalid_request'],
  ['the implicit grant', { response_type: 'token' }, 'unsupported_response_type'],
  ['no response type', { response_type: null }, 'invalid_request'],
  ['an answer in the fragment', { response_mode: 'fragment' }, 'invalid_request'],
  ['an unknown scope', { scope: 'read admin' }, 'invalid_scope'],
])('%s is refused, and the app told so, with iss', async (_, changes, code) => {
  const attempt = await begin(server, app, changes);
  const page = await browser.get(attempt.url);
  expect(page.status).toBe(303);
  const answer = new URL(page.location);
  expect(answer.searchParams.get('iss')).toBe(origin);
  expect(answer.searchParams.get('from')).toBe('potluck');
  expect(await refusalOf(Promise.resolve().then(() => answered(attempt, page)))).toBe(code);
});

test('an app may not ask for more than it registered', async () => {
  const modest = await registerApp(server, { ...isPublic, scope: 'read' });
  const attempt = await begin(server, modest, { scope: 'read write' });
  const page = await browser.get(attempt.url);
  expect(new URL(page.location).searchParams.get('error')).toBe('invalid_scope');
  const silent = await begin(server, modest, { scope: null });
  expect((await obtain(browser, silent)).scope).toBe('read');
});

test.each([
  'https://evil.example/callback?from=potluck',
  'https://app.example/callback',
  'https://app.example/callback?from=potluck&more=1',
  'https://app.example/callback/?from=potluck',
  'https://app.example:8443/callback?from=potluck',
  'HTTPS://app.example/callback?from=potluck',
  'https://app.example/x/../callback?from=potluck',
])('an answer never goes to %s', async (redirectUri) => {
  const page = await browser.get((await begin(server, app, { redirect_uri: redirectUri })).url);
  expect([page.status, page.location]).toEqual([400, '']);
});

test('an unknown app, or a parameter given twice, gets a page and no redirect', async () => {
  const unknown = await browser.get((await begin(server, app, { client_id: 'x'.repeat(22) })).url);
  expect([unknown.status, unknown.location]).toEqual([400, '']);
  const { url } = await begin(server, app);
  const twice = await browser.get(`${url}&redirect_uri=https://evil.example/`);
  expect([twice.status, twice.location]).toEqual([400, '']);
  expect((await browser.get(`${url}&x=%00`)).status).toBe(400);
});

test('a member who says no sends the app away with access_denied', async () => {
  const attempt = await begin(server, app);
  const page = await browser.get(attempt.url);
  const sent = await browser.post('/oauth/authorize', { ...page.hidden, decision: 'deny' });
  expect(await refusalOf(Promise.resolve().then(() => answered(attempt, sent)))).toBe('access_denied');
});

test('a code is good once; its reuse revokes what it gave', async () => {
  const attempt = await begin(server, app);
  const answer = answered(attempt, await allow(browser, attempt));
  const tokens = await redeem(attempt, answer);
  expect(await statusOf(tokens.access_token)).toBe(200);

  expect(await refusalOf(redeem(attempt, answer))).toBe('invalid_grant');
  expect(await statusOf(tokens.access_token)).toBe(401);
  expect(await refusalOf(renew(attempt, tokens.refresh_token!))).toBe('invalid_grant');
});

test('of many that redeem a code at the same moment one gets a token and none keeps it', async () => {
  const attempt = await begin(server, app);
  const answer = answered(attempt, await allow(browser, attempt));
  const results = await collide(() => redeem(attempt, answer));
  const given = results.filter((result) => result.status === 'fulfilled');
  expect(given).toHaveLength(1);
  expect(await statusOf(given[0]!.value.access_token)).toBe(401);
});

test('a code is good for 60 seconds', async () => {
  const attempt = await begin(server, app);
  const answer = answered(attempt, await allow(browser, attempt));
  const newest = await prisma().authorizationCode.findFirstOrThrow({ orderBy: { id: 'desc' } });
  expect(newest.expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(60_000);
  expect(newest.expiresAt.getTime() - Date.now()).toBeGreaterThan(50_000);

  const expiresAt = new Date(Date.now() - 1);
  await prisma().authorizationCode.update({ where: { id: newest.id }, data: { expiresAt } });
  expect(await refusalOf(redeem(attempt, answer))).toBe('invalid_grant');
});

test('a code is good only for its app, its redirect URI and its verifier', async () => {
  const attempt = await begin(server, app);
  const answer = answered(attempt, await allow(browser, attempt));
  const code = answer.get('code')!;
  const other = await registerApp(server, isPublic);
  const right = {
    grant_type: 'authorization_code',
    client_id: app.client_id,
    code,
    redirect_uri: callback,
    code_verifier: attempt.verifier,
  };
  for (const wrong of [
    { client_id: other.client_id },
    { code_verifier: 'v'.repeat(43) },
    { code_verifier: 'short' },
    { code: `${code}x` },
  ]) {
    const response = await post('token', { ...right, ...wrong });
    expect([response.status, (await response.json()).error]).toEqual([400, 'invalid_grant']);
  }
  for (const wrong of [{ redirect_uri: 'https://evil.example/' }, { code_verifier: '' }, { code: '' }]) {
    const response = await post('token', { ...right, ...wrong });
    expect([response.status, (await response.json()).error]).toEqual([400, 'invalid_request']);
  }
  expect((await post('token', right)).status).toBe(200);
});

test('a code asked for one of two redirect URIs is not redeemed with the other', async () => {
  const uris = [callback, 'https://app.example/second'];
  const client = await registerApp(server, { ...isPublic, redirect_uris: uris });
  const attempt = await begin(server, client);
  const answer = answered(attempt, await allow(browser, attempt));
  expect(await refusalOf(redeem({ ...attempt, redirectUri: uris[1]! }, answer))).toBe('invalid_grant');
  expect((await redeem(attempt, answer)).scope).toBe('read write');
});

test('a refresh token is good once; its reuse revokes the family', async () => {
  const attempt = await begin(server, app);
  const first = await obtain(browser, attempt);
  const second = await renew(attempt, first.refresh_token!);
  const third = await renew(attempt, second.refresh_token!);

  expect(await refusalOf(renew(attempt, first.refresh_token!))).toBe('invalid_grant');
  for (const { access_token } of [first, second, third]) expect(await statusOf(access_token)).toBe(401);
  expect(await refusalOf(renew(attempt, third.refresh_token!))).toBe('invalid_grant');
});

test('of many that renew at the same moment one gets a token and none keeps it', async () => {
  const attempt = await begin(server, app);
  const { refresh_token: token = '' } = await obtain(browser, attempt);
  const results = await collide(() => renew(attempt, token));
  const given = results.filter((result) => result.status === 'fulfilled');
  expect(given).toHaveLength(1);
  expect(await statusOf(given[0]!.value.access_token)).toBe(401);
});

test('a refresh token expires after 90 days, is its own app’s, and gives no more than it has', async () => {
  const attempt = await begin(server, app, { scope: 'read' });
  const { refresh_token: token = '' } = await obtain(browser, attempt);
  const other = await registerApp(server, isPublic);
  expect(await refusalOf(renew({ ...attempt, client: other }, token))).toBe('invalid_grant');

  const fields = { grant_type: 'refresh_token', client_id: app.client_id, refresh_token: token };
  const greedy = await post('token', { ...fields, scope: 'read write' });
  expect((await greedy.json()).error).toBe('invalid_scope');

  const newest = await prisma().refreshToken.findFirstOrThrow({ orderBy: { id: 'desc' } });
  const days = (newest.expiresAt.getTime() - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(90);
  await prisma().refreshToken.update({ where: { id: newest.id }, data: { expiresAt: new Date() } });
  expect(await refusalOf(renew(attempt, token))).toBe('invalid_grant');
});

test('fewer scopes may be had for a refresh token, and all of them again', async () => {
  const attempt = await begin(server, app);
  const { refresh_token: token = '' } = await obtain(browser, attempt);
  const fields = { grant_type: 'refresh_token', client_id: app.client_id };
  const fewer = await (await post('token', { ...fields, refresh_token: token, scope: 'read' })).json();
  expect(fewer.scope).toBe('read');
  const all = await (await post('token', { ...fields, refresh_token: fewer.refresh_token })).json();
  expect(all.scope).toBe('read write');
});

test('a wrong, missing or needless client secret is 401', async () => {
  const client = await registerApp(server, { token_endpoint_auth_method: 'client_secret_basic' });
  const attempt = await begin(server, client);
  const answer = answered(attempt, await allow(browser, attempt));
  const wrong = { ...client, client_secret: 'pcs_wrong' };
  expect(await refusalOf(redeem({ ...attempt, client: wrong }, answer).catch(named))).toBe('invalid_client');

  const fields = { grant_type: 'refresh_token', refresh_token: 'x' };
  for (const [who, headers] of [
    [{}, {}],
    [{ client_id: client.client_id }, {}],
    [{ client_id: app.client_id, client_secret: 'x' }, {}],
    [{}, { authorization: 'Bearer x' }],
    [{}, { authorization: 'Basic !' }],
    [{}, { authorization: `Basic ${btoa(`${client.client_id}:%zz`)}` }],
  ] as const) {
    const response = await post('token', { ...fields, ...who }, headers);
    expect([response.status, (await response.json()).error]).toEqual([401, 'invalid_client']);
    expect(response.headers.get('www-authenticate')).toMatch(/^Basic /);
  }
  expect((await redeem(attempt, answer)).scope).toBe('read write');
});

/** The library tells of a 401 by its challenge. */
function named(error: unknown): never {
  if (error instanceof oauth.WWWAuthenticateChallengeError && error.status === 401) {
    throw new oauth.ResponseBodyError('', {
      cause: { error: 'invalid_client' },
      response: error.response,
    } as never);
  }
  throw error;
}

test('a token of somebody else is not revoked', async () => {
  const { access_token: token, refresh_token: refresh = '' } = await obtain(
    browser,
    await begin(server, app),
  );
  const other = await registerApp(server, isPublic);
  for (const foreign of [token, refresh]) {
    const response = await post('revoke', { client_id: other.client_id, token: foreign });
    expect([response.status, (await response.json()).error]).toEqual([400, 'invalid_grant']);
  }
  expect(await statusOf(token)).toBe(200);
});

test('an access token expires after 24 hours', async () => {
  const { access_token: token } = await obtain(browser, await begin(server, app));
  const newest = await prisma().accessToken.findFirstOrThrow({ orderBy: { id: 'desc' } });
  expect(Math.round((newest.expiresAt!.getTime() - Date.now()) / 3_600_000)).toBe(24);
  await prisma().accessToken.update({ where: { id: newest.id }, data: { expiresAt: new Date() } });
  expect(await statusOf(token)).toBe(401);
});

test('a new password or a suspension ends codes, tokens and sessions', async () => {
  const bo = await register({ username: 'bo', password });
  const theirs: Browser = openBrowser();
  await theirs.logIn('bo', password);
  const tokens = await obtain(theirs, await begin(server, app));
  const attempt = await begin(server, app);
  const answer = answered(attempt, await allow(theirs, attempt));

  const renewed = await resetPassword(bo.id);
  expect(await statusOf(tokens.access_token)).toBe(401);
  expect(await refusalOf(redeem(attempt, answer))).toBe('invalid_grant');
  expect((await theirs.get(attempt.url)).location).toContain('/login');

  await theirs.logIn('bo', renewed);
  const again = await begin(server, app);
  const late = answered(again, await allow(theirs, again));
  await suspend(bo.id);
  expect(await refusalOf(redeem(again, late))).toBe('invalid_grant');
  expect((await theirs.logIn('bo', renewed)).status).toBe(422);
});

test('what registers badly is told why', async () => {
  const send = async (metadata: unknown) => {
    const init = {
      method: 'POST',
      body: JSON.stringify(metadata),
      headers: { 'content-type': 'application/json' },
    };
    const response = await reach(`${origin}/oauth/register`, init);
    return [response.status, (await response.json()).error];
  };
  expect(await send({})).toEqual([400, 'invalid_redirect_uri']);
  expect(await send({ redirect_uris: ['javascript:alert(1)'] })).toEqual([400, 'invalid_redirect_uri']);
  for (const wrong of [
    [],
    { redirect_uris: 'https://app.example/' },
    { redirect_uris: [callback], scope: 'admin' },
    { redirect_uris: [callback], token_endpoint_auth_method: 'private_key_jwt' },
    { redirect_uris: [callback], grant_types: ['client_credentials'] },
    { redirect_uris: [callback], response_types: ['token'] },
    { redirect_uris: [callback], client_name: 'a\0b' },
    { redirect_uris: [callback], client_uri: 'javascript:alert(1)' },
  ]) {
    expect(await send(wrong)).toEqual([400, 'invalid_client_metadata']);
  }
});

test('no request makes the endpoints fail', async () => {
  for (const path of ['token', 'revoke', 'introspect']) {
    for (const body of [
      '',
      'token=%00',
      'client_id=%ff&token=%ed%a0%80',
      'client_id=a&client_id=b',
      '&&&=',
    ]) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const response = await reach(`${origin}/oauth/${path}`, { method: 'POST', body, headers });
      expect([400, 401]).toContain(response.status);
    }
    const json = await reach(`${origin}/oauth/${path}`, { method: 'POST', body: '{}' });
    expect([json.status, (await json.json()).error]).toEqual([400, 'invalid_request']);
    const large = await post(path, { token: 'x'.repeat(20_000) });
    expect(large.status).toBe(413);
  }
  const unknown = await post('token', { client_id: app.client_id, grant_type: 'password' });
  expect((await unknown.json()).error).toBe('unsupported_grant_type');
});
