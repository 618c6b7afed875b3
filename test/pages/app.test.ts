/** The installable app: manifest, service worker, share target, recipes for a device, and the end of a session. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { updateProfile } from '../../src/domain/accounts/profile.ts';
import { updateInstanceProfile } from '../../src/domain/instance/instance.ts';
import { operator } from '../../src/domain/roles/permissions.ts';
import { root } from '../../src/lib/paths.ts';
import { themeColors } from '../../src/web/components/layout.tsx';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { as } from '../support/as.ts';
import { openBrowser, openBrowserAs } from '../support/browser.ts';
import { getPage } from '../support/get-page.ts';
import { startServiceWorker } from '../support/service-worker.ts';
import { fetchFromServer, origin } from '../support/web-server.ts';
import { ann, bo, browser, password, recipeId, useMembers } from './two-members.ts';

useMembers();

test('the manifest names the server, and all of its icons and pages exist', async () => {
  await updateInstanceProfile(operator, { name: 'The long <table>', description: 'For people who *bake*.' });
  const page = await browser.get('/');
  expect(page.html).toContain('<link rel="manifest" href="/manifest.webmanifest">');
  for (const [theme, color] of Object.entries(themeColors))
    expect(page.html).toContain(
      `<meta name="theme-color" content="${color}" media="(prefers-color-scheme: ${theme})">`,
    );
  expect(page.headers.get('content-security-policy')).toMatch(/worker-src 'self'; manifest-src 'self'/);
  const { headers, html } = await browser.get('/manifest.webmanifest');
  expect(headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
  const manifest = JSON.parse(html);
  expect(manifest).toMatchObject({ name: 'The long <table>', description: 'For people who bake.' });
  expect(manifest).toMatchObject({ id: '/', scope: '/', display: 'standalone' });
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
  const [touchIcon] = /\/assets\/apple-touch-icon-\w+\.png/.exec(page.html)!;
  for (const src of [touchIcon, ...manifest.icons.map((icon: { src: string }) => icon.src)])
    expect((await browser.get(src)).headers.get('content-type')).toBe('image/png');
  for (const { url } of [...manifest.shortcuts, { url: manifest.start_url }])
    expect([url, (await browser.get(url)).status]).toEqual([url, 200]);
});

test('an address shared with the app is in the import form, also after a log-in, and nothing is fetched yet', async () => {
  const url = 'https://cooking.example/dough?a=1&b="2';
  const shared = `/import?${new URLSearchParams({ title: 'Dough', text: `Look: ${url} !` })}`;
  const form = await browser.get(shared);
  expect(form.html).toContain('value="https://cooking.example/dough?a=1&amp;b="');
  const stranger = openBrowser();
  const asked = await stranger.get(shared);
  const next = new URL(asked.location).searchParams.get('next')!;
  const arrived = await stranger.logIn('ann', password, next);
  expect((await stranger.get(arrived.location)).html).toContain('value="https://cooking.example/dough?a=1');
  const text = await browser.get('/import?title=Dough&text=Flour%3Cb%3E');
  expect(text.html).toContain('Flour&lt;b&gt;</textarea>');
});

test('a recipe shared as text is in the import form, however long, and a stranger logs in first', async () => {
  const { share_target: target } = JSON.parse((await browser.get('/manifest.webmanifest')).html);
  expect([target.method, target.enctype]).toEqual(['POST', 'multipart/form-data']);
  const text = `Dough <b>\n${'500 g flour\n'.repeat(5_000)}`;
  const share = (who: typeof browser) =>
    who.send(target.action, [
      [target.params.title, 'Dough'],
      [target.params.text, text],
    ]);
  const form = await share(browser);
  expect([form.status, forbiddenContentIn(form.html)]).toEqual([200, []]);
  expect(form.html).toContain('Dough &lt;b&gt;\n500 g flour');
  expect(form.hidden.form_token).toBeTruthy();
  expect((await share(openBrowser())).location).toContain('/login');
});

test('a share that a browser sends of its own, from no origin, is taken, and that of another page is not', async () => {
  const share = async (headers: Record<string, string>) => {
    const body = new FormData();
    body.append('text', 'Leek soup');
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetchFromServer(`${origin}/import/shared`, {
      method: 'POST',
      body,
      headers: { cookie, ...headers },
    });
    return [response.status, (await response.text()).includes('Leek soup</textarea>')];
  };
  expect(await share({ origin: 'null', 'sec-fetch-site': 'none' })).toEqual([200, true]);
  expect(await share({ 'sec-fetch-site': 'none' })).toEqual([200, true]);
  expect(await share({ origin: 'null', 'sec-fetch-site': 'cross-site' })).toEqual([403, false]);
  expect(await share({ origin: 'https://evil.example', 'sec-fetch-site': 'none' })).toEqual([403, false]);
  expect(await share({ origin: 'null' })).toEqual([403, false]);
});

test('a shared file waits on the device for the import page, and goes with a log-out', async () => {
  const { html: script } = await browser.get('/sw.js');
  const sent: string[] = [];
  const worker = startServiceWorker(script, async (path) => {
    sent.push(path);
    return new Response('<p>Form</p>');
  });
  const share = (file: File) => {
    const body = new FormData();
    body.set('file', file);
    return worker.post('/import/shared', body);
  };
  const answer = await share(new File(['Soup'], 'Soupe à l’oignon.cook'));
  expect([answer?.status, answer?.headers.get('location')]).toEqual([303, 'https://cook.example/import?shared=yes']);
  expect(sent).toEqual([]);
  const kept = await worker.kept('shared', '/import/shared/0');
  expect([await kept?.text(), decodeURIComponent(kept?.headers.get('file-name') ?? '')]).toEqual([
    'Soup',
    'Soupe à l’oignon.cook',
  ]);
  await worker.post('/login');
  expect(worker.cacheNames()).toContain('shared');
  await worker.post('/logout');
  expect(worker.cacheNames()).not.toContain('shared');
  // Without a file, the server shows the form: a short text is in its address.
  expect((await share(new File([], '')))?.headers.get('location')).toBe('https://cook.example/import?');
  const long = new FormData();
  long.set('text', 'Soup '.repeat(1_000));
  expect(await (await worker.post('/import/shared', long))?.text()).toBe('<p>Form</p>');
});

test('a device forgets what it keeps with every form after which another member, or nobody, is logged in', async () => {
  const { html: script } = await browser.get('/sw.js');
  const answer = async () => new Response('<p>Soup</p>', { headers: { 'potluck-account': '7' } });
  const worker = startServiceWorker(script, answer);
  const isKept = async (path: string) => {
    await worker.visit('/');
    expect(worker.cacheNames()).toContain('saved');
    await worker.post(path);
    return worker.cacheNames().includes('saved');
  };
  const sources = globSync('src/web/**/*.{ts,tsx}', { cwd: root });
  const forms = sources.filter((file) =>
    /setSessionCookie\((?:c|form\.c), (?:null|\w+\.(?:result|token))|completeLogIn\(/.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  );
  const paths: Record<string, string | string[]> = {
    'src/web/entrance/forgot-password.tsx': '/reset-password',
    'src/web/entrance/login.tsx': ['/login', '/login/code', '/login/passkey', '/logout'],
    'src/web/entrance/register.tsx': '/register',
    'src/web/settings/delete-account.tsx': '/settings/leave',
    'src/web/entrance/setup.tsx': '/setup',
    'src/web/entrance/suspended.tsx': '/suspended/log-out',
  };
  expect(forms.filter((file) => file !== 'src/web/forms/visitor-form.ts').toSorted()).toEqual(
    Object.keys(paths).toSorted(),
  );
  for (const path of Object.values(paths).flat()) expect([path, await isKept(path)]).toEqual([path, false]);
  for (const path of ['/settings', '/login/codes']) expect([path, await isKept(path)]).toEqual([path, true]);
});

