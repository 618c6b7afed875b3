/** Steps for members of another server: one replies, one tries every attack. */
import { expect } from 'vitest';
import { eventually } from '../../demo/eventually.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { scaled } from '../../support/test-length.ts';
import { waitTimeoutMs } from '../../support/wait-timeout.ts';
import type { Step, WalkContext } from './context.ts';
import { apiOf, fill, photo } from './recipes.ts';

export const payload = `"'></script></title><script>alert(1)</script><img src=https://evil.example/x onerror=alert(1)>`;

const known = async (api: ApiClient, address: string): Promise<number> => {
  const look = async () => (await api.get(`/accounts/${encodeURIComponent(address)}`)).body;
  await eventually(`${address} loaded`, look, ({ state }) => state === 'loaded', waitTimeoutMs);
  return (await look()).id;
};

async function createHostileContent(context: WalkContext): Promise<void> {
  const { beta, mallory } = context;
  const called = await mallory.patch('/accounts/me', {
    account: { name: payload.slice(0, 100), summary: payload },
  });
  expect(called.status, JSON.stringify(called.body)).toBeLessThan(300);
  const scope = 'read write account:read account:write';
  const token = await beta.cli('token', 'create', '--account', 'mallory', '--scope', scope);
  const media_ids = [await photo(context, beta.origin, token, payload)];
  const recipe = {
    name: `Poison ${payload}`,
    description: payload,
    serving: 1,
    serving_type: 'pot',
    media_ids,
    ingredients: [{ name: payload, quantity: 1, unit: '<b>', note: payload, group: payload }],
    steps: [{ name: payload, content: payload }],
    tags: ['poison'],
  };
  const made = await mallory.post('/recipes', { recipe });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const said = await mallory.post('/statuses', {
    status: { content: payload, spoiler_text: payload, sensitive: true, media_ids: [] },
  });
  expect(said.status, JSON.stringify(said.body)).toBe(201);
}

export const federatedSteps: Step[] = [
  {
    name: 'a reply from another server appears below the recipe',
    run: async ({ alpha, bo, guest, recipe }) => {
      await known(bo, `ann@${alpha.host}`);
      const find = async () =>
        (await bo.get(`/search?resolve=true&q=${encodeURIComponent(alpha.origin + recipe)}`)).body;
      await eventually('the recipe', find, (found) => found.recipes?.length === 1, waitTimeoutMs);
      const { recipes } = await find();
      const answered = await bo.post('/statuses', {
        status: { content: `@ann@${alpha.host} We had it with lemon.`, in_reply_to_id: recipes[0].id },
      });
      expect(answered.status, JSON.stringify(answered.body)).toBe(201);
      await guest.openWithText(recipe, 'with lemon');
      await guest.check('recipe-with-reply');
    },
  },
  {
    name: 'Ann finds Bo by his address, follows him, reads him at home, replies and saves his post',
    isRepeated: true,
    run: async ({ beta, bo, ann: { page, check: look, open: see, openWithText, variant } }) => {
      await see('/search', 'search');
      await page.getByLabel('Search for recipes').fill(`@bo@${beta.host}`);
      await page.getByRole('button', { name: 'Search' }).click();
      const ask = page.getByRole('button', { name: 'Look it up on its server' });
      if ((await ask.count()) > 0) await ask.click();
      await look('search-found');
      await page.getByRole('main').getByRole('link', { name: 'bo', exact: true }).first().click();
      await page.getByRole('button', { name: 'Follow', exact: true }).click();
      await page.getByRole('button', { name: /^Follow(?:ing| requested) / }).waitFor();
      await openWithText(new URL(page.url()).pathname, '>Following<');
      await look('followed');
      const said = await bo.post('/statuses', { status: { content: 'Bread is in the oven.' } });
      expect(said.status, JSON.stringify(said.body)).toBe(201);
      await openWithText('/home', 'in the oven');
      await look('home');
      await page.getByRole('button', { name: /^Like/ }).first().click();
      await page.getByRole('button', { name: /^Like/, pressed: true }).waitFor();
      await page.getByRole('link', { name: 'Reply' }).first().click();
      await look('reply');
      await fill(page, 'Text', `@bo@${beta.host} Save me a slice.`);
      await page.getByRole('button', { name: 'Publish' }).click();
      await look('replied');
      const mentions = async () => (await bo.get('/notifications')).body as { type: string }[];
      const isTold = (list: { type: string }[]) =>
        ['reply', 'like'].every((type) => list.some((each) => each.type === type));
      await eventually('Bo is told', mentions, isTold, waitTimeoutMs);
      await page.goto('/home');
      await page.getByRole('link', { name: 'Save' }).first().click();
      await fill(page, 'New collection', 'Bread');
      await look('save-to-collection');
      const form = page.getByRole(variant === '' ? 'dialog' : 'main');
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByText(/^(?:Saved to your collections|Your collections are up to date)\.$/).waitFor();
      await see('/collections', 'collections');
      await page.getByRole('link', { name: 'Bread' }).click();
      await look('collection');
      await page.getByRole('link', { name: 'Edit collection' }).click();
      await look('edit-collection');
      await page.getByLabel('Who can see it').selectOption('public');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await look('shared-collection');
      await see('/notifications', 'notifications');
    },
  },
  {
    name: 'markup that Mallory writes is only text on every page',
    run: async (context) => {
      const { alpha, beta, guest, ann } = context;
      const { api } = await apiOf(context, 'ann');
      await createHostileContent(context);
      const id = await known(api, `mallory@${beta.host}`);
      await api.post(`/accounts/${id}/follow`);
      const timeline = async () => (await api.get(`/accounts/${id}/timeline`)).body;
      await eventually('her two items', timeline, (events) => events.length === 2, waitTimeoutMs);
      const address = `/@mallory@${beta.host}`;
      for (const who of scaled({ short: [ann], full: [ann, guest] })) {
        const name = who === ann ? 'ann' : 'guest';
        await who.open(address, `mallory-${name}`);
        await who.open(`${address}/posts`, `mallory-posts-${name}`);
        await who.page.goto(address);
        await who.page.locator('.card-title a').first().click();
        await who.check(`mallory-recipe-${name}`);
      }
      expect(alpha.log.filter((line) => line.includes('"level":50'))).toEqual([]);
    },
  },
];
