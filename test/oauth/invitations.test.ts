/** Invitations: who may invite, what a link opens, its last use, and who invited whom. */
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { pool, prisma } from '../../src/db/client.ts';
import { signUp as signUpMember } from '../../src/domain/access/sign-up.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { type InstanceProfile, updateInstanceProfile } from '../../src/domain/instance/instance.ts';
import { suspend } from '../../src/domain/moderation/members.ts';
import { operator } from '../../src/domain/roles/permissions.ts';
import { openBrowser } from '../support/browser.ts';
import { useDatabase } from '../support/database-connection.ts';
import { deleteAll } from '../support/delete-all.ts';
import { drain } from '../support/drain.ts';
import { stored } from '../support/stored.ts';
import { origin, useWebServer } from '../support/web-server.ts';

const password = 'flour, water, salt';
const page = '/settings/invitations';
const ann = openBrowser();
const bo = openBrowser();
let boAccount: Account;

useDatabase();
useWebServer();
beforeAll(async () => {
  await register({ username: 'ann', password, admin: true });
  boAccount = await register({ username: 'bo', password });
  await ann.logIn('ann', password);
  await bo.logIn('bo', password);
});
const allow = (invitations: InstanceProfile['invitations'], registration: 'closed' | 'approval' = 'closed') =>
  updateInstanceProfile(operator, { invitations, registration });
beforeEach(() => allow('everybody'));

const create = async (fields: Record<string, string> = {}, browser = bo) => {
  const { hidden } = await browser.get(page);
  return browser.post(page, { ...hidden, uses: '1', days: '7', ...fields });
};
/** Creates an invitation and returns its path. */
async function invite(fields: Record<string, string> = {}): Promise<string> {
  expect((await create(fields)).status).toBe(303);
  const [, path] = /<code>https?:[^<]*(\/register\?invite=[^<]+)<\/code>/.exec((await bo.get(page)).html)!;
  return path!;
}
async function signUp(path: string, name: string) {
  const visitor = openBrowser();
  const { hidden } = await visitor.get(path);
  return visitor.post('/register', { ...hidden, name, password });
}
const membersNamed = (start: string) => stored.members({ account: { username: { startsWith: start } } });

test('an invitation opens a closed server once, says who invited, and follows them if they wish', async () => {
  const path = await invite({ autofollow: 'yes' });
  expect((await openBrowser().get(path)).html).toContain('@bo invited you');
  const done = await signUp(path, 'cara');
  expect([done.status, done.location]).toEqual([303, `${origin}/welcome`]);
  await drain();
  expect(await stored.follows({ followeeId: boAccount.id })).toBe(1);
  expect((await ann.get(`/admin/people/${boAccount.id + 1}`)).html).toContain('@bo</a>');
  expect((await openBrowser().get(path)).html).toContain('Ask for a new one');
  expect((await signUp(path, 'dora')).status).toBe(403);
  expect((await signUp('/register', 'dora')).status).toBe(403);
  expect(await membersNamed('dora')).toBe(0);
});

test('where moderators approve accounts, an invited one is a member at once and follows nobody unasked', async () => {
  await allow('everybody', 'approval');
  expect((await signUp(await invite(), 'eda')).status).toBe(303);
  expect(await membersNamed('eda')).toBe(1);
  await drain();
  expect(await stored.follows()).toBe(1);
});

test('of many who take the last use at once, one gets it', async () => {
  const path = await invite({ uses: '2' });
  const all = await Promise.all(Array.from({ length: 5 }, (_, index) => signUp(path, `race${index}`)));
  expect(all.filter(({ status }) => status === 303)).toHaveLength(2);
  expect(await membersNamed('race')).toBe(2);
  const invitations = await prisma().invitation.findMany();
  expect(Math.max(...invitations.map(({ uses, maxUses }) => uses - maxUses))).toBe(0);
});

test('an invitation that is used up during a sign-up makes no application to a closed server', async () => {
  const path = await invite();
  const query = pool().query.bind(pool());
  // Runs after the invitation was read for the first time.
  const useUp = async (...given: Parameters<typeof query>) => {
    const found = await query(...given);
    const { name } = given[0] as { name?: string };
    if (name === 'select_usable_invitation') await query('UPDATE invitation SET uses = max_uses');
    return found;
  };
  vi.spyOn(pool(), 'query').mockImplementation(useUp as never);
  const invitation = new URL(path, origin).searchParams.get('invite')!;
  const draft = { username: 'late', password, email: '', reason: '', invitation, clientAddress: '192.0.2.1' };
  await expect(signUpMember(draft)).rejects.toMatchObject({ code: 'validation_failed' });
  vi.restoreAllMocks();
  expect(await stored.applications()).toBe(0);
});

test('a revoked or expired invitation, and one of a role that may not invite, opens nothing', async () => {
  const path = await invite({ uses: '9' });
  const isOpen = async () => (await openBrowser().get(path)).html.includes('@bo invited you');
  const expireIn = (days: number) =>
    prisma().invitation.updateMany({
      where: { maxUses: 9 },
      data: { expiresAt: new Date(Date.now() + days * 86_400_000) },
    });
  expect(await isOpen()).toBe(true);
  await allow('moderators');
  expect(await isOpen()).toBe(false);
  expect((await create()).status).toBe(403);
  expect((await create({}, ann)).status).toBe(303);
  await allow('everybody');
  await expireIn(0);
  expect(await isOpen()).toBe(false);
  await expireIn(1);
  expect(await isOpen()).toBe(true);
  const [, revoke] = /action="([^"]*\/revoke)"/.exec((await bo.get(page)).html)!;
  const { hidden } = await ann.get(page);
  expect((await ann.post(revoke!, hidden)).status).toBe(404);
  expect(await isOpen()).toBe(true);
  expect((await bo.post(revoke!, { ...(await bo.get(page)).hidden, sure: 'yes' })).status).toBe(303);
  expect(await isOpen()).toBe(false);
});

test('a member has at most 20 open invitations, also when they are made at once, with limited uses and days', async () => {
  await deleteAll('invitations');
  for (const fields of [{ uses: '0' }, { uses: '101' }, { uses: 'x' }, { days: '31' }, { days: '1.5' }])
    expect((await create(fields as unknown as Record<string, string>)).status).toBe(422);
  const made = await Promise.all(Array.from({ length: 23 }, () => create()));
  expect(made.filter(({ status }) => status === 303)).toHaveLength(20);
  expect(made.filter(({ status }) => status === 422)).toHaveLength(3);
});

test('the invitation of a suspended member opens nothing', async () => {
  await deleteAll('invitations');
  const path = await invite();
  expect((await openBrowser().get(path)).html).toContain('@bo invited you');
  await suspend(boAccount.id);
  expect((await openBrowser().get(path)).html).not.toContain('@bo invited you');
});
