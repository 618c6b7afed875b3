/** A person with a browser: opens pages, and looks at each in every light. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const folder = join(import.meta.dirname, '../seen');
const lights = [
  { theme: 'light', width: 390, checked: true },
  { theme: 'dark', width: 390, checked: false },
  { theme: 'light', width: 1280, checked: false },
  { theme: 'dark', width: 1280, checked: true },
] as const;

export interface Browsing {
  page: Page;
  context: BrowserContext;
  /** Opens a page, expects this status, and looks at it. */
  see(path: string, name: string, status?: number): Promise<void>;
  /** At the page as it stands: a picture in every light, nothing wider than a telephone, nothing that axe objects to. */
  look(name: string): Promise<void>;
  /** Until the page that the button leads to is there: nothing can be reloaded in between. */
  press(button: string): Promise<void>;
  /** The HTML of the page, asked for anew. */
  again(): Promise<string>;
  /** What no page of ours may do, and one did. */
  faults: string[];
}

export async function browse(browser: Browser, origin: string): Promise<Browsing> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: origin });
  const page = await context.newPage();
  const faults = watch(context, origin);

  const look = async (name: string) => {
    await page.waitForLoadState();
    for (const { theme, width, checked } of lights) {
      // Without motion: a colour on its way from one theme to the other is in neither.
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`), fullPage: true });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wide, `${name} is wider than ${width} px`).toBeLessThanOrEqual(0);
      if (checked) expect(await objections(page), `${name}, ${theme}`).toEqual([]);
    }
  };

  return {
    ...{ page, context, faults, look },
    press: async (name) => {
      const button = page.getByRole('button', { name, exact: true });
      await button.waitFor();
      await page.waitForLoadState();
      const arrived = page.waitForEvent('load');
      await button.click();
      await arrived;
    },
    again: async () => {
      await page.reload();
      return page.content();
    },
    see: async (path, name, status = 200) => {
      const answer = await page.goto(path);
      expect(answer?.status(), path).toBe(status);
      await look(name);
    },
  };
}

/** What axe finds against WCAG 2.2 AA and good practice. */
async function objections(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(`axe
    .run(document, { preload: false, resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) =>
      id + ': ' + html.slice(0, 200) + ' ' + (any[0]?.message ?? ''))))`);
}

/** Requests to others, scripts that strangers smuggled in, and what the content security policy had to stop. */
function watch(context: BrowserContext, origin: string): string[] {
  const faults: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) faults.push(`asks ${request.url()}`);
  });
  context.on('console', (message) => {
    // A page that is not there is told to the console as well.
    const isPage = /Failed to load resource.*\b(?:403|404|410|422)\b/.test(message.text());
    if (message.type() === 'error' && !isPage) faults.push(`says ${message.text()}`);
  });
  context.on('weberror', (error) => faults.push(`throws ${error.error().message}`));
  context.on('dialog', (dialog) => {
    faults.push(`asks the reader: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return faults;
}
