/**
 * Steps for a new member: welcome, first follow, first post, a deletion that is undone, and what the others hear of it.
 */
import { expect } from 'vitest';
import type { Step } from './context.ts';
import { apiOf, fill } from './recipes.ts';

export const signUpSteps: Step[] = [
  {
    name: 'a new member is welcomed, follows Ann, and finds her recipes at home',
    isLong: true,
    isRepeated: true,
    run: async ({ alpha, guest: { page, check: look, openWithText }, guest }) => {
      const { password } = JSON.parse(await alpha.cli('account', 'create', `nina${guest.variant}`, '--json'));
      await page.goto('/login?next=/welcome');
      await page.getByLabel('Name').fill(`nina${guest.variant}`);
      await page.getByLabel('Password').fill(password);
      await guest.press('Log in');
      await page.getByRole('heading', { name: /^Welcome to / }).waitFor();
      await look('welcome');
      for (const name of ['Write your first recipe', 'Import your recipes', 'Introduce yourself'])
        expect(await page.getByRole('link', { name }).count(), name).toBe(1);
      await page.goto('/home');
      await look('home-empty');
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Follow ann/i })
        .click();
      const followed = page.getByRole('button', { name: /^Following/ });
      // Without script the next page shows her posts instead, if they have arrived by then.
      const confirmed = guest.variant === '' ? followed : followed.or(page.locator('article.post'));
      await confirmed.first().waitFor();
      await openWithText('/home', '<article class="post');
      await look('home-backfilled');
    },
  },
  {
    name: 'publishing and deleting are confirmed, a deletion is undone, and Ann sees likes in one line',
    isLong: true,
    isRepeated: true,
    run: async (context) => {
      const { guest, ann } = context;
      const { page, check: look, press } = guest;
      await page.goto('/write/post');
      await fill(page, 'Text', 'The first of many.');
      await press('Publish');
      await page.getByRole('status').filter({ hasText: 'Published' }).waitFor();
      await page.goto(`/items/${page.url().split('/').at(-1)}/delete`);
      await press('Delete');
      await look('deleted');
      await press('Undo');
      await page.getByRole('status').filter({ hasText: 'Nothing was deleted' }).waitFor();
      expect(await page.getByText('The first of many.').count()).toBeGreaterThan(0);

      await page.goto(context.recipe);
      await page.getByRole('button', { name: /Like/ }).first().click();
      await page.getByRole('button', { name: /Like/, pressed: true }).first().waitFor();
      const { api } = await apiOf(context, context.me);
      const unread = async () => (await api.get('/notifications/unread_count')).body.count as number;
      expect(await unread()).toBeGreaterThan(0);
      await ann.page.goto('/');
      // The bar of a phone has a shorter word.
      expect(await ann.page.getByRole('link', { name: /(?:Notifications|Alerts).*unread/ }).count()).toBe(1);
      await ann.open('/notifications', 'notifications-unread');
      expect(await ann.page.getByText(/ liked /).count()).toBeGreaterThan(0);
      expect(await unread()).toBe(0);
      await page.goto('/logout');
      await press('Log out');
    },
  },
];
