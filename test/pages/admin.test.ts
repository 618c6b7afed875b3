/** Admin pages: only for administrators, with an audit log and CSRF protection. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { mergeSetting } from '../../src/db/sql/instance.ts';
import { quarantineJob } from '../../src/db/sql/jobs.ts';
import { db } from '../../src/db/statement.ts';
import { transact } from '../../src/db/transaction.ts';
import { getMember } from '../../src/domain/moderation/members.ts';
import { createReport } from '../../src/domain/moderation/reports.ts';
import { handleFederationRequest } from '../../src/federation/index.ts';
import { jobs, queueNames } from '../../src/jobs/catalogue.ts';
import { enqueue } from '../../src/jobs/enqueue.ts';
import { suspend, unsuspend } from '../support/accounts.ts';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { anyone, as, testApp } from '../support/as.ts';
import { openBrowser } from '../support/browser.ts';
import { admin, ann, bo, eve, member, password, payload, send, serverSettings, useOperator } from './operator.ts';

useOperator();

const pages = ['', '/accounts', '/reports', '/domains', '/hosts', '/jobs', '/storage', '/instance', '/log'].map(
  (end) => `/admin${end}`,
);

test('administrators see every admin page, and others get a 404', async () => {
  const nothing = await openBrowser().get('/admin/nothing-of-the-kind');
  for (const path of pages) {
    expect((await admin.get(path)).status, path).toBe(200);
    for (const who of [member, openBrowser()]) {
      const page = await who.get(path);
      expect(page.status, path).toBe(404);
      if (who !== member) expect(page.html).toBe(nothing.html);
    }
  }
  expect((await member.post(`/admin/people/${eve.id}/decide`, {})).status).toBe(404);
});

test('a form without its token, or from another origin, has no effect', async () => {
  expect((await admin.post(`/admin/people/${eve.id}/decide`, { decision: 'suspend' })).status).toBe(403);
  const { hidden } = await admin.get('/admin/domains?host=bad.example');
  const forged = await admin.post(
    `/admin/people/${eve.id}/decide`,
    { ...hidden, decision: 'suspend' },
    {
      origin: 'https://evil.example',
    },
  );
  expect(forged.status).toBe(403);
  expect((await getMember('eve')).suspendedAt).toBeNull();
});

test('an account is suspended and restored, with the reason in the log, from which it can be undone', async () => {
  const path = `/admin/people/${eve.id}`;
  expect((await send(`${path}/decide`, { decision: 'suspend', reason: 'Spam <b>' })).status).toBe(303);
  expect((await getMember('eve')).suspendedAt).not.toBeNull();
  expect((await admin.get('/admin/accounts?q=ev')).html).toContain('suspended');
  expect((await admin.get(path)).html).toContain('Spam &lt;b&gt;');
  await send(`${path}/unsuspend`);
  expect((await getMember('eve')).suspendedAt).toBeNull();

  await send(`${path}/decide`, { decision: 'limit', reason: 'Noise' });
  expect((await getMember('eve')).limitedAt).not.toBeNull();
  const log = await admin.get('/admin/log');
  expect(log.html).toContain('Noise');
  const [, undo] = /action="(\/admin\/log\/\d+\/undo)"/.exec(log.html)!;
  expect((await send(undo!)).status).toBe(303);
  expect((await getMember('eve')).limitedAt).toBeNull();
  expect((await send(undo!)).status).toBe(422);

  const { id } = await getMember('ann');
  expect((await send(`/admin/people/${id}/decide`, { decision: 'suspend' })).status).toBe(422);
});

const setRole = (name: string, role: string, who = admin) => send(`/admin/accounts/${name}/role`, { role }, who);

test('owners give roles, each role sees its own pages, and the last owner stays', async () => {
  expect((await getMember('ann')).role).toBe('owner');
  await setRole('bo', 'moderator');
  const seen = async () => Promise.all(pages.map(async (path) => (await member.get(path)).status));
  expect(await seen()).toEqual([200, 200, 200, 404, 404, 404, 404, 404, 200]);
  expect((await member.get('/admin/accounts/eve/reset-password')).status).toBe(404);
  expect((await setRole('eve', 'moderator', member)).status).toBe(404);
  expect((await send(`/admin/people/${bo.id - 1}/decide`, { decision: 'limit' }, member)).status).toBe(422);
  expect((await send('/admin/domains/block', { host: 'bad.example' }, member)).status).toBe(404);

  await setRole('bo', 'admin');
  expect(await seen()).toEqual(pages.map(() => 200));
  expect((await setRole('eve', 'moderator', member)).status).toBe(303);
  expect((await setRole('eve', 'owner', member)).status).toBe(422);
  expect((await setRole('ann', 'member', member)).status).toBe(422);
  expect((await getMember('ann')).role).toBe('owner');
  // A suspended owner owns nothing.
  await setRole('eve', 'owner');
  await suspend(eve.id);
  expect((await setRole('ann', 'admin')).status).toBe(422);
  expect((await as(ann).delete('/accounts/me', { body: { password } })).body.code).toBe('conflict');
  await unsuspend(eve.id);
  await setRole('eve', 'member');
  await setRole('bo', 'member');
  expect((await member.get('/admin')).status).toBe(404);
  expect((await setRole('ann', 'admin')).status).toBe(422);
  expect((await getMember('ann')).role).toBe('owner');
});

test('a password reset is confirmed, shows the new password once, and the password works', async () => {
  expect((await admin.get('/admin/accounts/eve/reset-password')).html).toContain('cannot be undone');
  const { html } = await send('/admin/accounts/eve/reset-password');
  const [, made] = /<pre>([^<]+)<\/pre>/.exec(html)!;
  expect((await openBrowser().logIn('eve', made!)).status).toBe(303);
});

test('blocking a server shows its effects first, and the block can be lifted', async () => {
  expect((await admin.get('/admin/domains?host=bad.example')).html).toContain('Followers lost');
  expect((await admin.get('/admin/domains?host=cook.example')).html).toContain('would block this server');
  expect((await send('/admin/domains/block', { host: 'bad.example' })).status).toBe(303);
  expect((await admin.get('/admin/domains')).html).toContain('bad.example');
  await send('/admin/domains/unblock', { host: 'bad.example' });
  expect((await admin.get('/admin/domains')).html).not.toContain('bad.example');
});

test('a report is read and closed', async () => {
  await createReport(bo.id, { accountId: eve.id, eventableIds: [], comment: '<b>Spam</b>', forward: false });
  expect((await admin.get('/admin/reports')).html).toContain('&lt;b&gt;Spam&lt;/b&gt;');
  const { id } = await prisma().report.findFirstOrThrow();
  expect((await send(`/admin/reports/${id}/decide`, { decision: 'dismiss' })).status).toBe(303);
  expect((await admin.get('/admin/reports')).html).not.toContain('Spam');
  expect((await admin.get('/admin/reports?resolved=yes')).html).toContain('Spam');
});

test('a quarantined job is shown with its reason and retried', async () => {
  await transact((tx) => enqueue(tx, jobs.loadAccount, { accountId: 7 }));
  const { id } = await prisma().outbox.findFirstOrThrow({ where: { job: 'load-account' } });
  expect((await admin.get('/admin')).html).not.toContain('quarantined job<');
  await quarantineJob(db, id, 'no luck');
  const overview = (await admin.get('/admin')).html;
  expect(overview).toContain('<a href="/admin/jobs"><strong>1</strong> quarantined job</a>');
  expect(overview).toMatch(/class="health warning">.*?Warning<\/span><div><strong>Workers<.*1 job is quarantined/s);
  expect((await admin.get('/admin/jobs')).html).toContain('no luck');
  expect((await send('/admin/jobs/replay', { id })).status).toBe(303);
  expect((await prisma().outbox.findUniqueOrThrow({ where: { id } })).quarantinedAt).toBeNull();
  expect((await send('/admin/jobs/replay', { id: randomUUID() })).status).toBe(404);
});

test('the operator’s description of the server is on its pages, in its API and in NodeInfo', async () => {
  const form = await admin.get('/admin/instance');
  expect(form.html).toContain('value="cook.example"');
  const blank = await admin.post('/admin/instance', {
    ...form.hidden,
    ...serverSettings,
    name: ' ',
    registration: 'open',
  });
  expect([blank.status, blank.html.includes('id="name-error"'), forbiddenContentIn(blank.html)]).toEqual([
    422,
    true,
    [],
  ]);
  expect((await send('/admin/instance', { ...serverSettings, registration: 'all' })).status).toBe(422);
  expect((await send('/admin/instance', { ...serverSettings, registration: 'open' })).status).toBe(303);

  for (const path of ['/', '/about', '/login', '/register']) {
    const { html } = await openBrowser().get(path);
    expect([path, forbiddenContentIn(html), html.includes('&lt;script&gt;')]).toEqual([path, [], true]);
  }
  expect((await openBrowser().get('/about')).html).toContain('For <strong>bakers</strong>');
  expect((await anyone.get('/instance')).body).toMatchObject({
    title: payload,
    rules: serverSettings.rules,
    contact: payload,
    registration: 'open',
  });
  const nodeInfo = await handleFederationRequest(new Request('https://cook.example/nodeinfo/2.1'));
  expect(await nodeInfo!.json()).toMatchObject({ openRegistrations: true, metadata: { nodeName: payload } });
});

test('a change by another process is visible within seconds', async () => {
  await mergeSetting(db, 'instance', JSON.stringify({ name: 'The long table', registration: 'approval' }));
  const look = async () => (await anyone.get('/instance')).body;
  await expect.poll(look).toMatchObject({ title: 'The long table', registration: 'approval' });
});

test('actions are in the audit log with the administrator, and refused ones are not', async () => {
  const { html } = await admin.get('/admin/log');
  for (const action of [
    'Account suspended',
    'Role changed',
    'Password reset',
    'Rule for a server set',
    'Report closed',
    'Job retried',
    'Instance changed',
  ])
    expect(html).toContain(action);
  const german = (await admin.get('/admin/log', { 'accept-language': 'de' })).html;
  for (const action of ['Konto gesperrt', 'Rolle geändert', 'Job erneut versucht']) expect(german).toContain(action);
  expect(german).not.toContain('Role changed');
  expect(await prisma().adminAction.count({ where: { action: 'suspend' } })).toBe(1);
  expect(await prisma().adminAction.count({ where: { action: 'replay-job' } })).toBe(1);
});

test('the BullMQ dashboard is read-only, for administrators only, and loads nothing from other origins', async () => {
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
});

test('the operator chooses an accent colour that can be read, and every page has its style sheet', async () => {
  const settings = { ...serverSettings, registration: 'open' };
  for (const accent of ['#ffd700', 'red', '#2f6b5c;}', '#12345'])
    expect((await send('/admin/instance', { ...settings, accent })).html, accent).toContain('id="accent-error"');
  expect((await openBrowser().get('/about')).html).not.toContain('/accent/');
  expect((await send('/admin/instance', { ...settings, accent: '#2F6B5C' })).status).toBe(303);
  const { html } = await openBrowser().get('/about');
  expect([html.includes('href="/accent/2f6b5c.css"'), forbiddenContentIn(html)]).toEqual([true, []]);
  const read = async (path: string) => testApp().request(`https://cook.example${path}`);
  expect(await (await read('/accent/2f6b5c.css')).text()).toContain('--accent:#2f6b5c;--on-accent:#ffffff');
  expect((await read('/accent/red.css')).status).toBe(404);
  expect((await send('/admin/instance', { ...settings, accent: '' })).status).toBe(303);
  expect((await openBrowser().get('/about')).html).not.toContain('/accent/');
});

test('a stale session changes nothing about the whole server, and says how to prove who one is', async () => {
  const age = (minutes: number) =>
    prisma().session.updateMany({ data: { authenticatedAt: new Date(Date.now() - minutes * 60_000) } });
  await age(11);
  const before = await admin.get('/admin/instance');
  expect(before.html).toContain('name="current"');
  const settings = { ...serverSettings, registration: 'open', name: 'Stolen' };
  const refused = await send('/admin/instance', settings);
  expect([refused.status, refused.html.includes('value="Stolen"')]).toEqual([422, true]);
  expect(refused.html).toContain('id="current-error"');
  for (const [path, fields] of [
    ['/admin/domains/block', { host: 'stale.example' }],
    ['/admin/domains/unblock', { host: 'stale.example' }],
    ['/admin/domains/lists/import', { list: 'stale.example' }],
    ['/admin/domains/allowed/mode', { mode: 'allow_list' }],
    ['/admin/domains/allowed/add', { hosts: 'stale.example' }],
    ['/admin/storage', { item_days: '90' }],
    ['/admin/accounts/eve/role', { role: 'owner' }],
    ['/admin/accounts/eve/reset-password', {}],
  ] as const) {
    const { status, location } = await send(path, fields);
    expect([path, status, location.includes('/settings/confirm')]).toEqual([path, 303, true]);
  }
  expect((await admin.get('/admin/domains')).html).not.toContain('stale.example');
  expect((await send('/admin/instance', { ...settings, name: 'Ours', current: password })).status).toBe(303);
  expect((await send('/admin/domains/block', { host: 'bad.example' })).location).not.toContain('confirm');
  await send('/admin/domains/unblock', { host: 'bad.example' });
});
