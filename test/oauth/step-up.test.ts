/** Step-up authentication: changes that could take over an account need a proof from the last 10 minutes. */
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import type { Prisma } from '../../src/db/generated/client.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { updateInstanceProfile } from '../../src/domain/instance/instance.ts';
import { setAliases } from '../../src/domain/migration/move.ts';
import { setRole } from '../../src/domain/moderation/members.ts';
import { operator } from '../../src/domain/roles/permissions.ts';
import { age } from '../support/age.ts';
import { testApp } from '../support/as.ts';
import { openBrowser, type Page } from '../support/browser.ts';
import { useDatabase } from '../support/database-connection.ts';
import { drain } from '../support/drain.ts';
import {
  discover,
  exchangeCode,
  publicClient,
  readAuthorizationResponse,
  registerApp,
  startAuthorization,
} from '../support/oauth-app.ts';
import { origin, useWebServer } from '../support/web-server.ts';

let password = 'flour, water, salt';
const browser = openBrowser();
const other = openBrowser();
let ann: Account;
let bo: Account;

useDatabase();
useWebServer();
beforeAll(async () => {
  // The clock of the codes stands still in the middle of a period.
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 30_000) * 30_000 + 10_000 });
  ann = await register({ username: 'ann', password, admin: true });
  bo = await register({ username: 'bo', password });
  await setRole(operator, ann.id, 'owner');
  await setAliases(bo.id, ['ann@cook.example']);
  await updateInstanceProfile(operator, { invitations: 'everybody' });
  await browser.logIn('ann', password);
  await other.logIn('ann', password);
});
afterAll(() => void vi.useRealTimers());

const expire = () => age('log-ins', '11 minutes');
beforeEach(expire);

/** What a query finds, for comparisons. */
const read = async (find: () => Promise<unknown>) =>
  JSON.stringify(await find(), (_, value) => (typeof value === 'bigint' ? Number(value) : value));
const member = (select: Prisma.MemberSelect) => () =>
  prisma().member.findUnique({ where: { accountId: ann.id }, select });
const account = (select: Prisma.AccountSelect) => () => prisma().account.findUnique({ where: { id: ann.id }, select });
const own = () => ({ where: { accountId: ann.id } });
const emailOf = () => read(member({ email: true }));
const saveEmail = async (email: string, fields: Record<string, string> = {}) => {
  const { hidden } = await browser.get('/settings/email');
  return (await browser.post('/settings/email', { ...hidden, email, ...fields })).status;
};
/** The form token, which all forms of a session share. */
const formToken = async () => {
  const { form_token } = (await browser.get('/settings/email')).hidden;
  return { form_token: form_token! };
};

test('a form asks for the password, and the next one within 10 minutes does not, in this session only', async () => {
  expect(await saveEmail('one@example.org')).toBe(422);
  expect(await saveEmail('one@example.org', { current: 'wrong' })).toBe(422);
  expect(await emailOf()).toContain('null');
  expect(await saveEmail('one@example.org', { current: password })).toBe(303);
  expect((await browser.get('/settings/email')).html).not.toContain('name="current"');
  expect(await saveEmail('two@example.org')).toBe(303);
  expect((await other.get('/settings/email')).html).toContain('name="current"');
  expect(await saveEmail('three@example.org', { current: 'wrong' })).toBe(422);
  expect(await emailOf()).toContain('two@example.org');
  await expire();
  expect(await saveEmail('three@example.org')).toBe(422);
  expect(await emailOf()).toContain('two@example.org');
});

/** Codes work once, so each use takes the code of another period within the tolerance. */
let app: TOTP;
const codeOf = (offset: number) => app.generate({ timestamp: Date.now() + offset * 30_000 });
const passkeys = () => prisma().passkey.findMany({ ...own(), select: { credentialId: true } });
const factor = () => prisma().totp.findMany({ ...own(), select: { secret: true } });
const movedTo = account({ movedToId: true });
const enrolments = { key: { startsWith: 'two-factor enrolment' } };
const page = '/settings/two-factor';

interface Change {
  /** As it is mounted. */
  route: string;
  /** Where the route has parameters. */
  path?: string;
  fields?: () => Record<string, string> | Promise<Record<string, string>>;
  /** What changes. */
  state: () => Promise<unknown>;
  before?: () => Promise<unknown>;
}

