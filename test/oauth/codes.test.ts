/** Authorization requests, redirects and authorization codes. */
import { expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { openBrowser } from '../support/browser.ts';
import {
  approve,
  callback,
  errorCodeOf,
  exchangeCode,
  obtainTokens,
  publicClient,
  readAuthorizationResponse,
  refreshTokens,
  registerApp,
  startAuthorization,
} from '../support/oauth-app.ts';
import { origin } from '../support/web-server.ts';
import { app, browser, post, runConcurrently, server, statusWithToken, useApp } from './fixture.ts';

useApp();

test.each([
  ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['PKCE without a method, which would mean plain', { code_challenge_method: null }, 'invalid_request'],
  ['no PKCE', { code_challenge: null, code_challenge_method: null }, 'invalid_request'],
  ['a challenge that is no SHA-256', { code_challenge: 'short' }, 'invalid_request'],
  ['the implicit grant', { response_type: 'token' }, 'unsupported_response_type'],
  ['no response type', { response_type: null }, 'invalid_request'],
  ['an answer in the fragment', { response_mode: 'fragment' }, 'invalid_request'],
  ['an unknown scope', { scope: 'read admin' }, 'invalid_scope'],
])('%s is refused, and the app gets the error with iss', async (_, changes, code) => {
  const attempt = await startAuthorization(server, app, changes);
  const page = await browser.get(attempt.url);
  expect(page.status).toBe(303);
  const answer = new URL(page.location);
  expect(answer.searchParams.get('iss')).toBe(origin);
  expect(answer.searchParams.get('from')).toBe('potluck');
  expect(await errorCodeOf(Promise.resolve().then(() => readAuthorizationResponse(attempt, page)))).toBe(code);
});

test('a visitor who is not logged in sees the error here, and is not sent to the app', async () => {
  const guest = openBrowser();
  const { url } = await startAuthorization(server, app, { scope: 'read admin' });
  const page = await guest.get(url);
  expect([page.status, page.location]).toEqual([400, '']);
  expect(page.html).toContain('This app sent an invalid request');
  const good = await guest.get((await startAuthorization(server, app)).url);
  expect(good.location).toContain('/login?next=');
  expect((await browser.get(url)).location).toContain('https://app.example/callback?');
});

test('an app cannot request more than it registered', async () => {
  const modest = await registerApp(server, { ...publicClient, scope: 'read' });
  const attempt = await startAuthorization(server, modest, { scope: 'read write' });
  const page = await browser.get(attempt.url);
  expect(new URL(page.location).searchParams.get('error')).toBe('invalid_scope');
  const silent = await startAuthorization(server, modest, { scope: null });
  expect((await obtainTokens(browser, silent)).scope).toBe('read');
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
  const page = await browser.get((await startAuthorization(server, app, { redirect_uri: redirectUri })).url);
  expect([page.status, page.location]).toEqual([400, '']);
});

test('an unknown app or a repeated parameter gets an error page and no redirect', async () => {
  const unknown = await browser.get((await startAuthorization(server, app, { client_id: 'x'.repeat(22) })).url);
  expect([unknown.status, unknown.location]).toEqual([400, '']);
  const { url } = await startAuthorization(server, app);
  const twice = await browser.get(`${url}&redirect_uri=https://evil.example/`);
  expect([twice.status, twice.location]).toEqual([400, '']);
  expect((await browser.get(`${url}&x=%00`)).status).toBe(400);
});

test('a member who denies the request redirects the app with access_denied', async () => {
  const attempt = await startAuthorization(server, app);
  const page = await browser.get(attempt.url);
  const sent = await browser.post('/oauth/authorize', { ...page.hidden, decision: 'deny' });
  expect(await errorCodeOf(Promise.resolve().then(() => readAuthorizationResponse(attempt, sent)))).toBe(
    'access_denied',
  );
});

test('a code works once, and its reuse revokes the issued tokens', async () => {
  const attempt = await startAuthorization(server, app);
  const answer = readAuthorizationResponse(attempt, await approve(browser, attempt));
  const tokens = await exchangeCode(attempt, answer);
  expect(await statusWithToken(tokens.access_token)).toBe(200);

  expect(await errorCodeOf(exchangeCode(attempt, answer))).toBe('invalid_grant');
  expect(await statusWithToken(tokens.access_token)).toBe(401);
  expect(await errorCodeOf(refreshTokens(attempt, tokens.refresh_token!))).toBe('invalid_grant');
});

test('of concurrent redemptions of a code one gets tokens, which the others revoke', async () => {
  const attempt = await startAuthorization(server, app);
  const answer = readAuthorizationResponse(attempt, await approve(browser, attempt));
  const results = await runConcurrently(() => exchangeCode(attempt, answer));
  const given = results.filter((result) => result.status === 'fulfilled');
  expect(given).toHaveLength(1);
  expect(await statusWithToken(given[0]!.value.access_token)).toBe(401);
});

test('a code expires after 60 seconds', async () => {
  const attempt = await startAuthorization(server, app);
  const answer = readAuthorizationResponse(attempt, await approve(browser, attempt));
  const newest = await prisma().authorizationCode.findFirstOrThrow({ orderBy: { id: 'desc' } });
  expect(newest.expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(60_000);
  expect(newest.expiresAt.getTime() - Date.now()).toBeGreaterThan(50_000);

  const expiresAt = new Date(Date.now() - 1);
  await prisma().authorizationCode.update({ where: { id: newest.id }, data: { expiresAt } });
  expect(await errorCodeOf(exchangeCode(attempt, answer))).toBe('invalid_grant');
});

test('a code works only with its app, redirect URI and verifier', async () => {
  const attempt = await startAuthorization(server, app);
  const answer = readAuthorizationResponse(attempt, await approve(browser, attempt));
  const code = answer.get('code')!;
  const other = await registerApp(server, publicClient);
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

test('a code requested for one redirect URI cannot be redeemed with another registered one', async () => {
  const uris = [callback, 'https://app.example/second'];
  const client = await registerApp(server, { ...publicClient, redirect_uris: uris });
  const attempt = await startAuthorization(server, client);
  const answer = readAuthorizationResponse(attempt, await approve(browser, attempt));
  expect(await errorCodeOf(exchangeCode({ ...attempt, redirectUri: uris[1]! }, answer))).toBe('invalid_grant');
  expect((await exchangeCode(attempt, answer)).scope).toBe('read write');
});
