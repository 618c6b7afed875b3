/** E-mails about decisions and appeals, about failed backups, and the weekly digest. */
import { beforeAll, expect, test, vi } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { watchServer } from '../../src/domain/instance/doctor/run-checks.ts';
import { recordBackup, recordBackupFailure } from '../../src/domain/instance/upkeep.ts';
import { decide, undoDecision } from '../../src/domain/moderation/decisions.ts';
import { answerAppeal, appeal, unsuspend } from '../../src/domain/moderation/members.ts';
import { sendDigests } from '../../src/domain/notifications/notifications.ts';
import { operator } from '../../src/domain/roles/permissions.ts';
import { age, daysAgo } from '../support/age.ts';
import { as } from '../support/as.ts';
import { openBrowser, openBrowserAs } from '../support/browser.ts';
import { drain } from '../support/drain.ts';
import { changeMember } from '../support/stored.ts';
import { fetchFromServer } from '../support/web-server.ts';
import { join, password, useMailbox } from './mailbox.ts';

const server = await vi.hoisted(async () => (await import('../support/smtp.ts')).startOwnMailServer());
const { mail } = useMailbox(server);
let bo: Account;
let eve: Account;
beforeAll(async () => {
  [, bo, eve] = await Promise.all([join('ann', { admin: true }), join('bo'), join('eve')]);
});

test('a suspended member gets the decision, moderators the appeal, and the member the answer', async () => {
  const decided = { accountId: bo.id, action: 'suspend' as const, reason: 'Too many pans' };
  await decide(operator, { ...decided, notify: false });
  expect(await mail()).toEqual([]);
  const id = await decide(operator, decided);
  const [decision, ...more] = await mail();
  expect([decision?.to, more]).toEqual(['bo@example.org', []]);
  expect(decision!.text).toContain('Too many pans');
  expect(decision!.text).toContain('/settings/moderation');

  await appeal(bo.id, id, 'Only one pan');
  await expect(appeal(bo.id, id, 'Only one pan')).rejects.toThrow();
  const [news, ...others] = await mail();
  expect([news?.to, others]).toEqual(['ann@example.org', []]);
  expect(news!.text).toContain('/admin/appeals');
  expect(news!.text).not.toContain('Only one pan');
  expect(news!.headers.get('list-unsubscribe')).toContain('.reports.');

  await answerAppeal(operator, id, { isGranted: false, answer: 'Three of them' });
  const [response, ...rest] = await mail();
  expect([response?.to, rest]).toEqual(['bo@example.org', []]);
  for (const text of ['rejected', 'Three of them']) expect(response!.text).toContain(text);
  const second = await decide(operator, { accountId: eve.id, action: 'warn', reason: 'Mind the pans' });
  expect(await mail()).toEqual([]);
  await appeal(eve.id, second, 'I do');
  await answerAppeal(operator, second, { isGranted: true, answer: '' });
  const subjects = (await mail()).map(({ to, headers }) => `${to}: ${headers.get('subject')}`);
  expect(subjects).toContain('eve@example.org: Your appeal was granted');
  await prisma().account.updateMany({ data: { suspendedAt: null } });
  await prisma().mail.deleteMany();
  await prisma().notification.deleteMany();
});

test('a suspended member gets a message when the last suspension ends, but no second one after an appeal', async () => {
  const suspended = { accountId: eve.id, action: 'suspend' as const, reason: 'Too many pans' };
  const subjects = async () => (await mail()).map(({ headers }) => headers.get('subject'));
  const ended = ['Your account at cook.example is no longer suspended'];
  const [first, second] = [await decide(operator, suspended), await decide(operator, suspended)];
  await subjects();
  await undoDecision(operator, first);
  expect(await subjects()).toEqual([]);
  await undoDecision(operator, second);
  expect(await subjects()).toEqual(ended);

  await decide(operator, suspended);
  await subjects();
  await unsuspend(eve.id);
  expect(await subjects()).toEqual(ended);
  await unsuspend(eve.id);
  await decide(operator, { ...suspended, notify: false });
  await unsuspend(eve.id);
  expect(await subjects()).toEqual([]);

  const appealed = await decide(operator, suspended);
  await appeal(eve.id, appealed, 'I washed them');
  await subjects();
  await answerAppeal(operator, appealed, { isGranted: true, answer: '' });
  expect(await subjects()).toEqual(['Your appeal was granted']);
  await prisma().mail.deleteMany();
  await prisma().notification.deleteMany();
});

test('a suspended member resets a forgotten password, and reads the decision with it', async () => {
  await decide(operator, { accountId: eve.id, action: 'suspend' });
  await mail();
  const browser = openBrowser();
  await browser.post('/forgot-password', { ...(await browser.get('/forgot-password')).hidden, name: 'eve' });
  const [message] = await mail();
  const link = /https:\S+reset-password\S+/.exec(message!.text)![0];
  const { hidden } = await browser.get(link);
  const fresh = 'a new spoon for the pot';
  const done = await browser.post('/reset-password', { ...hidden, password: fresh });
  expect([done.status, done.location]).toEqual([303, expect.stringContaining('/login?reset')]);
  await browser.logIn('eve', fresh);
  expect((await browser.get('/suspended')).html).toContain('Your account is suspended');
  expect((await browser.get('/home')).location).toContain('/suspended');
  await unsuspend(eve.id);
  await mail();
  await prisma().mail.deleteMany();
  await prisma().notification.deleteMany();
});

