/** Parts of pages that wrap on a phone, in a real browser of 390 px. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { as } from '../support/as.ts';
import { hasChromium, logIn, openContext, useChromium } from '../support/chromium.ts';

const port = await vi.hoisted(async () => (await import('../support/own-modules.ts')).useOwnPort());

const viewport = { width: 390, height: 844 };

describe.runIf(hasChromium)('on a phone', () => {
  let page: Page;
  let bo: Account;

  useChromium(port);
  beforeAll(async () => {
    bo = await register({ username: 'bo' });
    page = await (await openContext({ viewport })).newPage();
    await page.goto('/login');
    await logIn(page);
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
    const context = await openContext({ viewport, locale });
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
