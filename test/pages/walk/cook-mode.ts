/**
 * Steps for cooking: panels by button and key, timers and check boxes that survive a reload, and all of it without
 * script.
 */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
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
    name: 'a timer that ends says so',
    isLong: true,
    run: async (context) => {
      const page = await openPage(context);
      await page.clock.install();
      await page.goto(`${context.recipe}/cook#step-1`);
      await page.getByRole('button', { name: 'Start a timer: 5 min' }).click();
      await page.clock.runFor(301_000);
      await page.getByRole('status').filter({ hasText: 'Step 1: Time is up!' }).waitFor({ state: 'attached' });
      await page.getByRole('button', { name: 'Time is up: 5 min. Close the timer.' }).click();
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