test('operators get one message about failed or missing backups, and none after a good one', async () => {
  const digestMails = async () => {
    await watchServer();
    await watchServer();
    const texts = (await mail()).map(({ to, text }) => `${to}: ${text}`).filter((text) => text.includes('backup'));
    await prisma().mail.deleteMany();
    return texts;
  };
  const backup = (days: number) => recordBackup({ at: daysAgo(days), bytes: 1, file: '/nowhere/x.backup' });
  expect(await digestMails()).toEqual([]);
  await backup(6);
  expect(await digestMails()).toEqual([]);
  await recordBackupFailure({ at: daysAgo(5), reason: 'ENOSPC: no space left on device' });
  expect(await digestMails()).toEqual([expect.stringMatching(/ann@example\.org: (?:.|\n)*no space left/)]);
  await backup(4);
  expect(await digestMails()).toEqual([]);
  await prisma().setting.delete({ where: { key: 'backups' } });
  await backup(8);
  await prisma().setting.deleteMany({ where: { key: 'backup_failure' } });
  expect(await digestMails()).toEqual([expect.stringContaining('8 days old')]);
});

const daysBefore = (time: Date, days: number) => new Date(time.getTime() - days * 86_400_000);
const memberBo = () => prisma().member.findUniqueOrThrow({ where: { accountId: bo.id } });
async function away(days: number): Promise<void> {
  const { digestAt } = await memberBo();
  await changeMember(bo.id, {
    seenAt: daysBefore(new Date(), days),
    ...(digestAt && { digestAt: daysBefore(digestAt, 8) }),
  });
}
const setDigest = (fields: Record<string, string>) => async () => {
  const browser = await openBrowserAs('bo', password);
  const { hidden, html } = await browser.get('/settings/email');
  await browser.post('/settings/email/lists', { ...hidden, ...fields });
  return html;
};

test('a member who stayed away for a week gets one digest of at most 10 lines, and stops it with one click', async () => {
  const html = await setDigest({ list: 'digest' })();
  expect(html).toMatch(/value="digest"(?![^>]*checked)/);
  const recipe = (await as(bo).post('/recipes', { name: 'Leek <pie>' })).body.id;
  await as(eve).post(`/recipes/${recipe}/like`);
  await as(eve).post(`/accounts/${bo.id}/follow`);
  for (let index = 0; index < 12; index++) await as(eve).post('/statuses', { content: `@bo taste ${index}` });
  await drain();
  await prisma().mail.deleteMany();
  server.received.splice(0);

  await sendDigests();
  expect(await mail()).toEqual([]);
  await away(6);
  await sendDigests();
  expect(await mail()).toEqual([]);
  await away(8);
  await Promise.all([sendDigests(), sendDigests()]);
  await sendDigests();
  const [digest, ...others] = await mail();
  expect([digest?.to, others]).toEqual(['bo@example.org', []]);
  expect(digest!.text.match(/^@eve .*$/gm)).toHaveLength(10);
  expect(digest!.text).toContain('@eve mentioned you: a post');
  expect(digest!.text).toContain('And 4 more.');
  expect(digest!.text).not.toContain('taste');

  // Only what is newer than the last digest.
  await prisma().notification.deleteMany({ where: { type: 'mention' } });
  await prisma().mail.deleteMany();
  await age('notifications', '9 days');
  await away(30);
  await sendDigests();
  expect(await mail()).toEqual([]);
  await prisma().notification.updateMany({ data: { createdAt: new Date() } });
  await sendDigests();
  const [next] = await mail();
  expect(next!.text).toContain('@eve liked Leek <pie>');
  expect(next!.html).toContain('Leek &lt;pie&gt;');
  expect(next!.text).toContain('@eve followed you');

  const [, url] = /<(.+)>/.exec(next!.headers.get('list-unsubscribe')!)!;
  const click = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
  expect((await fetchFromServer(url!, click)).status).toBe(200);
  await prisma().mail.deleteMany();
  await away(8);
  await sendDigests();
  expect(await mail()).toEqual([]);
});

test('a visit with a browser or an app ends the absence, and items that were read are not in the digest', async () => {
  const browser = await openBrowserAs('bo', password);
  const isAway = async () => (await memberBo()).seenAt! < daysBefore(new Date(), 1);
  await away(8);
  expect(await isAway()).toBe(true);
  await browser.get('/home');
  expect(await isAway()).toBe(false);
  await away(8);
  await as(bo).get('/accounts/me');
  expect(await isAway()).toBe(false);

  await setDigest({ list: 'digest' })();
  await prisma().notification.updateMany({ data: { read: true, createdAt: new Date() } });
  await away(8);
  await sendDigests();
  expect(await mail()).toEqual([]);
  await prisma().notification.updateMany({ data: { read: false } });
  await sendDigests();
  expect(await mail()).toHaveLength(1);
});
