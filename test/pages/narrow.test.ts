/** Parts of pages that wrap on a phone, in a real browser of 390 px. */
import type { Server } from 'node:http';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { as } from '../support/as.ts';
import { useDatabase } from '../support/database-connection.ts';
import { serveApp } from '../support/serve-app.ts';
import { findChromium } from './walk/chromium.ts';

const port = await vi.hoisted(async () => (await import('../support/own-modules.ts')).useOwnPort());

const executablePath = findChromium();
const password = 'flour, water, salt';

describe.runIf(executablePath !== null)('on a phone', () => {
  let server: Server;
  let browser: Browser;
  let page: Page;
  let bo: Account;

  useDatabase();
  beforeAll(async () => {
    await register({ username: 'ann', password });
    bo = await register({ username: 'bo' });
    server = serveApp(port);
    browser = await chromium.launch({ executablePath: executablePath! });
    const context = await browser.newContext({
      baseURL: `http://localhost:${port}`,
      viewport: { width: 390, height: 844 },
    });
    page = await context.newPage();
    await page.goto('/login');
    await page.locator('input[name="name"]').fill('ann');
    await page.locator('input[name="password"]').fill(password);
    await Promise.all([page.waitForURL((url) => url.pathname !== '/login'), page.keyboard.press('Enter')]);
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  test.each(['en', 'ar', 'ja'])('in %s the title of cook mode has room for its words', async (locale) => {
    const { body: recipe } = await as(bo).post('/recipes', {
      name: 'شوربة العدس',
      serving: 4,
      serving_type: 'servings',
      ingredients: [{ name: 'عدس' }],
      steps: [{ content: 'اغسلي العدس.' }],
    });
    await as(bo).post(`/recipes/${recipe.id}/publish`);
    const { url } = (await as(bo).get(`/recipes/${recipe.id}`)).body;
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale });
    const cook = await context.newPage();
    await cook.goto(`${url}/cook#step-1`);
    await cook.locator('.cook-scale:visible').waitFor();
    const { width, height } = (await cook.locator('.cook-bar h1').boundingBox())!;
    expect([width >= 100, height < 40]).toEqual([true, true]);
    await context.close();
  });

  test('no rule stands before the first fact of a line', async () => {
    const times = { prep_time: 1_200, cook_time: 5_400, serving: 4, serving_type: 'servings' };
    const { body: recipe } = await as(bo).post('/recipes', { name: 'Onion soup', ...times });
    await as(bo).post(`/recipes/${recipe.id}/publish`);
    await page.goto((await as(bo).get(`/recipes/${recipe.id}`)).body.url);
    const rules = await page.locator('.times').evaluate((strip) => {
      const { left } = strip.getBoundingClientRect();
      return [...strip.children].map((fact) => {
        const { left: start, top } = fact.getBoundingClientRect();
        return { top, isInside: start >= left };
      });
    });
    const lines = Map.groupBy(rules, ({ top }) => top);
    expect(rules.length).toBeGreaterThan(lines.size);
    // What lies outside the strip is cut off.
    for (const line of lines.values())
      expect(line.map(({ isInside }) => isInside)).toEqual(line.map((_, at) => at > 0));
    expect(await page.locator('.times').evaluate((strip) => getComputedStyle(strip).overflowX)).toBe('hidden');
  });

  test('the menu of a profile stands beside its buttons', async () => {
    await page.goto('/@bo');
    const menu = await page.locator('.profile details.more summary').boundingBox();
    const button = await page.locator('.profile').getByRole('button', { name: 'Follow' }).first().boundingBox();
    expect(Math.abs(menu!.y + menu!.height / 2 - (button!.y + button!.height / 2))).toBeLessThan(5);
    expect(menu!.x).toBeGreaterThan(button!.x);
  });
});