/** In this order: later ones need what earlier ones have changed. */
const changes: Change[] = [
  {
    route: '/settings/email',
    fields: () => ({ email: 'four@example.org' }),
    state: member({ email: true }),
  },
  {
    route: '/settings/tokens',
    fields: () => ({ name: 'Script', scope: 'write' }),
    state: () =>
      prisma().accessToken.findMany({ where: { accountId: ann.id, clientId: null }, select: { hash: true } }),
  },
  {
    route: '/settings/invitations',
    fields: () => ({ uses: '1', days: '1' }),
    state: () => prisma().invitation.findMany({ ...own(), select: { code: true } }),
  },
  {
    route: '/settings/move/aliases',
    fields: () => ({ aliases: 'bo@cook.example' }),
    state: account({ alsoKnownAs: true }),
  },
  { route: '/settings/move/away', fields: () => ({ target: 'bo@cook.example', sure: 'yes' }), state: movedTo },
  { route: '/settings/move/back', state: movedTo },
  { route: '/settings/export', state: () => prisma().export.findMany({ ...own(), select: { key: true } }) },
  {
    route: '/settings/passkeys/remove',
    before: () =>
      prisma().passkey.create({
        data: {
          accountId: ann.id,
          credentialId: 'x',
          publicKey: Buffer.from(''),
          counter: 0,
          name: 'Phone',
        },
      }),
    fields: async () => ({ id: String((await prisma().passkey.findFirstOrThrow()).id), sure: 'yes' }),
    state: passkeys,
  },
  {
    route: `${page}/begin`,
    state: () => prisma().keyValue.findMany({ where: enrolments, select: { key: true } }),
  },
  {
    route: page,
    before: async () => {
      const [, key] = /<code>([A-Z2-7 ]+)<\/code>/.exec((await browser.get(page)).html)!;
      app = new TOTP({ secret: Secret.fromBase32(key!.replaceAll(' ', '')) });
    },
    fields: () => ({ code: codeOf(-1) }),
    state: factor,
  },
  {
    route: `${page}/codes`,
    fields: () => ({ sure: 'yes' }),
    state: () => prisma().recoveryCode.findMany({ ...own(), select: { hash: true } }),
  },
  { route: `${page}/off`, fields: () => ({ sure: 'yes' }), state: factor },
  {
    route: '/settings/access',
    fields: () => ({ password: 'a new spoon for the pot' }),
    state: member({ passwordHash: true }),
  },
];

/** Forms that change nothing which gives access, or that only take access away. */
const harmless = [
  '/settings',
  '/settings/confirm',
  '/settings/sessions',
  '/settings/sessions/:id/end',
  '/settings/end-all',
  '/settings/tokens/:id/revoke',
  '/settings/apps/:id/revoke',
  '/settings/invitations/:id/revoke',
  // Sends the link to the address that a proof has set.
  '/settings/email/confirm',
  // Notices about safety are on no list.
  '/settings/email/lists',
  '/settings/people/domains',
];
const harmlessFolders = ['people', 'filters', 'blocked-servers', 'keyboard', 'moderation', 'import'];

const asks = ({ status, html, location }: Page): boolean =>
  (status === 422 && html.includes('name="current"')) || location.startsWith(`${origin}/settings/confirm?`);

test.each(changes)('$route changes something only after a proof', async (change) => {
  const { route, path = route, fields = () => ({}), state, before } = change;
  await before?.();
  const first = await read(state);
  const sent = { ...(await formToken()), ...(await fields()) };
  const refused = await browser.post(path, sent);
  expect([asks(refused), await read(state)]).toEqual([true, first]);
  const wrong = await browser.post(path, { ...sent, current: 'wrong password' });
  expect([asks(wrong), await read(state)]).toEqual([true, first]);
  const done = await browser.post(path, { ...sent, current: password });
  expect([200, 303]).toContain(done.status);
  expect(await read(state)).not.toBe(first);
  if (route === '/settings/access') password = 'a new spoon for the pot';
});

