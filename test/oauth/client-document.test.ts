/** Apps whose id is the URL of a document: the whole flow, bad documents, and who makes the server fetch one. */
import { beforeEach, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { openBrowser } from '../support/browser.ts';
import {
  approve,
  obtainTokens,
  readAuthorizationResponse,
  refreshTokens,
  startAuthorization,
} from '../support/oauth-app.ts';
import { type Json, type RemoteServer, remoteServerAt } from '../support/remote-server.ts';
import { origin } from '../support/web-server.ts';
import { browser, post, server, statusWithToken, useMember } from './fixture.ts';

useMember();

const host = 'pot.example';
const callback = `https://${host}/callback`;
let serial = 0;
let id = '';
let remote: RemoteServer;

beforeEach(() => {
  serial += 1;
  id = `https://${host}/client-${serial}.json`;
  remote = remoteServerAt(host);
});

const good = (): Json => ({
  client_id: id,
  client_name: 'Pan & <Pot>',
  client_uri: 'https://bank.example/',
  redirect_uris: [callback, 'http://127.0.0.1/done', 'example.pot:/done'],
  scope: 'atproto read write transition:generic',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  dpop_bound_access_tokens: true,
});

function publish(changes: Json = {}, init: ResponseInit = {}, body?: string): void {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  const text = body ?? JSON.stringify({ ...good(), ...changes });
  remote.responses.set(id, () => new Response(text, { headers, ...init }));
}

const start = (changes: Record<string, string | null> = {}) =>
  startAuthorization(server, { client_id: id }, { redirect_uri: callback, ...changes });

test('an app with a document gets, uses and renews tokens, and can be revoked, without being registered', async () => {
  expect(server.client_id_metadata_document_supported).toBe(true);
  publish();
  const attempt = await start();
  const page = await browser.get(attempt.url);
  expect(page.html).toContain('Pan &amp; &lt;Pot&gt;');
  expect(page.html).toContain(`check who runs it: <strong>${host}</strong>`);
  expect(page.html).not.toContain('bank.example');
  expect(await prisma().oauthClient.count({ where: { id } })).toBe(0);

  const tokens = await obtainTokens(browser, attempt);
  expect(await statusWithToken(tokens.access_token)).toBe(200);
  const renewed = await refreshTokens(attempt, tokens.refresh_token!);
  expect(await statusWithToken(renewed.access_token)).toBe(200);
  expect(remote.requestedUrls.filter((url) => url === id)).toHaveLength(1);

  const apps = await browser.get('/settings/apps');
  expect(apps.html).toContain(`>${host}</a>`);
  const [, revoke] = /action="(\/settings\/apps\/[^"]+client-[^"]+\/revoke)"/.exec(apps.html)!;
  await browser.post(revoke!, { ...apps.hidden, sure: 'yes' });
  expect(await statusWithToken(renewed.access_token)).toBe(401);
});

test('what the member allowed is stored, and the next consent replaces it', async () => {
  await prisma().oauthClient.create({
    data: { id, name: 'Former', redirectUris: ['https://pot.example/former'], scopes: ['read'] },
  });
  publish({ client_name: null, client_uri: `https://${host}/about` });
  const attempt = await start();
  readAuthorizationResponse(attempt, await approve(browser, attempt));
  expect(await prisma().oauthClient.findUniqueOrThrow({ where: { id } })).toMatchObject({
    name: host,
    website: `https://${host}/about`,
    scopes: ['read', 'write'],
    secretHash: null,
  });
});

test.each(['http://127.0.0.1:4711/done', 'example.pot:/done'])('an answer may go to %s', async (target) => {
  publish();
  const page = await approve(browser, await start({ redirect_uri: target }));
  expect(page.location).toContain(`${target}?code=`);
});

test.each<[string, Json, ResponseInit?, string?]>([
  ['of another id', { client_id: 'https://pot.example/other.json' }],
  ['without redirect URIs', { redirect_uris: [] }],
  ['with a redirect URI of another host', { redirect_uris: [callback, 'https://evil.example/'] }],
  ['with a redirect URI of another port', { redirect_uris: [`https://${host}:8443/`] }],
  ['with a private-use scheme of somebody else', { redirect_uris: ['com.example.evil:/done'] }],
  ['with a secret', { client_secret: 'x' }],
  ['with a method that needs a secret', { token_endpoint_auth_method: 'client_secret_basic' }],
  ['of an app without codes', { grant_types: ['implicit'] }],
  ['of an app without the response type', { response_types: ['token'] }],
  ['without a scope of this server', { scope: 'atproto' }],
  ['that is not JSON', {}, {}, '<html>'],
  ['that is too large', { more: 'x'.repeat(16 * 1024) }],
  ['that is HTML', {}, { headers: { 'content-type': 'text/html' } }],
  ['that is missing', {}, { status: 404 }],
  ['at the end of a redirect', {}, { status: 302, headers: { location: 'https://pot.example/else.json' } }],
])('a document %s gets an error page and no redirect', async (_, changes, init, body) => {
  publish(changes, init, body);
  remote.responses.set('https://pot.example/else.json', () => Response.json(good()));
  const { url } = await start();
  const page = await browser.get(url);
  expect([page.status, page.location]).toEqual([400, '']);
  expect(page.html).toContain(`describes itself cannot be used (${host}: `);

  publish();
  expect((await browser.get(url)).status).toBe(200);
});

test.each([
  'http://pot.example/a.json',
  'https://pot.example',
  'https://POT.example/a.json',
  'https://pot.example/x/../a.json',
  'https://pot.example/%2e/a.json',
  'https://pot.example/a.json#b',
  'https://me@pot.example/a.json',
  `https://pot.example/${'a'.repeat(500)}`,
])('the id %s is refused, and not fetched', async (wrong) => {
  const { url } = await start({ client_id: wrong });
  const page = await browser.get(url);
  expect([page.status, page.html.includes('client_id is unknown')]).toEqual([400, true]);
  expect(remote.requestedUrls).toEqual([]);
});

test('an address of this network is not fetched', async () => {
  const { url } = await start({ client_id: 'https://127.0.0.1/client.json' });
  const page = await browser.get(url);
  expect([page.status, page.html.includes('describes itself cannot be used (127.0.0.1: ')]).toEqual([400, true]);
});

test('a visitor logs in before anything is fetched, and the token endpoint fetches nothing', async () => {
  publish();
  const { url, verifier } = await start();
  const page = await openBrowser().get(url);
  expect([page.status, page.location.startsWith(`${origin}/login?next=`)]).toEqual([303, true]);

  const form = { grant_type: 'authorization_code', client_id: id, code: 'plc_x', code_verifier: verifier };
  const response = await post('token', form);
  expect([response.status, (await response.json()).error]).toEqual([401, 'invalid_client']);
  expect(remote.requestedUrls).toEqual([]);
  expect((await browser.get(url)).status).toBe(200);
  expect(remote.requestedUrls).toEqual([id]);
});
