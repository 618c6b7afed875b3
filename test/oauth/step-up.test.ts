/** Step-up authentication: changes that could take over an account need a proof from the last 10 minutes. */
import type { TOTP } from 'otpauth';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { beginEnrolment, findEnrolment, finishEnrolment } from '../../src/domain/access/second-factor.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { setRole } from '../../src/domain/moderation/members.ts';
import { operator } from '../../src/domain/roles/permissions.ts';
import { openBrowser } from '../support/browser.ts';
import { useDatabase } from '../support/database-connection.ts';
import { origin, useWebServer } from '../support/web-server.ts';

const password = 'flour, water, salt';
const browser = openBrowser();
const other = openBrowser();
let ann: Account;

useDatabase();
useWebServer();
beforeAll(async () => {
  ann = await register({ username: 'ann', password, admin: true });
  await register({ username: 'bo', password });
  await setRole(operator, ann.id, 'owner');
  await browser.logIn('ann', password);
  await other.logIn('ann', password);
});

const expire = () =>
  pool().query(`UPDATE session SET authenticated_at = authenticated_at - interval '11 minutes'`);
beforeEach(expire);

const emailOf = async () =>
  (await pool().query('SELECT email FROM member WHERE account_id = $1', [ann.id])).rows[0].email;
const saveEmail = async (email: string, fields: Record<string, string> = {}) => {
  const { hidden } = await browser.get('/settings/email');
  return (await browser.post('/settings/email', { ...hidden, email, ...fields })).status;
};

test('a form asks for the password, and the next one within 10 minutes does not, in this session only', async () => {
  expect(await saveEmail('one@example.org')).toBe(422);
  expect(await saveEmail('one@example.org', { current: 'wrong' })).toBe(422);
  expect(await emailOf()).toBe(null);
  expect(await saveEmail('one@example.org', { current: password })).toBe(303);
  expect((await browser.get('/settings/email')).html).not.toContain('name="current"');
  expect(await saveEmail('two@example.org')).toBe(303);
  expect((await other.get('/settings/email')).html).toContain('name="current"');
  expect(await saveEmail('three@example.org', { current: 'wrong' })).toBe(422);
  expect(await emailOf()).toBe('two@example.org');
  await expire();
  expect(await saveEmail('three@example.org')).toBe(422);
  expect(await emailOf()).toBe('two@example.org');
});

test('every dangerous form refuses a session without a recent proof', async () => {
  const { hidden } = await browser.get('/settings/leave');
  const paths = ['access', 'email', 'leave', 'tokens', 'move/away', 'two-factor', 'two-factor/codes'];
  for (const path of [...paths, 'two-factor/off']) {
    const refused = await browser.post(`/settings/${path}`, hidden);
    expect([path, refused.status]).toEqual([path, 422]);
  }
  expect((await pool().query('SELECT 1 FROM access_token')).rowCount).toBe(0);
});

test('a role changes only after a recent proof', async () => {
  const list = await browser.get('/admin/accounts');
  const change = () =>
    browser.post(
      '/admin/accounts/bo/role',
      { ...list.hidden, role: 'moderator' },
      { origin, referer: `${origin}/admin/accounts?q=bo` },
    );
  const sent = await change();
  expect(sent.location).toBe(`${origin}/settings/confirm?next=${encodeURIComponent('/admin/accounts?q=bo')}`);
  const roleOf = async () =>
    (await pool().query(`SELECT role FROM member JOIN account a ON a.id = account_id WHERE username = 'bo'`))
      .rows[0].role;
  expect(await roleOf()).toBe('member');
  const asked = await browser.get(sent.location);
  const proved = await browser.post('/settings/confirm', { ...asked.hidden, current: password });
  expect(proved.location).toBe(`${origin}/admin/accounts?q=bo`);
  await change();
  expect(await roleOf()).toBe('moderator');
});

test('a code of the app is a proof, once, and the page leads only to local pages', async () => {
  const owner = { accountId: ann.id, username: 'ann', issuer: 'Potluck' };
  await beginEnrolment(ann.id);
  const { uri } = (await findEnrolment(owner))!;
  const { URI } = await import('otpauth');
  const app = URI.parse(uri) as TOTP;
  const codeOf = (offset: number) => app.generate({ timestamp: Date.now() + offset * 30_000 });
  await finishEnrolment(owner, codeOf(-1));
  const asked = await browser.get('/settings/confirm?next=//evil.example/');
  const prove = (code: string) => browser.post('/settings/confirm', { ...asked.hidden, code });
  expect((await prove('000000')).status).toBe(422);
  expect(await saveEmail('four@example.org')).toBe(422);
  const code = codeOf(0);
  expect((await prove(code)).location).toBe(`${origin}/settings`);
  expect(await saveEmail('four@example.org')).toBe(303);
  await expire();
  expect((await prove(code)).status).toBe(422);
  expect(await saveEmail('five@example.org')).toBe(422);
});
