/** Notices to operators and members, how they are switched off, and what happens when the mail server refuses them. */
import { beforeAll, expect, test, vi } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { transact } from '../../src/db/transaction.ts';
import { type Account, updateLanguage } from '../../src/domain/accounts/account.ts';
import { watchServer } from '../../src/domain/instance/doctor/run-checks.ts';
import { notifyOperators } from '../../src/domain/mail/mail.ts';
import { toMessage } from '../../src/lib/language/text.ts';
import { as } from '../support/as.ts';
import { openBrowser, openBrowserAs } from '../support/browser.ts';
import { deleteAll } from '../support/delete-all.ts';
import { makeDue } from '../support/enqueued.ts';
import { fetchFromServer, origin } from '../support/web-server.ts';
import { join, password, useMailbox } from './mailbox.ts';

const server = await vi.hoisted(async () => {
  const { startOwnMailServer } = await import('../support/smtp.ts');
  const answers: Record<string, number> = { 'busy@example.org': 451, 'gone@example.org': 550 };
  return startOwnMailServer({
    onRcptTo: ({ address }, _, done) => {
      const responseCode = answers[address];
      done(responseCode ? Object.assign(new Error('no'), { responseCode }) : null);
    },
  });
});

const { mail, recipients } = useMailbox(server);
let ann: Account;
let bo: Account;
let eve: Account;
beforeAll(async () => {
  [ann, bo, eve] = await Promise.all([join('ann', { admin: true }), join('bo'), join('eve')]);
});
const report = (comment: string) => as(bo).post('/reports', { account_id: eve.id, comment });

test('operators get a message about reports, at most every 15 minutes, until they unsubscribe with one click', async () => {
  expect((await report('spam')).status).toBeLessThan(300);
  const [message, ...others] = await mail();
  expect([message?.to, others]).toEqual(['ann@example.org', []]);
  expect(message!.text).not.toContain('spam');
  await report('more spam');
  await report('still more');
  expect(await mail()).toEqual([]);
  const waiting = await prisma().mail.findMany({ where: { accountId: ann.id, sentAt: null } });
  expect(waiting).toHaveLength(1);
  await makeDue('send-mail');
  expect(await recipients()).toEqual(['ann@example.org']);

  const [, url] = /<(.+)>/.exec(message!.headers.get('list-unsubscribe')!)!;
  expect(message!.text).toContain(url);
  const click = (address: string) =>
    fetchFromServer(address, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
  const forged = url!.replace(/\/unsubscribe\/\d+/, `/unsubscribe/${bo.id}`);
  expect((await click(forged)).status).toBe(404);
  const browser = openBrowser();
  expect((await browser.get(url!)).html).toContain('Stop these e-\u2060mails?');
  const unsubscribed = async () => (await prisma().member.findUnique({ where: { accountId: ann.id } }))!.unsubscribed;
  expect(await unsubscribed()).toEqual(['digest']);
  expect((await click(url!)).status).toBe(200);
  expect(await unsubscribed()).toEqual(['digest', 'reports']);
  await prisma().mail.deleteMany();
  await report('without mail');
  expect(await mail()).toEqual([]);

  await browser.logIn('ann', password);
  const page = await browser.get('/settings/email');
  await browser.post('/settings/email/lists', { ...page.hidden, list: 'reports' });
  expect(await unsubscribed()).toEqual(['sign-ups', 'server', 'digest']);
  await report('with mail');
  expect(await recipients()).toEqual(['ann@example.org']);
  await prisma().member.updateMany({ data: { unsubscribed: ['digest'] } });
});

test('a member gets a message about a log-in with an unknown browser and address, but not about the first', async () => {
  const logIn = async (agent: string, from: string) => {
    await prisma().login.updateMany({ where: { accountId: bo.id }, data: { address: from } });
    const browser = openBrowser();
    const page = await browser.get('/login');
    const sent = await browser.post(
      '/login',
      { ...page.hidden, name: 'bo', password },
      { origin, 'user-agent': agent },
    );
    expect(sent.status).toBe(303);
    return mail();
  };
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  expect(await logIn(firefox, '127.0.0.1')).toEqual([]);
  expect(await logIn('another browser, known address', '127.0.0.1')).toEqual([]);
  expect(await logIn(firefox, '192.0.2.1')).toEqual([]);
  const [notice] = await logIn('<b>Oven</b>', '192.0.2.1');
  expect([notice?.to, notice?.headers.has('list-unsubscribe')]).toEqual(['bo@example.org', false]);
  expect(notice!.text).toContain('<b>Oven</b>');
  expect(notice!.html).toContain('&lt;b&gt;Oven');
});

test('operators get one message about each problem of the server', async () => {
  await watchServer();
  await mail();
  await prisma().outbox.create({ data: { job: 'prune', payload: {}, quarantinedAt: new Date() } });
  await watchServer();
  await watchServer();
  const [message, ...others] = await mail();
  expect([message?.to, others]).toEqual(['ann@example.org', []]);
  expect(message!.text).toContain('failed too often');
  await deleteAll('jobs');
});

test('operators read about a problem in their own language', async () => {
  await updateLanguage(ann.id, { language: 'de', timeZone: null });
  await deleteAll('mails');
  const message = toMessage('doctor-checks.disk-writable', { folder: '/data', size: 0.25 });
  const remedy = toMessage('doctor-checks.disk-scarce-remedy');
  const problems = [{ name: toMessage('doctor.check-disk'), message, remedy }];
  await transact((tx) => notifyOperators(tx, 'server-problem', { problems, failedJobs: 0 }));
  const [letter] = await mail();
  expect(letter!.text).toContain('Datenträger: /data ist beschreibbar, 0,3 GiB frei');
  await updateLanguage(ann.id, { language: null, timeZone: null });
});

test('a busy mail server gets the message again, a refused one is given up, and a closed account loses neither', async () => {
  const [busy, gone] = await Promise.all([join('busy'), join('gone')]);
  const leave = async (name: string) => {
    const browser = await openBrowserAs(name, password);
    const { hidden } = await browser.get('/settings/leave');
    expect((await browser.post('/settings/leave', { ...hidden, current: password })).status).toBe(303);
  };
  await Promise.all([leave('busy'), leave('gone'), leave('eve')]);
  expect(await recipients()).toEqual(['eve@example.org']);
  const sendings = await prisma().outbox.findMany({ where: { job: 'send-mail' } });
  expect(sendings).toMatchObject([{ errors: 1, lastError: expect.stringContaining('451') }]);
  expect(sendings[0]!.lastError).not.toContain('busy@');
  expect((await prisma().mail.findMany({ where: { sentAt: null } })).map(({ address }) => address)).toEqual([
    'busy@example.org',
  ]);
  expect(await prisma().member.count({ where: { accountId: { in: [busy.id, gone.id, eve.id] } } })).toBe(0);
});
