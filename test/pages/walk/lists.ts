/** Steps for lists that continue while they are read, for the keyboard, and for copied links. */
import { expect } from 'vitest';
import type { Step } from './context.ts';

/** More than two pages of a profile. */
const manyPosts = 50;

export const listSteps: Step[] = [
  {
    name: 'a long list continues while it is read, and Back returns to the post that was read; without script it has pages',
    isLong: true,
    run: async ({ alpha, guest: { page, check: look } }) => {
      const [cook] = await alpha.createMembers(['cook']);
      const api = alpha.api(cook!.token);
      await Promise.all(
        Array.from({ length: manyPosts }, (_, n) =>
          api.post('/statuses', { status: { content: `Loaf number ${n}.` } }),
        ),
      );
      const entries = page.locator('.posts > li');
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto('/@cook/posts');
      await look('long-list');
      await page.waitForFunction((count) => {
        window.scrollTo(0, document.documentElement.scrollHeight);
        return document.querySelectorAll('.posts > li').length >= count;
      }, manyPosts);
      const last = entries.last();
      const text = await last.locator('.prose').textContent();
      await last.scrollIntoViewIfNeeded();
      await page.waitForURL(/before=\d+#item-\d+$/);
      await last.locator('a.when').click();
      await page.waitForURL(/\/statuses\//);
      await page.goBack();
      await page.waitForURL(/before=\d+#item-\d+$/);
      await page.locator('.prose').filter({ hasText: text! }).waitFor();

      await page.route('**/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
      await page.goto('/@cook/posts');
      await page.getByRole('link', { name: 'More', exact: true }).click();
      await page.waitForURL(/before=/);
      expect(await page.getByRole('link', { name: 'Newer' }).count()).toBe(1);
      await page.unroute('**/*.js');
    },
  },
  {
    name: 'Ann uses keyboard shortcuts, not while she types, turns them off, and copies a link',
    isLong: true,
    run: async ({ ann: { page, check: look, open: see }, recipe }) => {
      await page.goto('/@ann/posts');
      await page.keyboard.press('j');
      const focused = page.locator('.post:focus');
      await focused.waitFor();
      await page.keyboard.press('l');
      await focused.getByRole('button', { name: /^Like/, pressed: true }).waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      await look('keyboard-dialog');
      await page.keyboard.press('Escape');
      await page.keyboard.press('g');
      await page.keyboard.press('e');
      await page.waitForURL('**/explore');
      await page.keyboard.press('/');
      await page.waitForURL('**/search');
      await page.keyboard.press('/');
      await page.keyboard.type('no');
      expect(await page.locator('main input[name=q]').inputValue()).toBe('no');

      await see('/settings/keyboard', 'settings-keyboard');
      await page.getByLabel('Use keyboard shortcuts').uncheck();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Keyboard shortcuts are off.').waitFor();
      await page.goto(recipe);
      await page.keyboard.press('?');
      await page.locator('details.more summary').first().click();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page
        .getByRole('link', { name: /^Copy link/ })
        .first()
        .click();
      await page.getByText('Link copied.').waitFor();
      expect(new URL(await page.evaluate<string>('navigator.clipboard.readText()')).pathname).toBe(recipe);
      expect(await page.getByRole('dialog').count()).toBe(0);
    },
  },
];
