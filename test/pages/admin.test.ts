/** The operator's pages: for administrators alone, and every deed is done, noted, and refused to forged forms. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { quarantineOutbox } from '../../src/db/sql/outbox.ts';
import { db } from '../../src/db/statement.ts';
import { transact } from '../../src/db/transaction.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { getMember } from '../../src/domain/accounts/members.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { report } from '../../src/domain/reports.ts';
import { jobs } from '../../src/jobs/catalogue.ts';
import { enqueue } from '../../src/jobs/enqueue.ts';
import { type Browser, openBrowser } from '../support/browser.ts';
import { useDatabase } from '../support/database-connection.ts';
import { useWebServer } from '../support/web-server.ts';

useDatabase();
useWebServer();
const password = 'a long spoon for the pot';
const pages = ['', '/accounts', '/reports', '/domains', '/hosts', '/jobs', '/log'].map(
  (end) => `/admin${end}`,
);
let bo: Account;
let eve: Account;
const admin = openBrowser();
const member = openBrowser();

beforeAll(async () => {
  await register({ username: 'ann', password, admin: true });
  bo = await register({ username: 'bo', password });
  eve = await register({ username: 'eve', password });
  await admin.logIn('ann', password);
  await member.logIn('bo', password);
});

const send = async (path: string, fields: Record<string, string> = {}, who: Browser = admin) => {
  const page = await who.get('/admin/domains?host=bad.example');
  return who.post(path, { form_token: page.hidden.form_token ?? '', ...fields });
};

test('administrators see every page; to others there is none', async () => {
  const nothing = await openBrowser().get('/admin/nothing-of-the-kind');
  for (const path of pages) {
    expect((await admin.get(path)).status, path).toBe(200);
    for (const who of [member, openBrowser()]) {
      const page = await who.get(path);
      expect(page.status, path).toBe(404);
      if (who !== member) expect(page.html).toBe(nothing.html);
    }
  }
  expect((await member.post('/admin/accounts/eve/suspend', {})).status).toBe(404);
});

test('a form without its token, or from elsewhere, does nothing', async () => {
  expect((await admin.post('/admin/accounts/eve/suspend', {})).status).toBe(403);
  const { hidden } = await admin.get('/admin/domains?host=bad.example');
  const forged = await admin.post('/admin/accounts/eve/suspend', hidden, { origin: 'https://evil.example' });
  expect(forged.status).toBe(403);
  expect((await getMember('eve')).suspendedAt).toBeNull();
});

test('an account is suspended and shown again', async () => {
  expect((await send('/admin/accounts/eve/suspend')).status).toBe(303);
  expect((await getMember('eve')).suspendedAt).not.toBeNull();
  expect((await admin.get('/admin/accounts?q=ev')).html).toContain('suspended');
  await send('/admin/accounts/eve/unsuspend');
  expect((await getMember('eve')).suspendedAt).toBeNull();
  expect((await send('/admin/accounts/ann/suspend')).status).toBe(422);
});

test('the admin right is given and taken, and the last administrator keeps it', async () => {
  await send('/admin/accounts/bo/make-admin');
  expect((await member.get('/admin')).status).toBe(200);
  await send('/admin/accounts/bo/unmake-admin');
  expect((await member.get('/admin')).status).toBe(404);
  expect((await send('/admin/accounts/ann/unmake-admin')).status).toBe(422);
});

test('a new password is asked about first, shown once, and logs in', async () => {
  expect((await admin.get('/admin/accounts/eve/reset-password')).html).toContain('cannot be undone');
  const { html } = await send('/admin/accounts/eve/reset-password');
  const [, made] = /<pre>([^<]+)<\/pre>/.exec(html)!;
  expect((await openBrowser().logIn('eve', made!)).status).toBe(303);
});

test('a server is blocked after a look at what that touches, and the block is lifted', async () => {
  expect((await admin.get('/admin/domains?host=bad.example')).html).toContain('Followers lost');
  expect((await admin.get('/admin/domains?host=cook.example')).html).toContain('would block this server');
  expect((await send('/admin/domains/block', { host: 'bad.example' })).status).toBe(303);
  expect((await admin.get('/admin/domains')).html).toContain('bad.example');
  await send('/admin/domains/unblock', { host: 'bad.example' });
  expect((await admin.get('/admin/domains')).html).not.toContain('bad.example');
});

test('a report is read and settled', async () => {
  await report(bo.id, { accountId: eve.id, eventableIds: [], comment: '<b>Spam</b>', forward: false });
  expect((await admin.get('/admin/reports')).html).toContain('&lt;b&gt;Spam&lt;/b&gt;');
  const { id } = await prisma().report.findFirstOrThrow();
  expect((await send(`/admin/reports/${id}/resolve`)).status).toBe(303);
  expect((await admin.get('/admin/reports')).html).not.toContain('Spam');
  expect((await admin.get('/admin/reports?settled=yes')).html).toContain('Spam');
});

test('a job that was set aside is shown with its reason and tried again', async () => {
  await transact((tx) => enqueue(tx, jobs.loadAccount, { accountId: 7 }));
  const { id } = await prisma().outbox.findFirstOrThrow({ where: { job: 'load-account' } });
  await quarantineOutbox(db, id, 'no luck');
  expect((await admin.get('/admin/jobs')).html).toContain('no luck');
  expect((await send('/admin/jobs/replay', { id })).status).toBe(303);
  expect((await prisma().outbox.findUniqueOrThrow({ where: { id } })).quarantinedAt).toBeNull();
  expect((await send('/admin/jobs/replay', { id: randomUUID() })).status).toBe(404);
});

test('what is done is noted with who did it, and what was refused is not', async () => {
  const { html } = await admin.get('/admin/log');
  for (const deed of [
    'suspend',
    'make-admin',
    'reset-password',
    'block-domain',
    'resolve-report',
    'replay-job',
  ])
    expect(html).toContain(deed);
  expect(await prisma().adminAction.count({ where: { action: 'suspend' } })).toBe(1);
  expect(await prisma().adminAction.count({ where: { action: 'replay-job' } })).toBe(1);
});
