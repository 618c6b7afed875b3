/** Steps for settings, tokens, the menu and pinned items. */
import { expect } from 'vitest';
import type { Step } from './world.ts';

export const settling: Step[] = [
  {
    name: 'Ann opens every settings page and creates a token',
    run: async ({ ann: { page, look, see } }) => {
      for (const section of ['', '/access', '/email', '/apps', '/people', '/keyboard', '/move', '/leave'])
        await see(`/settings${section}`, `settings${section.replace('/', '-')}`);
      await page.goto('/settings/apps');
      await page.getByLabel('Name of the new token').fill('"><script>alert(1)</script>');
      await page.getByRole('button', { name: 'Create token' }).click();
      await look('settings-token');
    },
  },
  {
    name: 'Ann blocks and unblocks a server for herself',
    run: async ({ ann: { page, see } }) => {
      await page.goto('/settings/people');
      await page.getByLabel('Server', { exact: true }).fill('far-away.example');
      await page.getByRole('button', { name: 'Block server' }).click();
      await page.getByText('Server blocked.').waitFor();
      await see('/settings/people', 'settings-people-server');
      await page.getByRole('button', { name: 'Unblock far-away.example' }).click();
      await page.getByText('Server unblocked.').waitFor();
    },
  },
  {
    name: 'on a phone the header takes at most two rows and cuts off no name, and its menu opens without a script',
    run: async ({ ann: { page, look } }) => {
      await page.goto('/home');
      await page.setViewportSize({ width: 390, height: 900 });
      const tops = await page
        .locator('.brand, .site-nav > a, .site-nav summary')
        .evaluateAll((list) => list.map((each) => Math.round(each.getBoundingClientRect().bottom / 20)));
      expect(new Set(tops).size).toBeLessThanOrEqual(2);
      const name = page.locator('.brand span');
      expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      await page.locator('.menu summary', { hasText: '@ann' }).focus();
      await page.keyboard.press('Enter');
      await look('menu');
      await page.getByRole('link', { name: 'Profile' }).click();
      expect(new URL(page.url()).pathname).toBe('/@ann');
    },
  },
  {
    name: 'Ann pins a recipe to her profile and can unpublish a dish',
    run: async ({ ann: { page, look, see }, recipe }) => {
      await page.goto(recipe);
      await page.locator('details.more summary').first().click();
      await page.getByRole('button', { name: 'Pin to profile' }).click();
      await page.getByText('Pinned to your profile.').waitFor();
      await see('/@ann', 'profile-pinned');
      await page.goto('/@ann/cooked');
      await page.locator('.card-title a').first().click();
      await page.locator('details.more summary').first().click();
      await page.getByRole('link', { name: 'Unpublish' }).click();
      await look('unpublish');
    },
  },
];
