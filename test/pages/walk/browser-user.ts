/** A user with a browser, who opens pages and checks each in every color scheme. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../../demo/eventually.ts';
import { maxScriptBytes, scriptBytes } from '../../support/script-bytes.ts';
import { isFull } from '../../support/test-length.ts';
import { waitTimeoutMs } from '../../support/wait-timeout.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const folder = join(import.meta.dirname, '../seen');

/**
 * What a theme and a width can change: colours, sizes, and which labels are shown. The first look checks every rule.
 */
const styleRules = [
  'color-contrast',
  'link-in-text-block',
  'target-size',
  'scrollable-region-focusable',
  'button-name',
  'link-name',
  'heading-order',
  'page-has-heading-one',
  'region',
];
const viewports = [
  { theme: 'light', width: 390, rules: 'all' },
  { theme: 'dark', width: 390, rules: null },
  { theme: 'light', width: 1280, rules: null },
  { theme: 'dark', width: 1280, rules: styleRules },
] as const;
type Viewport = { theme: 'light' | 'dark'; width: number; rules: 'all' | typeof styleRules | null };

/**
 * The short form looks at a page once: on a phone by day or on a desktop by night, in turn. axe takes most of a look's
 * processor time, so it checks every other page.
 */
let looks = 0;
function nextViewport(): Viewport[] {
  looks += 1;
  const { theme, width } = viewports[looks % 4 < 2 ? 0 : 3];
  return [{ theme, width, rules: looks % 2 === 0 ? 'all' : null }];
}

/** SCREENS=yes stores screenshots, half of a look's work. SCREENS=all does so in both themes at both widths. */
const { SCREENS } = process.env;
const isAll = SCREENS === 'all';

export interface BrowserUser {
  page: Page;
  context: BrowserContext;
  /** Empty, or `_plain` in a browser without scripts. It ends the names of accounts and pictures. */
  variant: '' | '_plain';
  /** Opens a page, expects this status, and checks the page. */
  open(path: string, name: string, status?: number): Promise<void>;
  /** Checks the current page per color scheme: no horizontal overflow, no axe violation if axe can run. */
  check(name: string): Promise<void>;
  /** Clicks the button and waits for the next page, since a reload in between would fail. */
  press(button: string | RegExp): Promise<void>;
  /** Requests a page until its HTML contains the text, which is cheaper than to show it each time, and opens it then. */
  openWithText(path: string, text: string): Promise<void>;
  /** Violations found on any page so far. */
  faults: string[];
}

/** A service worker would request pages by itself, so only the steps about it allow one. */
export async function openBrowserUser(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<BrowserUser> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    ...options,
    ignoreHTTPSErrors: true,
    baseURL: origin,
    // Chromium reports an error if a page takes longer than a transition to it waits.
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(waitTimeoutMs);
  const page = await context.newPage();
  const faults = watch(context, origin);
  const hasScripts = options.javaScriptEnabled !== false;
  const variant = hasScripts ? '' : '_plain';

  // Without scripts the styles are the same, so one look shows what is missing.
  const isChecked = ({ rules }: Viewport) => isAll || (hasScripts ? rules !== null : rules === 'all');
  const chosenViewports = () => (isFull || SCREENS ? viewports.filter(isChecked) : nextViewport());
  const check = async (name: string) => {
    await page.waitForLoadState();
    const scripts = await scriptBytes(await page.content());
    expect(scripts, `compressed scripts of ${name}`).toBeLessThanOrEqual(maxScriptBytes);
    for (const { theme, width, rules } of chosenViewports()) {
      // Without animations, because a color in transition belongs to neither theme.
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      const path = join(folder, `${name}${variant}-${width}-${theme}.jpg`);
      const store = () => page.screenshot({ path, fullPage: true, type: 'jpeg', quality: 85 });
      if (SCREENS) await store();
      const wide = await page.evaluate(async () => {
        await document.fonts.ready;
        return document.documentElement.scrollWidth - window.innerWidth;
      });
      const found = rules && hasScripts ? await axeViolations(page, rules) : [];
      if (wide > 0 || found.length > 0) await store();
      expect(wide, `${name} is wider than ${width} px`).toBeLessThanOrEqual(0);
      expect(found, `${name}, ${theme}: ${found.join('; ')}`).toEqual([]);
    }
  };

  return {
    page,
    context,
    variant,
    faults,
    check,
    press: async (name) => {
      const button = page.getByRole('button', { name, exact: true });
      await button.waitFor();
      await page.waitForLoadState();
      const arrived = page.waitForEvent('load');
      await button.click();
      await arrived;
    },
    openWithText: async (path, text) => {
      const headers = { accept: 'text/html' };
      const request = async () => (await context.request.get(path, { headers })).text();
      await eventually(`${text} on ${path}`, request, (html) => html.includes(text), waitTimeoutMs);
      await page.goto(path);
    },
    open: async (path, name, status = 200) => {
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(status);
      await check(name);
    },
  };
}

/**
 * Returns axe violations of WCAG 2.2 AA and of best practices. Of a page behind a modal dialog of a script, which hides
 * it from everyone, only the dialog is checked.
 */
async function axeViolations(page: Page, rules: 'all' | readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe);
  const chosen = rules === 'all' ? {} : { runOnly: rules };
  const options = {
    preload: false,
    resultTypes: ['violations'],
    rules: { 'target-size': { enabled: true } },
  };
  await page.evaluate(liftBars);
  const found = page.evaluate<string[]>(`axe
    .run(document.querySelector('[role="dialog"]') ?? document, ${JSON.stringify({ ...options, ...chosen })})
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) =>
      id + ': ' + html.slice(0, 200) + ' ' + (any[0]?.message ?? ''))))`);
  return found.finally(() => page.evaluate(lowerBars));
}

// A bar at the bottom of the window covers fields to which the reader scrolls, and axe calls those too small

const liftBars = `
  for (const each of document.querySelectorAll('body *')) {
    if (!['fixed', 'sticky'].includes(getComputedStyle(each).position)) continue;
    if (each.getBoundingClientRect().bottom < innerHeight - 100) continue;
    each.dataset.lifted = each.style.position;
    each.style.position = 'static';
  }`;
const lowerBars = `
  for (const each of document.querySelectorAll('[data-lifted]')) {
    each.style.position = each.dataset.lifted;
    delete each.dataset.lifted;
  }`;

/** A fault: the status of a busy server, which browsers log to the console. */
export const busyLine = /^logs [^,]*503[^,]*$/;

/** Records requests to other origins, injected scripts, and violations of the content security policy. */
function watch(context: BrowserContext, origin: string): string[] {
  const faults: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) faults.push(`requests ${request.url()}`);
  });
  context.on('console', (message) => {
    // An error page is also logged to the console.
    const isPage = /Failed to load resource.*\b(?:403|404|410|422)\b/.test(message.text());
    if (message.type() === 'error' && !isPage) faults.push(`logs ${message.text()}`);
  });
  context.on('weberror', (error) => faults.push(`throws ${error.error().message}`));
  context.on('dialog', (dialog) => {
    faults.push(`opens a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return faults;
}
