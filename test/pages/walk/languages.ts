/** Steps for pages in other languages: from right to left, and with longer words. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Step } from './context.ts';

const pages = ['/', '/home', '/explore', '/write/recipe', '/notifications', '/settings', '/search?q=soup', '/admin'];

async function choose(page: Page, language: string): Promise<void> {
  await page.goto('/language');
  await page.locator('select[name=language]').selectOption(language);
  await page.locator('main form button').click();
  await page.waitForURL(/saved=yes/);
}

/** Texts that their box cuts off. Titles that end in "…" by design have `text-overflow`. */
const clippedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const { overflowX, textOverflow, webkitLineClamp, clipPath } = getComputedStyle(element);
        const isCut = overflowX !== 'visible' && overflowX !== 'auto' && overflowX !== 'scroll';
        // What is clipped to nothing is for screen readers.
        const isMeant = textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || clipPath !== 'none';
        const isShown = element.checkVisibility() && !element.closest('.visually-hidden, .skip');
        return isCut && !isMeant && isShown && element.scrollWidth > element.clientWidth + 1;
      })
      .map((element) => `${element.tagName}.${element.className}: ${element.textContent?.trim().slice(0, 60)}`),
  );

export const languageSteps: Step[] = [
  {
    name: 'Ann reads and cooks in Arabic, from right to left',
    run: async ({ ann: { page, open: see }, recipe }) => {
      await choose(page, 'ar');
      for (const path of [...pages, recipe, `${recipe}/cook`]) {
        await see(path, `arabic${path === recipe ? '-recipe' : path.replaceAll(/[^a-z]+/g, '-')}`);
        expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
      }
      await choose(page, 'en');
    },
  },
  {
    name: 'no text is cut off where words are longer',
    run: async ({ ann: { page, open: see, context }, recipe }) => {
      await choose(page, '');
      await context.setExtraHTTPHeaders({ 'accept-language': 'en-XA' });
      for (const path of [...pages, recipe, `${recipe}/cook`]) {
        await see(path, `longer${path === recipe ? '-recipe' : path.replaceAll(/[^a-z]+/g, '-')}`);
        expect(await page.locator('html').getAttribute('lang')).toBe('en-XA');
        for (const width of [390, 1280]) {
          await page.setViewportSize({ width, height: 900 });
          expect(await clippedTexts(page), `${path} at ${width}`).toEqual([]);
        }
      }
      await context.setExtraHTTPHeaders({ 'accept-language': 'en' });
      await choose(page, 'en');
    },
  },
];
