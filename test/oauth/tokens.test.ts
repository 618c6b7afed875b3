/** Access and refresh tokens, client authentication, and invalid requests to the OAuth endpoints. */
import * as oauth from 'oauth4webapi';
import { expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { resetPassword, suspend } from '../../src/domain/moderation/members.ts';
import { operator } from '../../src/domain/roles/permissions.ts';
import { type Browser, openBrowser, openBrowserAs } from '../support/browser.ts';
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
import { openTransaction, untilLocked } from '../support/transactions.ts';
import { fetchFromServer, origin } from '../support/web-server.ts';
import { app, browser, password, post, runConcurrently, server, statusWithToken, useApp } from './fixture.ts';

useApp();

test('a refresh token works once, and its reuse revokes the family', async () => {
  const attempt = await startAuthorization(server, app);
  const first = await obtainTokens(browser, attempt);
  const second = await refreshTokens(attempt, first.refresh_token!);
  const third = await refreshTokens(attempt, second.refresh_token!);

  expect(await errorCodeOf(refreshTokens(attempt, first.refresh_token!))).toBe('invalid_grant');
  for (const { access_token } of [first, second, third]) expect(await statusWithToken(access_token)).toBe(401);
  expect(await errorCodeOf(refreshTokens(attempt, third.refresh_token!))).toBe('invalid_grant');
});

test('of concurrent refreshes one gets tokens, which the others revoke', async () => {
  const attempt = await startAuthorization(server, app);
  const { refresh_token: token = '' } = await obtainTokens(browser, attempt);
  const results = await runConcurrently(() => refreshTokens(attempt, token));
  const given = results.filter((result) => result.status === 'fulfilled');
  expect(given).toHaveLength(1);
  expect(await statusWithToken(given[0]!.value.access_token)).toBe(401);
});

test('a refresh token expires after 90 days, belongs to one app and gives no additional scopes', async () => {
  const attempt = await startAuthorization(server, app, { scope: 'read' });
  const { refresh_token: token = '' } = await obtainTokens(browser, attempt);
  const other = await registerApp(server, publicClient);
  expect(await errorCodeOf(refreshTokens({ ...attempt, client: other }, token))).toBe('invalid_grant');

  const fields = { grant_type: 'refresh_token', client_id: app.client_id, refresh_token: token };
  const greedy = await post('token', { ...fields, scope: 'read write' });
  expect((await greedy.json()).error).toBe('invalid_scope');

  const newest = await prisma().refreshToken.findFirstOrThrow({ orderBy: { id: 'desc' } });
  const days = (newest.expiresAt.getTime() - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(90);
  await prisma().refreshToken.update({ where: { id: newest.id }, data: { expiresAt: new Date() } });
  expect(await errorCodeOf(refreshTokens(attempt, token))).toBe('invalid_grant');
});

test('a refresh can narrow the scopes, and a later one can restore them', async () => {
  const attempt = await startAuthorization(server, app);
  const { refresh_token: token = '' } = await obtainTokens(browser, attempt);
  const fields = { grant_type: 'refresh_token', client_id: app.client_id };
  const fewer = await (await post('token', { ...fields, refresh_token: token, scope: 'read' })).json();
  expect(fewer.scope).toBe('read');
  const all = await (await post('token', { ...fields, refresh_token: fewer.refresh_token })).json();
  expect(all.scope).toBe('read write');
});

test('a wrong, missing or unexpected client secret is 401', async () => {
  const client = await registerApp(server, { token_endpoint_auth_method: 'client_secret_basic' });
  const attempt = await startAuthorization(server, client);
  const answer = readAuthorizationResponse(attempt, await approve(browser, attempt));
  const wrong = { ...client, client_secret: 'pcs_wrong' };
  expect(await errorCodeOf(exchangeCode({ ...attempt, client: wrong }, answer).catch(named))).toBe('invalid_client');

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
  expect((await exchangeCode(attempt, answer)).scope).toBe('read write');
});

/** The library reports a 401 as its challenge. */
function named(error: unknown): never {
  if (error instanceof oauth.WWWAuthenticateChallengeError && error.status === 401) {
    throw new oauth.ResponseBodyError('', {
      cause: { error: 'invalid_client' },
      response: error.response,
    } as never);
  }
  throw error;
}

test('an app cannot revoke a token of another app', async () => {
  const { access_token: token, refresh_token: refresh = '' } = await obtainTokens(
    browser,
    await startAuthorization(server, app),
  );
  const other = await registerApp(server, publicClient);
  for (const foreign of [token, refresh]) {
    const response = await post('revoke', { client_id: other.client_id, token: foreign });
    expect([response.status, (await response.json()).error]).toEqual([400, 'invalid_grant']);
  }
  expect(await statusWithToken(token)).toBe(200);
});

test('an access token expires after 24 hours', async () => {
  const { access_token: token } = await obtainTokens(browser, await startAuthorization(server, app));
  const newest = await prisma().accessToken.findFirstOrThrow({ orderBy: { id: 'desc' } });
  expect(Math.round((newest.expiresAt!.getTime() - Date.now()) / 3_600_000)).toBe(24);
  await prisma().accessToken.update({ where: { id: newest.id }, data: { expiresAt: new Date() } });
  expect(await statusWithToken(token)).toBe(401);
});

test('a password reset or a suspension ends codes, tokens and sessions', async () => {
  const bo = await register({ username: 'bo', password });
  const theirs: Browser = openBrowser();
  await theirs.logIn('bo', password);
  const tokens = await obtainTokens(theirs, await startAuthorization(server, app));
  const attempt = await startAuthorization(server, app);
  const answer = readAuthorizationResponse(attempt, await approve(theirs, attempt));

  const { password: renewed } = await resetPassword(operator, bo.id);
  expect(await statusWithToken(tokens.access_token)).toBe(401);
  expect(await errorCodeOf(exchangeCode(attempt, answer))).toBe('invalid_grant');
  expect((await theirs.get(attempt.url)).location).toContain('/login');

  await theirs.logIn('bo', renewed);
  const again = await startAuthorization(server, app);
  const late = readAuthorizationResponse(again, await approve(theirs, again));
  await suspend(bo.id);
  expect(await errorCodeOf(exchangeCode(again, late))).toBe('invalid_grant');
  // They may only read why, and appeal.
  expect((await theirs.logIn('bo', renewed)).status).toBe(303);
  expect((await theirs.get('/home')).location).toContain('/suspended');
});

test('nothing that gives access is added while all access ends', async () => {
  const cy = await register({ username: 'cy', password });
  const theirs = await openBrowserAs('cy', password);
  const { hidden } = await theirs.get('/settings/apps');
  const create = () => theirs.post('/settings/tokens', { ...hidden, name: 'Script', scope: 'write' });
  const tokens = () => prisma().accessToken.count({ where: { accountId: cy.id } });
  expect([(await create()).status, await tokens()]).toEqual([200, 1]);

  const reset = await openTransaction();
  const { passwordHash } = await reset.tx.member.findUniqueOrThrow({ where: { accountId: cy.id } });
  await reset.tx.member.update({ where: { accountId: cy.id }, data: { passwordHash } });
  const late = create();
  await untilLocked();
  await reset.tx.session.deleteMany({ where: { accountId: cy.id } });
  await reset.commit();
  expect([(await late).status, await tokens()]).toEqual([403, 1]);
});

test('an invalid registration is refused with the reason', async () => {
  const send = async (metadata: unknown) => {
    const init = {
      method: 'POST',
      body: JSON.stringify(metadata),
      headers: { 'content-type': 'application/json' },
    };
    const response = await fetchFromServer(`${origin}/oauth/register`, init);
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

test('no malformed request causes a 5xx', async () => {
  for (const path of ['token', 'revoke', 'introspect']) {
    for (const body of ['', 'token=%00', 'client_id=%ff&token=%ed%a0%80', 'client_id=a&client_id=b', '&&&=']) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const response = await fetchFromServer(`${origin}/oauth/${path}`, { method: 'POST', body, headers });
      expect([400, 401]).toContain(response.status);
    }
    const json = await fetchFromServer(`${origin}/oauth/${path}`, { method: 'POST', body: '{}' });
    expect([json.status, (await json.json()).error]).toEqual([400, 'invalid_request']);
    const large = await post(path, { token: 'x'.repeat(20_000) });
    expect(large.status).toBe(413);
  }
  const unknown = await post('token', { client_id: app.client_id, grant_type: 'password' });
  expect((await unknown.json()).error).toBe('unsupported_grant_type');
});
