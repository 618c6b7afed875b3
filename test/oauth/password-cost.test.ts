/** What the hash of a password costs, and what its cost must neither reveal nor block. */
import { scryptSync } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { beforeAll, expect, test, vi } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { register, verifyPassword } from '../../src/domain/accounts/register.ts';
import { openBrowser } from '../support/browser.ts';
import { useDatabase } from '../support/database-connection.ts';
import { scaled } from '../support/test-length.ts';
import { useWebServer } from '../support/web-server.ts';
import { password, sessionCookie } from './fixture.ts';

// Real hashes, which keep the processor busy.
await vi.hoisted(async () => (await import('../support/own-modules.ts')).useOwnModules());
vi.unmock('node:crypto');

useDatabase();
useWebServer();
beforeAll(async () => {
  await register({ username: 'ann', password });
  await register({ username: 'bo' });
});

test('an unknown name, a wrong password and a member without a password get the same answer in the same time', async () => {
  const texts = new Set<string>();
  const cost = await leastCost(3, () => verifyPassword(password, null));
  for (const name of ['ann', 'nobody_here', 'bo', 'ann@elsewhere.example', '', 'a\0b']) {
    const browser = openBrowser();
    const form = await browser.get('/login');
    const send = () => browser.post('/login', { ...form.hidden, name, password: 'wrong password' });
    if (name.includes('\0')) {
      expect((await send()).status).toBe(400);
      continue;
    }
    const pages: Awaited<ReturnType<typeof send>>[] = [];
    const runs = scaled({ short: 2, full: 4 });
    expect(await leastCost(runs, async () => pages.push(await send()))).toBeGreaterThan(cost * 0.4);
    const page = pages[0]!;
    expect([page.status, browser.cookies.has(sessionCookie)]).toEqual([422, false]);
    texts.add(page.html.replace(/name="(?:form_token|name|state)" value(?:="[^"]*")?|data-options="[^"]*"/g, ''));
  }
  expect(texts.size).toBe(1);
});

test('of many log-ins at once, those beyond the queue get 503, and none keeps the server from its disk', async () => {
  const browser = openBrowser();
  const { hidden } = await browser.get('/login');
  const sent = scaled({ short: 30, full: 60 });
  let answered = 0;
  const attempts = Array.from({ length: sent }, async () => {
    const page = await browser.post('/login', { ...hidden, name: 'ann', password: 'wrong password' });
    if (page.status === 422) answered += 1;
    return page;
  });
  await expect.poll(() => answered).toBeGreaterThan(0);
  const before = answered;
  await stat('package.json');
  expect(answered - before).toBeLessThan(6);

  const pages = await Promise.all(attempts);
  const refused = pages.filter(({ status }) => status === 503);
  expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answered).toBeGreaterThanOrEqual(22);
  expect(answered + refused.length).toBe(sent);
  expect((await openBrowser().logIn('ann', password)).status).toBe(303);
});

test('a hash with older parameters is replaced when its member logs in', async () => {
  const salt = Buffer.alloc(16, 1);
  const key = scryptSync(password, salt, 32, { N: 2 ** 14, r: 8, p: 1 });
  const old = `scrypt$16384$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`;
  const { accountId } = await prisma().member.findFirstOrThrow({ where: { account: { handle: 'ann' } } });
  const stored = async () => (await prisma().member.findUniqueOrThrow({ where: { accountId } })).passwordHash;
  await prisma().member.update({ where: { accountId }, data: { passwordHash: old } });

  expect((await openBrowser().logIn('ann', 'wrong password')).status).toBe(422);
  expect(await stored()).toBe(old);
  expect((await openBrowser().logIn('ann', password)).status).toBe(303);
  const renewed = await stored();
  expect(renewed).toMatch(/^scrypt\$32768\$8\$3\$/);
  expect((await openBrowser().logIn('ann', password)).status).toBe(303);
  expect(await stored()).toBe(renewed);
});

/** Measures the processor time in ms, as the minimum of several runs, because load only adds to it. */
async function leastCost(runs: number, work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    // Passwords are hashed on another thread.
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}
