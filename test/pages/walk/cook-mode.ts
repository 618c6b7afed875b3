/**
 * Steps for cooking: panels by button and key, timers and check boxes that survive a reload, and all of it without
 * script.
 */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { isFull } from '../../support/test-length.ts';
import type { Step, WalkContext } from './context.ts';

/** Opens a page in a browser of its own. */
async function openPage({ alpha, guest }: WalkContext, options: BrowserContextOptions = {}): Promise<Page> {
  const viewport = { width: 390, height: 844 };
  const own = { ignoreHTTPSErrors: true, baseURL: alpha.origin, viewport };
  const context = await guest.context.browser()!.newContext({ ...own, ...options });
  return context.newPage();
}

export const cookModeSteps: Step[] = [
  {
    name: 'a cook goes through the steps by button and key, and timers and check boxes survive a reload',
    run: async ({ guest: { page, check: look }, recipe }) => {
      await page.goto(recipe);
      await page.getByRole('checkbox', { name: 'red lentils' }).check();
      await page.getByRole('link', { name: 'Cook', exact: true }).click();
      await page.waitForURL(/\/cook/);
      expect(await page.getByRole('checkbox', { name: 'red lentils' }).isChecked()).toBe(true);
      await page.getByRole('link', { name: 'Start' }).click();
      await page.waitForURL(/#step-1$/);
      await page.getByRole('heading', { name: 'Step 1 of 3' }).waitFor();
      await page.getByRole('button', { name: 'Start a timer: 5 min' }).click();
      await page.keyboard.press('ArrowRight');
      await page.waitForURL(/#step-2$/);
      await page.reload();
      await page.getByRole('link', { name: /^Step 1: (?:5:00|4:\d\d)$/ }).waitFor();
      expect(new URL(page.url()).hash).toBe('#step-2');
      await look('cook-step');
      await page.getByRole('link', { name: /^Step 1: / }).click();
      await page.waitForURL(/#step-1$/);
      await page.getByRole('button', { name: /left of 5 min\. Stop the timer\.$/ }).click();
      await page.getByRole('button', { name: 'Start a timer: 5 min' }).waitFor();
      await page.goto(recipe);
      expect(await page.getByRole('checkbox', { name: 'red lentils' }).isChecked()).toBe(true);
    },
  },
  {
    name: 'a timer is on every page and in every tab, and rings in one of them until it is closed, which can be undone',
    run: async (context) => {
      const page = await openPage(context);
      const tabs = page.context();
      await tabs.clock.install();
      await tabs.addInitScript(`
        window.rings = 0;
        const create = AudioContext.prototype.createOscillator;
        AudioContext.prototype.createOscillator = function () {
          window.rings += 1;
          return create.call(this);
        };
      `);
      await page.goto(`${context.recipe}/cook#step-1`);
      await page.getByRole('button', { name: 'Start a timer: 5 min' }).click();
      await page.goto('/explore');
      const other = await tabs.newPage();
      await other.goto('/about');
      const timersIn = (tab: Page) => tab.getByRole('region', { name: 'Running timers' });
      const press = (tab: Page, name: RegExp) => timersIn(tab).getByRole('button', { name }).click();
      const seen = (tab: Page, name: RegExp) => timersIn(tab).getByRole('link', { name }).waitFor();
      for (const tab of [page, other]) await seen(tab, /^Step 1: (?:5:00|4:\d\d) Lentil soup/);
      expect(await page.title()).toMatch(/^(?:5:00|4:\d\d) · /);

      await press(page, /^Pause: Lentil soup.*, step 1$/);
      await press(other, /^Resume: /);
      await press(page, /^\+1 min: /);
      await seen(other, /^Step 1: (?:6:00|5:\d\d)/);
      await tabs.clock.runFor(350_000);
      const ringsIn = (tab: Page) => tab.evaluate<number>('window.rings');
      expect([await ringsIn(page), await ringsIn(other)]).toEqual([0, 0]);
      await tabs.clock.runFor(15_000);
      for (const tab of [page, other]) {
        await seen(tab, /^Step 1: Time is up!/);
        expect(await tab.title()).toMatch(/^Time is up! · /);
        expect(
          await timersIn(tab)
            .getByRole('button', { name: /^(?:Pause|Resume)/ })
            .count(),
        ).toBe(0);
      }
      await timersIn(page)
        .getByRole('status')
        .filter({ hasText: 'Step 1: Time is up!' })
        .waitFor({ state: 'attached' });
      const before = await ringsIn(page);
      expect([before > 0, await ringsIn(other)]).toEqual([true, 0]);
      await tabs.clock.runFor(60_000);
      expect(await ringsIn(page)).toBeGreaterThan(before + 20);

      await press(other, /^Close: /);
      for (const tab of [page, other]) await timersIn(tab).waitFor({ state: 'hidden' });
      const silent = await ringsIn(page);
      await tabs.clock.runFor(10_000);
      expect([await ringsIn(page), await page.title()]).toEqual([silent, expect.not.stringContaining('Time is up')]);
      await other.getByRole('button', { name: 'Undo' }).click();
      for (const tab of [page, other]) await seen(tab, /^Step 1: Time is up!/);
      await tabs.close();
    },
  },
  {
    name: 'the servings change within cook mode, and coming back leads to the same step and servings',
    run: async (context) => {
      const page = await openPage(context);
      await page.goto(`${context.recipe}/cook`);
      await page.getByRole('button', { name: 'Update' }).waitFor({ state: 'hidden' });
      await page.getByRole('spinbutton', { name: 'Servings' }).fill('12');
      await page.keyboard.press('Tab');
      await page.waitForURL(/\?serving=12#ready$/);
      // In the full form, the recipe was edited before.
      await page
        .locator('#ready')
        .getByText(isFull ? '700 g' : '600 g')
        .waitFor();
      await page.locator('#ready').getByText('3 l', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Start', exact: true }).click();
      await page.waitForURL(/#step-1$/);
      await page.locator('.cook-scale').getByRole('link', { name: 'One serving more' }).click();
      await page.waitForURL(/\?serving=13#step-1$/);

      await page.goto(context.recipe);
      await page.getByRole('link', { name: 'Cook', exact: true }).click();
      await page.waitForURL(/\?serving=13#step-1$/);
      await page.getByRole('heading', { name: 'Step 1 of 3' }).waitFor();
      await page.goto(`${context.recipe}?serving=3`);
      await page.getByRole('link', { name: 'Cook', exact: true }).click();
      await page.waitForURL(/\?serving=3#step-1$/);
      await page.context().close();
    },
  },
  {
    name: 'without script, cook mode is a list with links from step to step',
    isLong: true,
    run: async (context) => {
      const page = await openPage(context, { javaScriptEnabled: false });
      await page.goto(`${context.recipe}/cook`);
      await page.getByRole('link', { name: 'Start' }).click();
      expect(new URL(page.url()).hash).toBe('#step-1');
      const top = async (id: string) => (await page.locator(id).boundingBox())!.y;
      expect(await top('#step-2')).toBeGreaterThan((await top('#step-1')) + 100);
      await page.context().close();
    },
  },
];