test('a session that ends while a device fetches saved recipes leaves none of them', async () => {
  const { html: script } = await browser.get('/sw.js');
  const path = '/@ann/recipes/soup';
  /** `whileFetching` happens before the recipe is answered. */
  const isKept = async (whileFetching: (worker: ReturnType<typeof startServiceWorker>) => Promise<unknown>) => {
    let account = '7';
    const worker = startServiceWorker(script, async (asked) => {
      if (asked === '/offline/recipes') return Response.json({ account, pages: [{ path, version: '1' }] });
      if (asked === path) await whileFetching(worker);
      if (asked === '/explore') account = '0';
      return new Response('<p>Soup</p>', { headers: { 'potluck-account': account } });
    });
    await worker.visit('/home');
    await worker.tell({ path: '/home', language: 'en', sync: true });
    return (await worker.kept('saved', path)) !== undefined;
  };
  expect(await isKept(async () => {})).toBe(true);
  // The page says that nobody is logged in.
  expect(await isKept((worker) => worker.visit('/explore'))).toBe(false);
});

test('the service worker has its own policy, and an offline page that is the same for everybody', async () => {
  const { headers, html: script } = await browser.get('/sw.js');
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-cache');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'");
  expect(script).toMatch(/^const version = '[0-9a-f]{12}';$/m);
  const page = await browser.get('/offline');
  expect(forbiddenContentIn(page.html)).toEqual([]);
  expect(page.html).not.toContain('@ann');
  expect(page.headers.get('potluck-account')).toBe('0');
});

