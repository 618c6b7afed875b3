/** Features of every page: style sheet, headers and the 404 page. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { beforeAll, expect, test } from 'vitest';
import { register } from '../../src/domain/accounts/register.ts';
import { createRecipe } from '../../src/domain/recipes/write.ts';
import { pageHandler } from '../../src/web/components/page-handler.tsx';
import { testApp } from '../support/as.ts';
import { useDatabase } from '../support/database-connection.ts';
import { pizzaDough } from '../support/recipes.ts';

useDatabase();
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (path: string, headers: Record<string, string> = browser) =>
  Promise.resolve(testApp().request(`https://cook.example${path}`, { headers }));

beforeAll(async () => {
  const { id } = await register({ username: 'ann', name: 'Ann' });
  await createRecipe(id, pizzaDough);
});

test('the style sheet has a URL with its content hash, and is cacheable forever', async () => {
  const html = await (await get('/')).text();
  const [path] = /\/assets\/potluck-[0-9a-f]{12}\.css/.exec(html)!;
  const sheet = await get(path!);
  expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  expect(sheet.headers.get('cache-control')).toContain('immutable');
  const css = await sheet.text();
  expect(css).toContain('prefers-color-scheme: dark');
  expect(css).not.toMatch(/url\((?!\/assets\/)|@import/);
  expect(css.length).toBeLessThan(62_000);
});

test('the front page and a profile show recipes, and support conditional requests', async () => {
  for (const path of ['/', '/@ann']) {
    const page = await get(path);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<a href="/@ann/recipes/pizza-dough">Pizza dough</a>');
    const again = await get(path, { ...browser, 'if-none-match': page.headers.get('etag')! });
    expect(again.status).toBe(304);
  }
});

test('a missing path is a page for browsers and JSON for programs', async () => {
  const page = await get('/@nobody');
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  const json = await get('/@nobody', { accept: 'application/json' });
  expect([json.status, await json.json()]).toEqual([404, { errors: { base: ['not found'] }, code: 'not_found' }]);
  expect((await get('/nothing/here')).headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect((await get('/api/v1/nothing')).headers.get('content-type')).toBe('application/json');
});

test('a page that refuses a request has an error status and is not cached', async () => {
  const refusing = pageHandler(async () => ({ title: 'No', body: html`<p>No.</p>`, status: 422 }));
  const page = await new Hono().get('/', refusing).request('/');
  expect([page.status, page.headers.get('etag')]).toEqual([422, null]);
  expect(page.headers.get('cache-control')).toBe('private, no-store');
});
