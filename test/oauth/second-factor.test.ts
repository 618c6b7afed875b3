/** Two-factor authentication: an authenticator app, and recovery codes. */
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { openBrowser } from '../support/browser.ts';
import { useDatabase } from '../support/database-connection.ts';
import { changeMember, stored } from '../support/stored.ts';
import { origin, useWebServer } from '../support/web-server.ts';

const password = 'flour, water, salt';
const browser = openBrowser();
let app: TOTP;
let codes: string[];

useDatabase();
useWebServer();
beforeAll(async () => {
  // The clock of the codes stands still in the middle of a period.
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 30_000) * 30_000 + 10_000 });
  await register({ username: 'ann', password });
  await register({ username: 'bo', password });
  await browser.logIn('ann', password);
});

afterAll(() => void vi.useRealTimers());

/** Codes work once, so each use takes the code of another period within the tolerance. */
const codeOf = (offset = 0) => app.generate({ timestamp: Date.now() + offset * 30_000 });
const page = '/settings/two-factor';
const codesIn = (html: string) => /<pre>([^<]+)<\/pre>/.exec(html)![1]!.trim().split('\n');

/** Enters the password, then the code. */
async function logIn(code: string, next = '') {
  const visitor = openBrowser();
  const asked = await visitor.logIn('ann', password, next);
  expect([asked.status, asked.html.includes('Enter your code')]).toEqual([200, true]);
  expect([visitor.cookies.has('__Host-session'), forbiddenContentIn(asked.html)]).toEqual([false, []]);
  return visitor.post('/login/code', { ...asked.hidden, code });
}

test('it is on once the first code was entered, and the secret is encrypted', async () => {
  const start = await browser.get(page);
  expect(await stored.totpSecrets()).toBe(0);
  await browser.post(`${page}/begin`, start.hidden);
  const form = await browser.get(page);
  expect(forbiddenContentIn(form.html)).toEqual([]);
  expect(form.html).toContain('<svg');
  const key = /<code>([A-Z2-7 ]+)<\/code>/.exec(form.html)![1]!.replaceAll(' ', '');
  expect((await browser.get(page)).html).toContain(form.html.match(/<code>[^<]+<\/code>/)![0]);
  app = new TOTP({ secret: Secret.fromBase32(key) });
  const turnOn = (fields: Record<string, string>) => browser.post(page, { ...form.hidden, ...fields });
  expect((await turnOn({ code: codeOf(-1), current: 'wrong' })).status).toBe(422);
  expect((await turnOn({ code: codeOf(40), current: password })).status).toBe(422);
  expect((await openBrowser().logIn('ann', password)).status).toBe(303);

  const on = await turnOn({ code: codeOf(-1), current: password });
  codes = codesIn(on.html);
  expect([on.status, new Set(codes).size]).toEqual([200, 10]);
  expect((await browser.get(page)).html).not.toContain(codes[0]);
  const hashes = (await prisma().recoveryCode.findMany()).map(({ hash }) => String(hash));
  expect(hashes).toHaveLength(10);
  expect(hashes.join()).not.toContain(codes[0]);
  const { secret } = await prisma().totp.findFirstOrThrow();
  expect(Buffer.from(secret).includes(Buffer.from(app.secret.bytes))).toBe(false);
});

test('the password alone no longer logs in, and each code works once', async () => {
  for (const wrong of ['', '000000', codeOf(-1), 'aaaa-bbbb-cccc-dddd']) expect((await logIn(wrong)).status).toBe(422);
  const code = codeOf(0);
  const done = await logIn(`${code.slice(0, 3)} ${code.slice(3)}`, '/explore');
  expect([done.status, done.location]).toEqual([303, `${origin}/explore`]);
  expect((await logIn(code)).status).toBe(422);
  expect((await openBrowser().logIn('bo', password)).status).toBe(303);
});

test('a recovery code works once, and new ones replace the former', async () => {
  const [first, second] = codes;
  expect((await logIn(first!.toUpperCase().replaceAll('-', ' '))).status).toBe(303);
  expect((await logIn(first!)).status).toBe(422);
  const settings = await browser.get(page);
  expect(settings.html).toContain('9 recovery codes left');
  const question = await browser.post(`${page}/codes`, { ...settings.hidden, current: password });
  expect(question.html).toContain('New recovery codes replace the former ones.');
  expect(question.html).toContain('This cannot be undone.');
  const renewed = await browser.post(`${page}/codes`, question.hidden);
  expect((await logIn(second!)).status).toBe(422);
  expect((await logIn(codesIn(renewed.html)[0]!)).status).toBe(303);
});

test('a step cannot be skipped, forged, or finished after the password changed', async () => {
  const visitor = openBrowser();
  const asked = await visitor.logIn('ann', password);
  const send = (fields: Record<string, string>) =>
    visitor.post('/login/code', { ...asked.hidden, code: codeOf(1), ...fields });
  const forged = `${asked.hidden.challenge!.slice(0, -4)}AAAA`;
  for (const challenge of ['', 'x', forged]) {
    const refused = await send({ challenge });
    expect([refused.location, visitor.cookies.has('__Host-session')]).toEqual([`${origin}/login`, false]);
  }
  const { accountId } = await prisma().totp.findFirstOrThrow();
  const { passwordHash } = await prisma().member.findUniqueOrThrow({ where: { accountId } });
  await changeMember(Number(accountId), { passwordHash: `${passwordHash}x` });
  expect((await send({})).status).toBe(422);
  await changeMember(Number(accountId), { passwordHash });
  expect((await send({})).status).toBe(303);
});

test('turning it off needs the password', async () => {
  const { hidden } = await browser.get(page);
  expect((await browser.post(`${page}/off`, { ...hidden, current: 'wrong' })).status).toBe(422);
  expect((await openBrowser().logIn('ann', password)).status).toBe(200);
  const question = await browser.post(`${page}/off`, { ...hidden, current: password });
  expect((await browser.post(`${page}/off`, question.hidden)).status).toBe(303);
  expect((await openBrowser().logIn('ann', password)).status).toBe(303);
  expect(await stored.recoveryCodes()).toBe(0);
});
