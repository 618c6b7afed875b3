/** What cannot be undone is asked once, on a page that works without script. */
import { expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { lock } from '../support/accounts.ts';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { as } from '../support/as.ts';
import { openBrowserAs } from '../support/browser.ts';
import { upsertAccount } from '../support/deliveries.ts';
import { changeMember, stored } from '../support/stored.ts';
import { origin } from '../support/web-server.ts';
import { ann, bo, browser, password, useMembers } from './two-members.ts';

useMembers();

interface Act {
  name: string;
  /** Prepares it, and returns the path of the form. */
  path: () => Promise<string>;
  fields?: Record<string, string>;
  isDone: (path: string) => Promise<boolean>;
}

const acts: Act[] = [
  {
    name: 'a filter is deleted',
    path: async () => {
      const filter = { title: 'Fish', action: 'warn', contexts: ['home'], keywords: [{ phrase: 'fish' }] };
      const { body } = await as(ann).post('/filters', { filter });
      return `/settings/filters/${body.id}/delete`;
    },
    isDone: async () => (await as(ann).get('/filters')).body.length === 0,
  },
  {
    name: 'an invitation is revoked',
    path: async () => {
      const invitation = { accountId: ann.id, code: 'code', maxUses: 3, expiresAt: new Date(Date.now() + 86_400_000) };
      const { id } = await prisma().invitation.create({ data: invitation });
      return `/settings/invitations/${id}/revoke`;
    },
    isDone: async () => (await prisma().invitation.count({ where: { expiresAt: { gt: new Date() } } })) === 0,
  },
  {
    name: 'a personal token is revoked',
    path: async () => {
      const { hidden } = await browser.get('/settings/apps');
      await browser.post('/settings/tokens', { ...hidden, name: 'Oven', scope: 'read' });
      const { html } = await browser.get('/settings/apps');
      return /\/settings\/tokens\/\d+\/revoke/.exec(html)![0];
    },
    isDone: async (path) => !(await browser.get('/settings/apps')).html.includes(path),
  },
  {
    name: 'a follower is removed',
    path: async () => {
      await as(bo).post(`/accounts/${ann.id}/follow`);
      return `/accounts/${bo.id}/remove-follower`;
    },
    isDone: async () => (await stored.follows()) === 0,
  },
  {
    name: 'a server is blocked',
    path: async () => `/accounts/${(await upsertAccount('far', 'far.example')).id}/block-server`,
    isDone: async () => (await as(ann).get('/domain_blocks')).body.length > 0,
  },
  {
    name: 'a shopping list is no longer shared',
    path: async () => {
      await browser.post('/shopping-list/share', (await browser.get('/shopping-list')).hidden);
      return '/shopping-list/unshare';
    },
    isDone: async () => (await stored.shoppingLists({ shareToken: { not: null } })) === 0,
  },
  {
    name: 'what is ticked is removed from a shopping list',
    path: async () => {
      const { hidden } = await browser.get('/shopping-list');
      await browser.post('/shopping-list/lines', { ...hidden, text: '2 onions' });
      const tick = String((await as(ann).get('/shopping_list')).body.items[0].id);
      await browser.post('/shopping-list/items', { ...hidden, tick });
      return '/shopping-list/clear-ticked';
    },
    isDone: async () => (await as(ann).get('/shopping_list')).body.items.length === 0,
  },
  {
    name: 'a follow request is rejected',
    path: async () => {
      await lock(ann.id);
      await as(bo).post(`/accounts/${ann.id}/follow`);
      return `/accounts/${bo.id}/reject`;
    },
    isDone: async () => (await as(ann).get('/follow_requests')).body.length === 0,
  },
  {
    name: 'an import is discarded',
    path: async () => {
      const { hidden } = await browser.get('/settings/import');
      const recipe = { '@type': 'Recipe', name: 'Toast', recipeIngredient: ['2 slices bread'] };
      const { location } = await browser.post('/settings/import', { ...hidden, text: JSON.stringify(recipe) });
      return `${new URL(location).pathname}/discard`;
    },
    isDone: async () => (await stored.imports()) === 0,
  },
];

test.each(acts)('$name only after a question', async ({ path, fields = {}, isDone }) => {
  const action = await path();

  const { hidden } = await browser.get('/settings/keyboard');
  const question = await browser.post(action, { form_token: hidden.form_token!, ...fields });
  expect([question.status, question.location, forbiddenContentIn(question.html)]).toEqual([200, '', []]);
  expect(question.html).toContain('This cannot be undone.');
  expect(question.html).toContain('aria-label="Site"');
  expect(await isDone(action)).toBe(false);
  const answered = await browser.post(action, question.hidden);
  expect([answered.status, await isDone(action)]).toEqual([303, true]);
});

test('a member without a password types the name to delete the account', async () => {
  const { id } = await register({ username: 'cam', password });
  const cam = await openBrowserAs('cam', password);
  await changeMember(id, { passwordHash: '' });
  const page = await cam.get('/settings/leave');
  expect(page.html).toContain('type your name here: cam');
  const leave = (name: string) => cam.post('/settings/leave', { ...page.hidden, name });
  expect((await leave('bo')).html).toContain('This is not your name');
  expect((await leave(' @Cam ')).location).toBe(`${origin}/farewell`);
});
