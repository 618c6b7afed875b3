/** What cannot be undone is asked once, on a page that works without script. */
import { expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { as } from '../support/as.ts';
import { openBrowser } from '../support/browser.ts';
import { upsertAccount } from '../support/deliveries.ts';
import { origin } from '../support/web-server.ts';
import { ann, bo, browser, password, useMembers } from './two-members.ts';

useMembers();

interface Act {
  name: string;
  /** Prepares it, and returns the path of the form. */
  path: () => Promise<string>;
  fields?: Record<string, string>;
  /** A query that says whether it was done. */
  isDone: string;
}

const idOf = async (sql: string): Promise<string> => (await pool().query(sql)).rows[0].id;

const acts: Act[] = [
  {
    name: 'a filter is deleted',
    path: async () => {
      await pool().query(
        `INSERT INTO filter (account_id, title, contexts, action, keywords)
         VALUES ($1, 'Fish', '{home}', 'warn', '[{"phrase": "fish", "wholeWord": true}]')`,
        [ann.id],
      );
      return `/settings/filters/${await idOf('SELECT id FROM filter')}/delete`;
    },
    isDone: 'SELECT NOT EXISTS (SELECT FROM filter) AS done',
  },
  {
    name: 'an invitation is revoked',
    path: async () => {
      await pool().query(
        `INSERT INTO invitation (account_id, code, max_uses, expires_at) VALUES ($1, 'code', 3, now() + interval '1 day')`,
        [ann.id],
      );
      return `/settings/invitations/${await idOf('SELECT id FROM invitation')}/revoke`;
    },
    isDone: 'SELECT NOT EXISTS (SELECT FROM invitation WHERE expires_at > now()) AS done',
  },
  {
    name: 'a personal token is revoked',
    path: async () => {
      const { hidden } = await browser.get('/settings/apps');
      await browser.post('/settings/tokens', { ...hidden, name: 'Oven', scope: 'read' });
      const { html } = await browser.get('/settings/apps');
      return /\/settings\/tokens\/\d+\/revoke/.exec(html)![0];
    },
    isDone: 'SELECT NOT EXISTS (SELECT FROM access_token WHERE client_id IS NULL AND revoked_at IS NULL) AS done',
  },
  {
    name: 'a follower is removed',
    path: async () => {
      await as(bo).post(`/accounts/${ann.id}/follow`);
      return `/accounts/${bo.id}/remove-follower`;
    },
    isDone: 'SELECT NOT EXISTS (SELECT FROM follow) AS done',
  },
  {
    name: 'a server is blocked',
    path: async () => `/accounts/${(await upsertAccount('far', 'far.example')).id}/block-server`,
    isDone: 'SELECT EXISTS (SELECT FROM account_domain_block) AS done',
  },
  {
    name: 'a shopping list is no longer shared',
    path: async () => {
      await browser.post('/shopping-list/share', (await browser.get('/shopping-list')).hidden);
      return '/shopping-list/unshare';
    },
    isDone: 'SELECT NOT EXISTS (SELECT FROM shopping_list WHERE share_token IS NOT NULL) AS done',
  },
  {
    name: 'what is ticked is removed from a shopping list',
    path: async () => {
      const { hidden } = await browser.get('/shopping-list');
      await browser.post('/shopping-list/lines', { ...hidden, text: '2 onions' });
      const tick = await idOf('SELECT id FROM shopping_list_line');
      await browser.post('/shopping-list/items', { ...hidden, tick });
      return '/shopping-list/clear-ticked';
    },
    isDone: 'SELECT NOT EXISTS (SELECT FROM shopping_list_line) AS done',
  },
  {
    name: 'a follow request is rejected',
    path: async () => {
      await pool().query('UPDATE account SET locked = true WHERE id = $1', [ann.id]);
      await as(bo).post(`/accounts/${ann.id}/follow`);
      return `/accounts/${bo.id}/reject`;
    },
    isDone: 'SELECT NOT EXISTS (SELECT FROM follow_request) AS done',
  },
  {
    name: 'an import is discarded',
    path: async () => {
      const { hidden } = await browser.get('/settings/import');
      const recipe = { '@type': 'Recipe', name: 'Toast', recipeIngredient: ['2 slices bread'] };
      const { location } = await browser.post('/settings/import', { ...hidden, text: JSON.stringify(recipe) });
      return `${new URL(location).pathname}/discard`;
    },
    isDone: 'SELECT NOT EXISTS (SELECT FROM import) AS done',
  },
];

test.each(acts)('$name only after a question', async ({ path, fields = {}, isDone }) => {
  const action = await path();
  const done = async () => (await pool().query(isDone)).rows[0].done;
  const { hidden } = await browser.get('/settings/keyboard');
  const question = await browser.post(action, { form_token: hidden.form_token!, ...fields });
  expect([question.status, question.location, forbiddenContentIn(question.html)]).toEqual([200, '', []]);
  expect(question.html).toContain('This cannot be undone.');
  expect(question.html).toContain('aria-label="Site"');
  expect(await done()).toBe(false);
  const answered = await browser.post(action, question.hidden);
  expect([answered.status, await done()]).toEqual([303, true]);
});

test('a member without a password types the name to delete the account', async () => {
  await register({ username: 'cam', password });
  const cam = openBrowser();
  await cam.logIn('cam', password);
  await pool().query(`UPDATE member SET password_hash = '' FROM account WHERE id = account_id AND username = 'cam'`);
  const page = await cam.get('/settings/leave');
  expect(page.html).toContain('type your name here: cam');
  const leave = (name: string) => cam.post('/settings/leave', { ...page.hidden, name });
  expect((await leave('bo')).html).toContain('This is not your name');
  expect((await leave(' @Cam ')).location).toBe(`${origin}/farewell`);
});
