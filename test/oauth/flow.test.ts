/** An app with a standard OAuth library gets, uses, refreshes and revokes tokens through the real pages. */
import * as oauth from 'oauth4webapi';
import { expect, test } from 'vitest';
import { withToken } from '../support/as.ts';
import { openBrowser } from '../support/browser.ts';
import {
  clientAuthOf,
  obtainTokens,
  publicClient,
  refreshTokens,
  registerApp,
  routedToServer,
  startAuthorization,
} from '../support/oauth-app.ts';
import { fetchFromServer, origin } from '../support/web-server.ts';
import { browser, password, server, statusWithToken, useMember } from './fixture.ts';

useMember();

test.each([
  { kind: 'public', metadata: publicClient },
  { kind: 'confidential', metadata: { token_endpoint_auth_method: 'client_secret_basic' } },
])('a $kind app registers, is allowed, uses, renews and revokes', async ({ metadata }) => {
  const client = await registerApp(server, metadata);
  const attempt = await startAuthorization(server, client);
  const tokens = await obtainTokens(browser, attempt);
  expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 86_400, scope: 'read write' });
  expect(await statusWithToken(tokens.access_token)).toBe(200);
  expect((await withToken(tokens.access_token).get('/accounts/relationships')).status).toBe(403);

  const renewed = await refreshTokens(attempt, tokens.refresh_token!);
  expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
  expect(await statusWithToken(renewed.access_token)).toBe(200);

  const end = async (token: string) =>
    oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, clientAuthOf(client), token, routedToServer),
    );
  await end(renewed.access_token);
  expect(await statusWithToken(renewed.access_token)).toBe(401);
  expect(await statusWithToken(tokens.access_token)).toBe(200);

  await end(renewed.refresh_token!);
  expect(await statusWithToken(tokens.access_token)).toBe(401);
  await end('no token at all');
});

test('a confidential app can introspect its own tokens', async () => {
  const client = await registerApp(server, { token_endpoint_auth_method: 'client_secret_post' });
  const attempt = await startAuthorization(server, client, { scope: 'account:read' });
  const tokens = await obtainTokens(browser, attempt);
  const ask = async (who: oauth.Client, token: string) =>
    oauth.processIntrospectionResponse(
      server,
      who,
      await oauth.introspectionRequest(
        server,
        who,
        oauth.ClientSecretPost(String(who.client_secret)),
        token,
        routedToServer,
      ),
    );

  const now = Date.now() / 1000;
  const introspection = await ask(client, tokens.access_token);
  expect(introspection).toMatchObject({
    active: true,
    scope: 'account:read',
    client_id: client.client_id,
    username: 'ann',
    iss: origin,
  });
  expect(introspection.exp! - now).toBeGreaterThan(86_300);
  expect((await ask(client, tokens.refresh_token!)).exp! - now).toBeGreaterThan(89 * 86_400);

  const stranger = await registerApp(server);
  expect(await ask(stranger, tokens.access_token)).toEqual({ active: false });
  const without = await registerApp(server, publicClient);
  const response = await oauth.introspectionRequest(server, without, oauth.None(), tokens.access_token, routedToServer);
  expect(response.status).toBe(401);
});

test('a loopback redirect URI may use any port', async () => {
  const client = await registerApp(server, { ...publicClient, redirect_uris: ['http://127.0.0.1/done'] });
  const attempt = await startAuthorization(server, client, { redirect_uri: 'http://127.0.0.1:49152/done' });
  expect((await obtainTokens(browser, attempt)).scope).toBe('read write');
  const page = await browser.get(
    (await startAuthorization(server, client, { redirect_uri: 'http://[::1]:49152/done' })).url,
  );
  expect(page.status).toBe(400);
});

test('a member who is not logged in is sent through the login page', async () => {
  const other = openBrowser();
  const client = await registerApp(server, publicClient);
  const { url } = await startAuthorization(server, client);
  const first = await other.get(url);
  expect([first.status, first.location.startsWith(`${origin}/login?next=`)]).toEqual([303, true]);

  const form = await other.get(first.location);
  const after = await other.post('/login', { ...form.hidden, name: '@Ann@cook.example', password });
  expect([after.status, after.location]).toEqual([303, url]);
  const consent = await other.get(after.location);
  expect(consent.html).toContain('Pan &amp; &lt;Pot&gt;');
  expect(consent.html).toContain('@ann@cook.example');
});

test('the protected resource names its authorization server', async () => {
  const resource = await oauth.processResourceDiscoveryResponse(
    new URL(origin),
    await oauth.resourceDiscoveryRequest(new URL(origin), routedToServer),
  );
  expect(resource).toMatchObject({ authorization_servers: [origin], bearer_methods_supported: ['header'] });
  expect(server).toMatchObject({
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  });
});

test('browser apps may call the endpoints from any origin, with the right method', async () => {
  for (const path of ['token', 'revoke', 'introspect', 'register']) {
    const before = await fetchFromServer(`${origin}/oauth/${path}`, { method: 'OPTIONS' });
    expect([before.status, before.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    const wrong = await fetchFromServer(`${origin}/oauth/${path}`);
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  }
});
