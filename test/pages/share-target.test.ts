/** What another app shares arrives in the import form, in a real browser, with and without a session. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { hasChromium, logIn, openContext, useChromium } from '../support/chromium.ts';
import { sampled } from '../support/test-length.ts';
import { waitTimeoutMs } from '../support/wait-timeout.ts';

const port = await vi.hoisted(async () => (await import('../support/own-modules.ts')).useOwnPort());

const link = { title: 'Dough', text: 'Look: https://cooking.example/dough?a=1&b=2', url: '' };
const notes = { title: 'Leek soup', text: 'Leek soup\n2 leeks\nCut & cook them.' };
const longText = `Dough <b>\n${'500 g flour\n'.repeat(5_000)}`;
const recipe = { '@type': 'Recipe', name: 'Shared pie', recipeIngredient: ['2 apples'], recipeInstructions: ['Bake.'] };
const file = { name: 'Tarte à l’oignon.json', text: JSON.stringify(recipe) };

interface Share {
  title?: string;
  text?: string;
  url?: string;
  file?: { name: string; text: string };
}

describe.runIf(hasChromium)('in a browser', () => {
  let context: BrowserContext;
  let page: Page;

  useChromium(port);
  afterEach(() => context.close());

  async function open({ hasWorker, isLoggedIn }: { hasWorker: boolean; isLoggedIn: boolean }) {
    const serviceWorkers = hasWorker ? 'allow' : 'block';
    context = await openContext({ serviceWorkers });
    page = await context.newPage();
    await page.goto('/login');
    if (isLoggedIn) await logIn(page);
    if (!hasWorker) return;
    // A page that is loaded while the worker starts may stay without it.
    const hasController = async () => {
      await page.reload();
      return page.evaluate(() => navigator.serviceWorker.controller !== null);
    };
    await vi.waitUntil(hasController, { timeout: waitTimeoutMs });
  }

  /** The browser builds the multipart form as the manifest says. */
  async function share(shared: Share) {
    const sent = page.waitForNavigation();
    await page.evaluate(async (given) => {
      const { share_target: target } = await (await fetch('/manifest.webmanifest')).json();
      const form = document.createElement('form');
      Object.assign(form, { method: target.method, enctype: target.enctype, action: target.action });
      for (const name of ['title', 'text', 'url'] as const) {
        const field = document.createElement('textarea');
        Object.assign(field, { name: target.params[name], value: given[name] ?? '' });
        if (given[name] !== undefined) form.append(field);
      }
      if (given.file) {
        const input = document.createElement('input');
        Object.assign(input, { type: 'file', name: target.params.files[0].name });
        const files = new DataTransfer();
        files.items.add(new File([given.file.text], given.file.name));
        input.files = files.files;
        form.append(input);
      }
      document.body.append(form);
      form.submit();
    }, shared);
    await sent;
  }

  /** What the import form holds. */
  async function filledIn() {
    await page.waitForURL(/\/import/);
    await page.locator('form[data-max-bytes]').waitFor();
    const value = (name: string) => page.locator(`form[data-max-bytes] [name="${name}"]`).inputValue();
    const names = () =>
      page
        .locator('form[data-max-bytes] [name="file"]')
        .evaluate((input) => [...(input as HTMLInputElement).files!].map((each) => each.name));
    if (page.url().includes('shared=yes')) await page.waitForURL((url) => !url.search.includes('shared'));
    return { url: await value('url'), text: await value('text'), files: await names() };
  }

  const cases: [what: string, shared: Share, expected: { url?: string; text?: string; files?: string[] }][] = [
    ['an address', link, { url: 'https://cooking.example/dough?a=1&b=2' }],
    ['a short text', notes, { text: notes.text }],
  ];
  const withWorker: typeof cases = [...cases, ['a file', { title: 'Pie', file }, { files: [file.name] }]];

  for (const isLoggedIn of [true, false]) {
    const when = isLoggedIn ? 'at once' : 'after a log-in';
    const arrives = async (shared: Share) => {
      await share(shared);
      if (!isLoggedIn) await page.waitForURL(/\/login/);
      if (!isLoggedIn) await logIn(page);
      return filledIn();
    };

    // Together, the short form tries each kind of content and each way once.
    test.each(sampled(withWorker, 3, isLoggedIn ? 0 : 2))(
      `%s is in the import form ${when}`,
      async (_, shared, expected) => {
        await open({ hasWorker: true, isLoggedIn });
        expect(await arrives(shared)).toEqual({ url: '', text: '', files: [], ...expected });
      },
    );

    test.each(sampled(cases, 2, isLoggedIn ? 1 : 0))(
      `without a service worker, %s is in the import form ${when}`,
      async (_, shared, expected) => {
        await open({ hasWorker: false, isLoggedIn });
        expect(await arrives(shared)).toEqual({ url: '', text: '', files: [], ...expected });
      },
    );
  }

  test('a long text is in the form of a member, and a file for it after a log-in', async () => {
    await open({ hasWorker: true, isLoggedIn: true });
    await share({ text: longText });
    expect((await filledIn()).text).toBe(longText.trim());
    await context.close();
    await open({ hasWorker: true, isLoggedIn: false });
    await share({ text: longText });
    await logIn(page);
    expect((await filledIn()).files).toEqual(['text.txt']);
  });

  test('a shared file is sent with the form, and its recipe is shown for a check', async () => {
    await open({ hasWorker: true, isLoggedIn: true });
    await share({ file });
    await filledIn();
    await page.locator('form[data-max-bytes] button').first().click();
    await page.waitForURL(/\/settings\/import\/\d+/);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Check your import');
    expect(await page.content()).toContain('Shared pie');
  });
});
