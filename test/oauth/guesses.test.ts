/** Guesses of codes: bounded for somebody who knows the password, and no way to lock a member out without it. */
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { resetPassword } from '../../src/domain/moderation/members.ts';
import { operator } from '../../src/domain/roles/permissions.ts';
import { age } from '../support/age.ts';
import { type Browser, openBrowser, type Page } from '../support/browser.ts';
import { useDatabase } from '../support/database-connection.ts';
import { useWebServer } from '../support/web-server.ts';

let password = 'flour, water, salt';
const browser = openBrowser();
let ann: Account;
let app: TOTP;
let recoveryCodes: string[];

useDatabase();
useWebServer();
beforeAll(async () => {
  // The clock of the codes stands still in the middle of a period.
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 30_000) * 30_000 + 10_000 });
  ann = await register({ username: 'ann', password });
  await browser.logIn('ann', password);
  const path = '/settings/two-factor';
  await browser.post(`${path}/begin`, (await browser.get(path)).hidden);
  const form = await browser.get(path);
  const [, key] = /<code>([A-Z2-7 ]+)<\/code>/.exec(form.html)!;
  app = new TOTP({ secret: Secret.fromBase32(key!.replaceAll(' ', '')) });
  const on = await browser.post(path, { ...form.hidden, code: codeOf(-1) });
  recoveryCodes = /<pre>([^<]+)<\/pre>/.exec(on.html)![1]!.trim().split('\n');
});
afterAll(() => void vi.useRealTimers());

const codeOf = (offset: number) => app.generate({ timestamp: Date.now() + offset * 30_000 });
/** Not a code of now. */
const wrongCode = () => codeOf(500);
/** Lets the limit of 5 minutes pass, but not that of a day. */
const wait = () => age('key values', '5 minutes');

interface Attempt {
  visitor: Browser;
  asked: Page;
}

/** Enters the password. */
async function startSession(): Promise<Attempt> {
  const visitor = openBrowser();
  return { visitor, asked: await visitor.logIn('ann', password) };
}
const enter = ({ visitor, asked }: Attempt, code: string) => visitor.post('/login/code', { ...asked.hidden, code });

test('wrong codes in a stolen session do not count for a log-in, nor for another session', async () => {
  const stolen = openBrowser();
  await enter({ visitor: stolen, asked: (await stolen.logIn('ann', password)) as Page }, recoveryCodes[0]!);
  const enterProof = async (who: Browser, code: string) =>
    who.post('/settings/confirm', { ...(await who.get('/settings/confirm')).hidden, code });
  for (let index = 0; index < 8; index += 1) expect((await enterProof(stolen, wrongCode())).status).toBe(422);
  const refused = await enterProof(stolen, codeOf(0));
  expect([refused.status, refused.html.includes('Too many wrong codes')]).toEqual([422, true]);

  expect((await enterProof(browser, codeOf(0))).status).toBe(303);
  expect((await enter(await startSession(), codeOf(1))).status).toBe(303);
  // The limit is of the session, and a recovery code proves who one is at any time.
  expect((await enterProof(stolen, recoveryCodes[1]!)).status).toBe(303);
});

test('somebody who knows the password guesses 8 codes in 5 minutes and 60 in a day, and recovery codes still work', async () => {
  let attempt = await startSession();
  // A minute of wrong codes: those beyond the limit are not checked, and use up nothing of the day.
  const seen: number[] = [];
  for (let index = 0; index < 75; index += 1) seen.push((await enter(attempt, wrongCode())).status);
  expect(seen.filter((status) => status === 422)).toHaveLength(8);
  const refused = await enter(await startSession(), codeOf(1));
  expect([refused.status, refused.html.includes('A recovery code still works')]).toEqual([429, true]);
  expect((await enter(attempt, recoveryCodes[2]!)).status).toBe(303);

  vi.setSystemTime(Date.now() + 300_000);
  await wait();
  expect((await enter(await startSession(), codeOf(0))).status).toBe(303);
  attempt = await startSession();
  for (let round = 0, checked = 8; checked < 60; round += 1) {
    expect(round).toBeLessThan(10);
    await wait();
    const attempts = await Promise.all(Array.from({ length: 10 }, () => enter(attempt, wrongCode())));
    checked += attempts.filter(({ status }) => status === 422).length;
    expect(checked).toBeLessThanOrEqual(60);
  }
  await wait();
  vi.setSystemTime(Date.now() + 300_000);
  attempt = await startSession();
  expect((await enter(attempt, codeOf(0))).status).toBe(429);
  expect((await enter(attempt, recoveryCodes[3]!)).status).toBe(303);
});

test('a new password begins with new guesses, and the former one has none', async () => {
  const former = await startSession();
  ({ password } = await resetPassword(operator, ann.id));
  expect((await enter(former, wrongCode())).status).toBe(422);
  expect((await enter(former, recoveryCodes[4]!)).status).toBe(422);
  expect((await enter(await startSession(), codeOf(1))).status).toBe(303);
});
