/** Rate limits of logins and sign-ups. */
import { beforeAll, expect, test, vi } from 'vitest';
import { register } from '../../src/domain/accounts/register.ts';
import { updateInstanceProfile } from '../../src/domain/instance/instance.ts';
import { operator } from '../../src/domain/roles/permissions.ts';
import { emptyCaches } from '../../src/lib/cache.ts';
import { type Browser, openBrowser } from '../support/browser.ts';
import { useDatabase } from '../support/database-connection.ts';
import { useWebServer } from '../support/web-server.ts';

await vi.hoisted(async () => (await import('../support/own-modules.ts')).useOwnModules({ RATE_LIMITS: 'on' }));

useDatabase();
useWebServer();
const password = 'flour, water, salt';

beforeAll(async () => {
  await register({ username: 'ann', password });
  await register({ username: 'bo', password });
});

test('the eleventh attempt in five minutes is refused, even with the right password, for this account alone', async () => {
  const browser = openBrowser();
  const form = await browser.get('/login');
  const attempt = (name: string, text: string) => browser.post('/login', { ...form.hidden, name, password: text });
  const spellings = ['ann', 'Ann', '@ann', ' ann', 'ann@cook.example'];
  for (let index = 0; index < 10; index += 1) {
    expect((await attempt(spellings[index % spellings.length]!, 'wrong password')).status).toBe(422);
  }
  const refused = await attempt('ann', password);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 200]).toEqual([429, true]);
  expect(refused.html).toContain('Wait a few minutes and try again.');
  // Another process has other memory.
  emptyCaches();
  expect((await attempt('ann', password)).status).toBe(429);
  expect((await attempt('bo', password)).status).toBe(303);
});

test('the sixth sign-up in half an hour is refused, and invalid forms do not count', async () => {
  await updateInstanceProfile(operator, { registration: 'approval' });
  const browser = openBrowser();
  const { hidden } = await browser.get('/register');
  const ask = (name: string) => browser.post('/register', { ...hidden, name, password, reason: 'Bread' });
  for (let index = 0; index < 7; index += 1) expect((await ask('ann')).status).toBe(422);
  for (let index = 0; index < 5; index += 1) expect((await ask(`fan_${index}`)).status).toBe(200);
  const refused = await ask('fan_5');
  expect([refused.status, Number(refused.headers.get('retry-after')) > 1_700]).toEqual([429, true]);
});

test('wrong passwords in one session do not keep another from proving who uses it', async () => {
  await register({ username: 'cy', password });
  const [stolen, own] = [openBrowser(), openBrowser()];
  for (const browser of [stolen, own]) expect((await browser.logIn('cy', password)).status).toBe(303);
  const prove = async (browser: Browser, current: string) => {
    const { hidden } = await browser.get('/settings/confirm');
    return (await browser.post('/settings/confirm', { ...hidden, current })).status;
  };
  for (let index = 0; index < 10; index += 1) expect(await prove(stolen, 'a wrong password')).toBe(422);
  expect(await prove(stolen, password)).toBe(429);
  expect(await prove(own, password)).toBe(303);
});

test('one address may not try a password with many names', async () => {
  const browser = openBrowser();
  const { hidden } = await browser.get('/login');
  const attempt = (name: string) => browser.post('/login', { ...hidden, name, password });
  expect((await openBrowser().logIn('bo', password)).status).toBe(303);
  let tried = 0;
  let status = 0;
  for (; tried < 45 && status !== 429; tried += 1) ({ status } = await attempt(`cook_${tried}`));
  // Earlier tests of this file used some attempts.
  expect([status, tried > 20]).toEqual([429, true]);
  expect((await openBrowser().logIn('bo', password)).status).toBe(429);
});