test('every form of the settings is known to need a proof, or to need none', () => {
  const forms = testApp().routes.filter(({ method, path }) => method === 'POST' && path.startsWith('/settings'));
  const tested = [...changes.map(({ route }) => route), '/settings/passkeys', '/settings/leave', ...harmless];
  const unknown = [...new Set(forms.map(({ path }) => path))].filter(
    (path) => !tested.includes(path) && !harmlessFolders.includes(path.split('/')[2]!),
  );
  expect(unknown).toEqual([]);
  expect(forms.length).toBeGreaterThan(25);
});

test('a passkey is added only after a proof', async () => {
  const form = await formToken();
  expect(asks(await browser.post('/settings/passkeys', { ...form, credential: '{}', state: '' }))).toBe(true);
  // The browser that plays a device is in test/pages/passkeys.test.ts.
  const proved = await browser.post('/settings/passkeys', { ...form, credential: '{}', current: password });
  expect([asks(proved), proved.html.includes('The passkey was not accepted')]).toEqual([false, true]);
});

test('an export is downloaded only after a proof', async () => {
  await drain();
  const stale = await browser.get('/settings/export');
  const link = `/settings/confirm?next=${encodeURIComponent('/settings/export')}`;
  expect([stale.html.includes(`href="${link}"`), stale.html.includes('/settings/export/file"')]).toEqual([true, false]);
  expect((await browser.get('/settings/export/file')).location).toBe(`${origin}${link}`);
  const asked = await browser.get(link);
  const proved = await browser.post('/settings/confirm', { ...asked.hidden, current: password });
  expect((await browser.get(proved.location)).html).toContain('href="/settings/export/file"');
  const file = await browser.get('/settings/export/file');
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/zip']);
});

test('an app that may write is allowed only after a proof, and keeps its request on the way', async () => {
  const server = await discover();
  const client = await registerApp(server, publicClient);
  const codes = () => prisma().authorizationCode.findMany({ ...own(), select: { hash: true } });
  const allow = { decision: 'allow' };
  for (const scope of ['write', 'account:write', 'read write']) {
    const attempt = await startAuthorization(server, client, { scope });
    const consent = await browser.get(attempt.url);
    const before = await read(codes);
    for (const current of ['', 'wrong']) {
      const refused = await browser.post('/oauth/authorize', { ...consent.hidden, ...allow, current });
      expect([refused.status, asks(refused), refused.location]).toEqual([422, true, '']);
    }
    expect(await read(codes)).toBe(before);
    // By way of the page for other proofs.
    const [, link] = /href="(\/settings\/confirm[^"]+)"/.exec(consent.html)!;
    const asked = await browser.get(link!);
    const proved = await browser.post('/settings/confirm', { ...asked.hidden, current: password });
    expect(Object.fromEntries(new URL(proved.location).searchParams)).toEqual(
      Object.fromEntries(new URL(attempt.url).searchParams),
    );
    const again = await browser.get(proved.location);
    expect(again.html).not.toContain('name="current"');
    const allowed = await browser.post('/oauth/authorize', { ...again.hidden, ...allow });
    expect((await exchangeCode(attempt, readAuthorizationResponse(attempt, allowed))).scope).toBe(scope);
    await expire();
  }
  const direct = await startAuthorization(server, client);
  const consent = await browser.get(direct.url);
  const sent = { ...consent.hidden, ...allow, current: password };
  expect(
    (await exchangeCode(direct, readAuthorizationResponse(direct, await browser.post('/oauth/authorize', sent)))).scope,
  ).toBe('read write');
  await expire();
  // Denying needs no proof, and an app that reads gets what the session can read anyway.
  const denied = await startAuthorization(server, client);
  const form = await browser.get(denied.url);
  const refusal = await browser.post('/oauth/authorize', { ...form.hidden, decision: 'deny' });
  expect(refusal.location).toContain('error=access_denied');
  const reader = await startAuthorization(server, client, { scope: 'read account:read' });
  const asked = await browser.get(reader.url);
  expect(asked.html).not.toContain('name="current"');
  const done = await browser.post('/oauth/authorize', { ...asked.hidden, ...allow });
  expect((await exchangeCode(reader, readAuthorizationResponse(reader, done))).scope).toBe('read account:read');
});

