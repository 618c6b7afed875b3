/** The operator's pages: for administrators alone, and every deed is done, noted, and refused to forged forms. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { quarantineOutbox } from '../../src/db/sql/outbox.ts';
import { mergeSetting } from '../../src/db/sql/settings.ts';
import { db } from '../../src/db/statement.ts';
import { transact } from '../../src/db/transaction.ts';
import { getMember } from '../../src/domain/accounts/members.ts';
import { report } from '../../src/domain/reports.ts';
import { handle } from '../../src/federation/index.ts';
import { jobs } from '../../src/jobs/catalogue.ts';
import { queueNames } from '../../src/jobs/define.ts';
import { enqueue } from '../../src/jobs/enqueue.ts';
import { allowed } from '../support/allowed-page.ts';
import { anyone } from '../support/as.ts';
import { openBrowser } from '../support/browser.ts';
import { admin, bo, eve, house, member, payload, send, useOperator } from './operator.ts';

useOperator();

const pages = ['', '/accounts', '/reports', '/domains', '/hosts', '/jobs', '/instance', '/log'].map(
  (end) => `/admin${end}`,
);

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

test('what the operator says of the server stands on its pages, in its API and in NodeInfo', async () => {
  const form = await admin.get('/admin/instance');
  expect(form.html).toContain('value="cook.example"');
  const blank = await admin.post('/admin/instance', {
    ...form.hidden,
    ...house,
    name: ' ',
    registration: 'open',
  });
  expect([blank.status, blank.html.includes('id="name-error"'), allowed(blank.html)]).toEqual([
    422,
    true,
    [],
  ]);
  expect((await send('/admin/instance', { ...house, registration: 'all' })).status).toBe(422);
  expect((await send('/admin/instance', { ...house, registration: 'open' })).status).toBe(303);

  for (const path of ['/', '/about', '/login', '/register']) {
    const { html } = await openBrowser().get(path);
    expect([path, allowed(html), html.includes('&lt;script&gt;')]).toEqual([path, [], true]);
  }
  expect((await openBrowser().get('/about')).html).toContain('For <strong>bakers</strong>');
  expect((await anyone.get('/instance')).body).toMatchObject({
    ...{ title: payload, rules: house.rules, contact: payload, registration: 'open' },
  });
  const told = await handle(new Request('https://cook.example/nodeinfo/2.1'));
  expect(await told!.json()).toMatchObject({ openRegistrations: true, metadata: { nodeName: payload } });
});

test('what another process changed is known within seconds', async () => {
  await mergeSetting(db, 'instance', JSON.stringify({ name: 'The long table', registration: 'approval' }));
  const look = async () => (await anyone.get('/instance')).body;
  await expect
    .poll(look, { timeout: 5_000 })
    .toMatchObject({ title: 'The long table', registration: 'approval' });
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
    'change-instance',
  ])
    expect(html).toContain(deed);
  expect(await prisma().adminAction.count({ where: { action: 'suspend' } })).toBe(1);
  expect(await prisma().adminAction.count({ where: { action: 'replay-job' } })).toBe(1);
});

test('BullMQ’s own view of the queues is for administrators, to look at, and asks nobody else', async () => {
  const page = await admin.get('/admin/queues');
  expect(page.status).toBe(200);
  expect(page.html).not.toMatch(/https?:\/\//);
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
  const [, script] = /src="(static\/js\/main[^"]*)"/.exec(page.html)!;
  expect((await admin.get(`/admin/queues/${script}`)).headers.get('content-type')).toContain('javascript');
  const { queues } = JSON.parse((await admin.get('/admin/queues/api/queues')).html);
  expect(queues.map(({ name }: { name: string }) => name)).toEqual(queueNames);
  expect(queues.every(({ readOnlyMode }: { readOnlyMode: boolean }) => readOnlyMode)).toBe(true);

  const [, names] = /src="(\/assets\/board[^"]*)"/.exec(page.html)!;
  expect((await admin.get(names!)).status).toBe(200);

  for (const path of ['', `/${script}`, '/api/queues'])
    expect((await member.get(`/admin/queues${path}`)).status, path).toBe(404);
  for (const path of ['/api/queues/inbox/pause', '/api/queues/inbox/empty'])
    expect((await admin.post(`/admin/queues${path}`, {})).status, path).toBe(404);
}, 20_000);
