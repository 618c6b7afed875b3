/** Steps for settings, tokens, the menu and pinned items. */
import { expect } from 'vitest';
import { password, type Step } from './context.ts';
import { setLogInAge } from './log-in-age.ts';

export const settingsSteps: Step[] = [
  {
    name: 'Ann opens every settings page and creates a token',
    isLong: true,
    run: async ({ ann: { page, check: look, open: see } }) => {
      for (const section of [
        '',
        '/access',
        '/email',
        '/apps',
        '/people',
        '/invitations',
        '/filters',
        '/keyboard',
        '/move',
        '/leave',
      ])
        await see(`/settings${section}`, `settings${section.replace('/', '-')}`);
      await page.goto('/settings/apps');
      await page.getByLabel('Name of the new token').fill('"><script>alert(1)</script>');
      await page.getByRole('button', { name: 'Create token' }).click();
      await look('settings-token');
    },
  },
  {
    name: 'eleven minutes after her log-in, Ann is asked for her password where an account could be taken over',
    isLong: true,
    run: async ({ alpha, ann: { page, press, open: see } }) => {
      await setLogInAge(alpha, 11);
      for (const section of ['access', 'apps', 'move', 'leave', 'email']) {
        await see(`/settings/${section}`, `settings-${section}-password`);
        await page.getByRole('textbox', { name: 'Current password' }).first().waitFor();
      }
      await page.getByRole('link', { name: 'Use a passkey or a code instead' }).click();
      await page.getByLabel('Current password').fill(password);
      await press('Confirm with password');
      expect(new URL(page.url()).pathname).toBe('/settings/email');
    },
  },
  {
    name: 'Ann blocks and unblocks a server for herself',
    isLong: true,
    isRepeated: true,
    run: async ({ ann: { page, open: see } }) => {
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
    isLong: true,
    run: async ({ ann: { page, check: look } }) => {
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
    name: 'Ann filters a word, opens what it covers, leaves it out, and deletes the filter',
    isLong: true,
    isRepeated: true,
    run: async ({ alpha, ann: { page, check: look, open: see, press, variant } }) => {
      const [cook] = await alpha.createMembers([`fishmonger${variant}`]);
      const tag = `filtered${variant}`;
      await alpha.api(cook!.token).post('/statuses', { status: { content: `Zander today, and #${tag}.` } });
      await page.goto('/settings/filters');
      await page.getByRole('link', { name: 'Add a filter' }).click();
      await page.getByLabel('Name').fill('Fish');
      await page.getByLabel('Hide posts that contain these words').fill('zander');
      await look('filter-new');
      await press('Save');
      await look('filters');
      await see(`/tags/${tag}`, 'filtered');
      const text = page.locator('.prose', { hasText: 'Zander today' });
      expect(await text.isVisible()).toBe(false);
      await page.getByText('Show anyway').click();
      await text.waitFor();
      await page.goto('/settings/filters');
      await page.getByRole('link', { name: 'Edit Fish' }).click();
      await page.getByLabel('What happens').selectOption('hide');
      await press('Save');
      await see(`/tags/${tag}`, 'filtered-hidden');
      expect(await text.count()).toBe(0);
      await page.getByText('Your filters hide everything on this page.').waitFor();
      await page.goto('/settings/filters');
      await press('Delete Fish');
      await press('Delete');
      await page.getByText('You have no filters.').waitFor();
      await page.goto(`/tags/${tag}`);
      await text.waitFor();
    },
  },
  {
    name: 'Ann mutes an account for a day in a dialog, and unmutes it',
    isLong: true,
    isRepeated: true,
    run: async ({ alpha, ann: { page, check: look, press, variant } }) => {
      const [cook] = await alpha.createMembers([`noisy${variant}`]);
      const tag = `noise${variant}`;
      await alpha.api(cook!.token).post('/statuses', { status: { content: `Soup again, #${tag}.` } });
      const heard = page.locator('.prose', { hasText: 'Soup again' });
      await page.goto(`/tags/${tag}`);
      await heard.waitFor();
      await page.goto(`/@noisy${variant}`);
      await page.locator('.profile details.more summary').click();
      await page.getByRole('link', { name: 'Mute…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Mute noisy' });
      const form = variant === '' ? dialog : page.getByRole('main');
      await form.getByLabel('For how long?').selectOption({ label: '1 day' });
      await look('mute');
      if (variant === '') {
        await dialog.getByRole('button', { name: 'Mute', exact: true }).click();
        await dialog.waitFor({ state: 'detached' });
      } else await press('Mute');
      await page.goto(`/tags/${tag}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await heard.count()).toBe(0);
      await page.goto('/settings/people');
      await page.getByText('Muted until').waitFor();
      await look('muted');
      await page.getByRole('button', { name: /^Unmute/ }).click();
      await page.getByText('You have not muted anyone.').waitFor();
      await page.goto(`/tags/${tag}`);
      await heard.waitFor();
    },
  },
  {
    name: 'Ann pins a recipe to her profile and can unpublish a dish',
    isLong: true,
    isRepeated: true,
    run: async ({ ann: { page, check: look, open: see }, recipe, me }) => {
      await page.goto(recipe);
      await page.locator('details.more summary').first().click();
      await page.getByRole('button', { name: 'Pin to profile' }).click();
      await page.getByText('Pinned to your profile.').waitFor();
      await see(`/@${me}`, 'profile-pinned');
      await page.goto(`/@${me}/cooked`);
      await page.locator('.card-title a').first().click();
      await page.locator('details.more summary').first().click();
      await page.getByRole('link', { name: 'Unpublish' }).click();
      await look('unpublish');
    },
  },
];