test.each<{ path: string; fields?: Record<string, string>; column: 'role' | 'passwordHash' }>([
  { path: '/admin/accounts/bo/role', fields: { role: 'moderator' }, column: 'role' },
  { path: '/admin/accounts/bo/reset-password', column: 'passwordHash' },
])('$path changes something only after a proof', async ({ path, fields, column }) => {
  const list = await browser.get('/admin/accounts');
  const change = () =>
    browser.post(path, { ...list.hidden, ...fields }, { origin, referer: `${origin}/admin/accounts?q=bo` });
  const state = async () => (await prisma().member.findUniqueOrThrow({ where: { accountId: bo.id } }))[column];
  const first = await state();
  const sent = await change();
  expect(sent.location).toBe(`${origin}/settings/confirm?next=${encodeURIComponent('/admin/accounts?q=bo')}`);
  expect(await state()).toBe(first);
  const asked = await browser.get(sent.location);
  const proved = await browser.post('/settings/confirm', { ...asked.hidden, current: password });
  expect(proved.location).toBe(`${origin}/admin/accounts?q=bo`);
  await change();
  expect(await state()).not.toBe(first);
});

test('an app whose first code was not entered proves nothing, and its secret stays in its session', async () => {
  const begun = { ...(await formToken()), current: password };
  expect((await browser.post(`${page}/begin`, begun)).status).toBe(303);
  const [, key] = /<code>([A-Z2-7 ]+)<\/code>/.exec((await browser.get(page)).html)!;
  app = new TOTP({ secret: Secret.fromBase32(key!.replaceAll(' ', '')) });
  await other.logIn('ann', password);
  expect((await other.get(page)).html).not.toContain('<code>');
  await expire();

  const asked = await browser.get('/settings/confirm?next=//evil.example/');
  expect(asked.html).not.toContain('name="code"');
  const prove = (code: string) => browser.post('/settings/confirm', { ...asked.hidden, code });
  expect((await prove(codeOf(-1))).status).toBe(422);
  expect(await read(factor)).toBe('[]');
  expect(await saveEmail('five@example.org')).toBe(422);

  // Nor does it after 10 minutes, or when all access has ended.
  const finish = async () =>
    (await browser.post(page, { ...(await formToken()), code: codeOf(-1), current: password })).status;
  await prisma().keyValue.updateMany({ where: enrolments, data: { expiresAt: new Date(0) } });
  expect([await finish(), (await browser.get(page)).html.includes('<code>')]).toEqual([422, false]);
  await browser.post(`${page}/begin`, begun);
  expect((await browser.get(page)).html).toContain('<code>');
  await browser.post('/settings/access', { ...begun, password: 'yet another spoon' });
  password = 'yet another spoon';
  expect((await browser.get(page)).html).not.toContain('<code>');
});

test('a code of the app in use is a proof, once, and the page leads only to local pages', async () => {
  await browser.post(`${page}/begin`, { ...(await formToken()), current: password });
  const [, key] = /<code>([A-Z2-7 ]+)<\/code>/.exec((await browser.get(page)).html)!;
  app = new TOTP({ secret: Secret.fromBase32(key!.replaceAll(' ', '')) });
  expect((await browser.post(page, { ...(await formToken()), code: codeOf(-1) })).status).toBe(200);
  await expire();
  const asked = await browser.get('/settings/confirm?next=//evil.example/');
  const prove = (code: string) => browser.post('/settings/confirm', { ...asked.hidden, code });
  expect((await prove('000000')).status).toBe(422);
  expect(await saveEmail('six@example.org')).toBe(422);
  const code = codeOf(0);
  expect((await prove(code)).location).toBe(`${origin}/settings`);
  expect(await saveEmail('six@example.org')).toBe(303);
  await expire();
  expect((await prove(code)).status).toBe(422);
  expect(await saveEmail('seven@example.org')).toBe(422);
});

test('the account is deleted only after a proof', async () => {
  const deleted = account({ deletedAt: true });
  const form = await formToken();
  expect(asks(await browser.post('/settings/leave', form))).toBe(true);
  expect(await read(deleted)).toContain('null');
  // A server keeps an owner.
  await setRole(operator, bo.id, 'owner');
  expect((await browser.post('/settings/leave', { ...form, current: password })).status).toBe(303);
  expect(await read(deleted)).not.toContain('null');
});
