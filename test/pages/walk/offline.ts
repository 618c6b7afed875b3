/** Steps for a device without a connection: reading and cooking saved recipes, and what a log-out leaves behind. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { openBrowserUser } from './browser-user.ts';
import { password, type Step } from './context.ts';
import { apiOf, fill } from './recipes.ts';

async function logIn(page: Page): Promise<void> {
  await page.goto('/login');
  await fill(page, 'Name', 'ann');
  await fill(page, 'Password', password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/home');
}

/** Waits until the service worker has kept the page. */
const kept = (page: Page, path: string) =>
  expect
    .poll(
      () =>
        page.evaluate<boolean>(
          `caches.open('saved').then((cache) => cache.match('${path}', { ignoreVary: true })).then(Boolean)`,
        ),
      { message: `${path} is kept` },
    )
    .toBe(true);

/** Everything that is stored for this site, as one text. */
const stored = (page: Page) =>
  page.evaluate<string>(`(async () => {
    const texts = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        texts.push(request.url, await (await caches.match(request, { ignoreVary: true })).text());
    return texts.join() + JSON.stringify({ ...localStorage, ...sessionStorage });
  })()`);

export const offlineSteps: Step[] = [
  {
    name: 'Ann loses the connection in the middle of shopping, and what she ticks arrives when it is back',
    run: async (context) => {
      const { alpha, ann } = context;
      const { api } = await apiOf(context, 'ann');
      await api.delete('/shopping_list');
      for (const text of ['2 leeks', 'soap']) await api.post('/shopping_list/lines', { text });
      const ticked = async () => {
        const { items } = (await api.get('/shopping_list')).body;
        return items.filter(({ checked }: { checked: boolean }) => checked).map(({ name }: { name: string }) => name);
      };
      const device = await openBrowserUser(ann.context.browser()!, alpha.origin, { serviceWorkers: 'allow' });
      const { page, check: look } = device;
      const item = (name: string, checked: boolean) => page.getByRole('checkbox', { name, checked, exact: true });
      try {
        await logIn(page);
        await page.goto('/shopping-list');
        await kept(page, '/shopping-list');
        // The files of a page are kept after it, and its entry last.
        const entry = `caches.match('/offline/index').then((index) => index.json())
          .then(({ entries }) => '/shopping-list' in entries)`;
        await expect.poll(() => page.evaluate<boolean>(entry)).toBe(true);
        await device.context.setOffline(true);
        await item('2 leeks', false).click();
        await page.getByText('It will be sent when you are back online').waitFor();
        await page.goto('/shopping-list');
        await item('2 leeks', true).waitFor();
        await page.getByLabel('Add something else').fill('salt');
        await page.getByRole('button', { name: 'Add', exact: true }).click();
        await page.getByRole('listitem').filter({ hasText: 'salt' }).waitFor();
        await page.goto('/shopping-list');
        await page.getByRole('listitem').filter({ hasText: 'salt' }).waitFor();
        await look('offline-shopping-list');
        expect(await ticked()).toEqual([]);
        await device.context.setOffline(false);
        await expect.poll(ticked).toEqual(['leeks']);
        await page.getByRole('checkbox', { name: 'salt', exact: true }).waitFor();

        // Another device.
        const { items } = (await api.get('/shopping_list')).body;
        const soap = items.find(({ name }: { name: string }) => name === 'soap').id;
        await api.patch(`/shopping_list/lines/${soap}`, { checked: true });
        await item('soap', true).waitFor();
        await fill(page, 'Add something else', 'tea');
        await page.keyboard.press('Enter');
        await item('tea', false).waitFor();
        expect(await page.evaluate(`document.activeElement.name`)).toBe('text');
        expect(device.faults.filter((fault) => !/net::ERR_(?:INTERNET_DISCONNECTED|FAILED)/.test(fault))).toEqual([]);
      } finally {
        await device.context.close();
      }
    },
  },
  {
    name: 'Ann reads and cooks a saved recipe while the server is stopped, and her log-out leaves nothing private',
    run: async (context) => {
      const { alpha, ann, recipe } = context;
      const { api } = await apiOf(context, 'ann');
      const { id } = (await api.post('/collections', { collection: { name: 'Soups' } })).body;
      await ann.page.goto(recipe);
      const [, item] = /\/items\/(\d+)\/save/.exec(await ann.page.content())!;
      expect((await api.post(`/collections/${id}/items/${item}?type=recipe`)).status).toBeLessThan(300);

      const device = await openBrowserUser(ann.context.browser()!, alpha.origin, { serviceWorkers: 'allow' });
      const { page, check: look } = device;
      try {
        await logIn(page);
        await kept(page, '/offline/index');
        await page.goto('/shopping-list');
        await kept(page, '/shopping-list');
        expect(await stored(page)).toContain('@ann');
        // The session ends without a log-out in this browser.
        const cookies = await device.context.cookies();
        await device.context.clearCookies();
        await page.goto('/explore');
        await expect.poll(() => stored(page)).not.toContain('@ann');

        await device.context.addCookies(cookies);
        await page.goto('/shopping-list');
        await kept(page, '/shopping-list');
        await page.goto('/logout');
        // Of somebody else who uses this device, and a text of hers.
        const changes = [
          { key: 'like 1', account: '999', path: '/items/1/like', fields: [], at: Date.now(), attempts: 0 },
        ];
        await page.evaluate(`caches.open('waiting').then((cache) =>
          cache.put('/offline/changes', new Response(${JSON.stringify(JSON.stringify(changes))})))`);
        await page.evaluate(`localStorage.setItem('writing ann', 'a secret')`);
        await page.getByRole('button', { name: 'Log out' }).click();
        await page.getByText('You are logged out').waitFor();
        await expect.poll(() => stored(page)).not.toContain('@ann');
        const waits = `caches.match('/offline/changes').then((list) => list?.json())`;
        expect([await page.evaluate(waits), await page.evaluate('localStorage.length')]).toEqual([changes, 0]);

        await logIn(page);
        await kept(page, `${recipe}/cook`);
        await alpha.processes.stop();

        await page.goto(recipe);
        expect(await page.getByRole('status').first().isVisible()).toBe(true);
        const width = `[...document.images].find(({ alt }) => alt === 'A bowl of red soup').naturalWidth`;
        await expect.poll(() => page.evaluate<number>(width)).toBeGreaterThan(100);
        await look('offline-recipe');
        await page.goto(`${recipe}/cook`);
        await look('offline-cook');
        await page.getByRole('link', { name: 'Start', exact: true }).click();
        await page.getByRole('button', { name: /5 min/ }).first().click();
        await page.getByRole('region', { name: 'Running timers' }).waitFor();
        await page.goto('/settings');
        await page
          .getByRole('link', { name: /^Start cooking / })
          .first()
          .waitFor();
        await look('offline');
        // Browsers log each answer of the proxy whose server is away, and transitions to another color scheme.
        expect(device.faults.filter((fault) => !/status of 502|Transition was aborted/.test(fault))).toEqual([]);
      } finally {
        await device.context.close();
      }
    },
  },
];