test('a device learns which recipes its member saved and may still see', async () => {
  const { id } = (await as(ann).post('/collections', { collection: { name: 'Bread' } })).body;
  const hidden = (await as(bo).post('/recipes', { name: 'Hidden loaf', visibility: 'private' })).body.id;
  const own = (await as(ann).post('/recipes', { name: 'Own loaf' })).body.id;
  await as(bo).post('/collections', { collection: { name: 'Mine' } });
  for (const each of [recipeId, own]) await as(ann).post(`/collections/${id}/items/${each}?type=recipe`);
  const list = async (as = browser) => JSON.parse((await as.get('/offline/recipes')).html);
  expect(await list()).toEqual({
    account: String(ann.id),
    pages: [
      { path: '/@ann/recipes/own-loaf', version: expect.any(String) },
      { path: expect.stringMatching(/^\/@bo\/recipes\//), version: expect.any(String) },
    ],
  });
  await as(bo).patch(`/recipes/${recipeId}`, { visibility: 'private' });
  expect((await list()).pages).toHaveLength(1);
  await as(bo).patch(`/recipes/${recipeId}`, { visibility: 'public' });
  expect(hidden).toBeGreaterThan(0);
  expect(await list(openBrowser())).toEqual({ account: '0', pages: [] });
});

test('each page says whose it is, and the log-out clears what the browser stored', async () => {
  const member = await openBrowserAs('ann', password);
  expect((await member.get('/home')).headers.get('potluck-account')).toBe(String(ann.id));
  expect((await openBrowser().get('/')).headers.get('potluck-account')).toBe('0');
  const form = await member.get('/logout');
  expect(form.headers.get('clear-site-data')).toBeNull();
  const out = await member.post('/logout', form.hidden);
  expect([out.status, out.headers.get('clear-site-data')]).toEqual([200, '"cache", "storage"']);
  expect(out.headers.get('potluck-account')).toBe('0');
  await member.logIn('ann', password);
  const cleared = await member.post('/logout', { ...(await member.get('/logout')).hidden, cleared: 'yes' });
  expect(cleared.headers.get('clear-site-data')).toBe('"cache"');
  expect((await member.get('/')).headers.get('potluck-account')).toBe('0');
});

test('the token of a form is another one in each response, and each of them counts', async () => {
  const tokens = new Set<string>();
  for (const path of ['/settings', '/settings', '/settings']) {
    const { hidden } = await browser.get(path);
    tokens.add(hidden.form_token!);
    const { status } = await browser.post('/search', { form_token: hidden.form_token!, q: 'soup' });
    expect(status).toBe(303);
  }
  expect(tokens.size).toBe(3);
  const [token] = [...tokens];
  const changed = `${token!.slice(0, -4)}AAAA`;
  for (const wrong of [changed, token!.slice(0, 43), `${token}${token}`])
    expect((await browser.post('/search', { form_token: wrong, q: 'soup' })).status).toBe(403);
});

test('the sitemap lists public items and profiles of those who allow it', async () => {
  const { html: rules } = await getPage('/robots.txt');
  expect(rules).toContain('\nSitemap: https://cook.example/sitemap.xml\n');
  const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url!);
  const parts = async () => locations((await getPage('/sitemap.xml')).html);
  expect(await parts()).toEqual([
    'https://cook.example/sitemaps/items-1.xml',
    'https://cook.example/sitemaps/accounts-1.xml',
  ]);
  await updateProfile(bo.id, { indexable: true });
  await updateProfile(ann.id, { indexable: false });
  const draft = await as(bo).post('/recipes', { name: 'Draft loaf', draft: true });
  expect(draft.status).toBe(201);
  const [items, accounts] = await Promise.all((await parts()).map(async (url) => getPage(new URL(url).pathname)));
  expect(items!.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  const pages = locations(items!.html);
  expect(pages.length).toBeGreaterThan(0);
  for (const page of pages) {
    const { status, html } = await getPage(new URL(page).pathname);
    expect([page, status, html.includes('noindex')]).toEqual([page, 200, false]);
  }
  expect(pages.filter((page) => /hidden|own-loaf|draft/.test(page))).toEqual([]);
  expect(locations(accounts!.html)).toEqual(['https://cook.example/@bo']);
  expect((await getPage('/sitemaps/items-2.xml')).status).toBe(404);
});
