/** Feeds, embeds and remote interaction. */
import { beforeAll, expect, test } from 'vitest';
import { updateProfile } from '../../src/domain/accounts/profile.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { upsertRemoteAccount } from '../../src/domain/accounts/remote.ts';
import { updateInstanceProfile } from '../../src/domain/instance/instance.ts';
import { createRecipe } from '../../src/domain/recipes/write.ts';
import { operator } from '../../src/domain/roles/permissions.ts';
import { newBudget } from '../../src/federation/resolve/fetch.ts';
import { loadActor } from '../../src/federation/resolve/resolve-actor.ts';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { openBrowser } from '../support/browser.ts';
import { useDatabase } from '../support/database-connection.ts';
import { cookieOf, getPage } from '../support/get-page.ts';
import { pizzaDough } from '../support/recipes.ts';
import { remoteServerAt } from '../support/remote-server.ts';
import { useWebServer } from '../support/web-server.ts';

useDatabase();
useWebServer();
const iri = 'https://cook.example/users/1/recipes/1';
let annId: number;

beforeAll(async () => {
  ({ id: annId } = await register({ username: 'ann', name: 'Ann & <Bo>' }));
  await createRecipe(annId, { ...pizzaDough, description: 'Good ]]> & <b>bold</b>\u0007' });
  await createRecipe(annId, { ...pizzaDough, name: 'Unlisted pie', visibility: 'unlisted' });
  await createRecipe(annId, { ...pizzaDough, name: 'Private pie', visibility: 'private' });
});

test('feeds contain public items, as Atom and as JSON', async () => {
  for (const path of ['/@ann/feed', '/feed']) {
    const atom = await getPage(`${path}.atom`);
    expect(atom.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(atom.html.match(/<entry[ >]/g)).toHaveLength(1);
    expect(atom.html).toContain('<title>Pizza dough</title>');
    expect(atom.html).toContain('<name>Ann &amp; &lt;Bo&gt;</name>');
    expect(atom.html).toContain('Good ]]&amp;gt; &amp;amp; &amp;lt;b&amp;gt;bold');
    const again = await getPage(`${path}.atom`, { 'if-none-match': atom.headers.get('etag')! });
    expect(again.status).toBe(304);

    const json = JSON.parse((await getPage(`${path}.json`)).html);
    expect(json.version).toBe('https://jsonfeed.org/version/1.1');
    expect(json.items).toMatchObject([{ url: 'https://cook.example/@ann/recipes/pizza-dough' }]);
  }
  expect((await getPage('/@ann')).html).toContain('href="https://cook.example/@ann/feed.atom?lang=en"');
  expect((await getPage('/@nobody/feed.atom')).status).toBe(404);
});

test('a remote account without a handle is linked to its own server, not to the local account of its name', async () => {
  const remote = remoteServerAt('namesake.example');
  const imposter = remote.actor('ann', { preferredUsername: 'ann', name: 'Namesake' });
  await upsertRemoteAccount({ ...(await loadActor(imposter.iri, newBudget())), handle: null });
  const me = await register({ username: 'searcher' });
  const { html } = await getPage('/search?q=Namesake', await cookieOf(me));
  expect(html).toContain('Namesake');
  expect(html).toContain(`href="${imposter.iri}"`);
  expect(html).not.toContain('href="/@ann"');
});

test('a page can be embedded by its URL, unless it is hidden', async () => {
  const ask = (url: string) => getPage(`/oembed?url=${encodeURIComponent(url)}`, { accept: 'application/json' });
  const page = 'https://cook.example/@ann/recipes/pizza-dough';
  expect((await getPage('/@ann/recipes/pizza-dough')).html).toContain(`/oembed?url=${encodeURIComponent(page)}`);
  expect(JSON.parse((await ask(`${page}?serving=2`)).html)).toMatchObject({
    version: '1.0',
    type: 'link',
    title: 'Pizza dough',
    author_url: 'https://cook.example/@ann',
  });
  const hidden = await ask('https://cook.example/@ann/recipes/private-pie');
  const missing = await ask('https://elsewhere.example/x');
  expect([hidden.status, hidden.html]).toEqual([404, missing.html]);
});

test('feeds, embeds and previews show the configured server name', async () => {
  await updateInstanceProfile(operator, { name: 'The long <table>' });
  expect((await getPage('/')).html).toContain('title="Recipes from The long &lt;table&gt;"');
  expect((await getPage('/feed.atom')).html).toContain('<title>Recipes from The long &lt;table&gt;</title>');
  expect(JSON.parse((await getPage('/feed.json')).html).title).toBe('Recipes from The long <table>');
  const page = await getPage('/@ann/recipes/pizza-dough');
  expect(page.html).toContain('<meta property="og:site_name" content="The long &lt;table&gt;">');
  const url = encodeURIComponent('https://cook.example/@ann/recipes/pizza-dough');
  const embed = await getPage(`/oembed?url=${url}`, { accept: 'application/json' });
  expect(JSON.parse(embed.html).provider_name).toBe('The long <table>');
});

test('remote interaction asks the home server for the URL, and follows https URLs only', async () => {
  const server = remoteServerAt('home.example');
  const templates: Record<string, string> = {
    me: 'https://social.home.example/authorize_interaction?uri={uri}',
    js: 'javascript:alert(1)//{uri}',
    plain: 'http://home.example/{uri}',
    none: 'https://home.example/',
  };
  for (const [name, template] of Object.entries(templates)) {
    const links = [{ rel: 'http://ostatus.org/schema/1.0/subscribe', template }];
    const resource = encodeURIComponent(`acct:${name}@home.example`);
    server.serve(`https://home.example/.well-known/webfinger?resource=${resource}`, () => ({ links }));
  }

  const browser = openBrowser();
  const form = await browser.get(`/interact?uri=${encodeURIComponent(iri)}`);
  const send = (address: string) => browser.post('/interact', { ...form.hidden, address });
  const sent = await send('@me@HOME.example');
  expect(sent.html).toContain(
    `<meta http-equiv="refresh" content="0; url=https://social.home.example/authorize_interaction?uri=${encodeURIComponent(iri)}"/>`,
  );
  for (const name of ['js', 'plain', 'none', 'unknown']) {
    const refused = await send(`${name}@home.example`);
    expect([name, refused.status, refused.html.includes('http-equiv="refresh"')]).toEqual([name, 422, false]);
  }
  for (const address of ['home.example', 'a@b@c', 'a@127.0.0.1:1/x', '']) {
    expect((await send(address)).status).toBe(422);
  }
});

test('a form or URL from another origin cannot cause a redirect', async () => {
  const browser = openBrowser();
  const form = await browser.get(`/interact?uri=${encodeURIComponent(iri)}`);
  const fields = { ...form.hidden, address: 'me@home.example' };
  expect((await browser.post('/interact', fields, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await browser.post('/interact', { ...fields, form_token: '' })).status).toBe(403);
  expect((await browser.post('/interact', { ...fields, uri: 'https://evil.example/' })).status).toBe(404);
  expect((await browser.get('/interact?uri=https://cook.example.evil/')).status).toBe(404);
});

test('pages of accounts that opted out are not indexed by search engines', async () => {
  const noindex = '<meta name="robots" content="noindex"/>';
  expect((await getPage('/@ann')).html).not.toContain(noindex);
  expect((await getPage('/@ann/recipes/pizza-dough')).html).not.toContain(noindex);
  expect((await getPage('/@ann/recipes/unlisted-pie')).html).toContain(noindex);
  await updateProfile(annId, { indexable: false });
  expect((await getPage('/@ann')).html).toContain(noindex);
  expect((await getPage('/@ann/recipes/pizza-dough')).html).toContain(noindex);
  await updateProfile(annId, { discoverable: false, indexable: true });
  expect((await getPage('/')).html).not.toContain('Pizza dough');
  const { html: rules } = await getPage('/robots.txt');
  for (const path of ['/api/', '/login', '/register']) expect(rules).toContain(`Disallow: ${path}\n`);
});

test('profile links have rel=me', async () => {
  await updateProfile(annId, { summary: 'See https://ann.example/' });
  expect((await getPage('/@ann')).html).toContain(
    '<a href="https://ann.example/" rel="me nofollow noopener noreferrer">',
  );
});

test('the cooking page runs our own small scripts and nothing else', async () => {
  const { html, headers } = await getPage('/@ann/recipes/pizza-dough/cook?serving=8');
  const [src] = /\/assets\/cook-[0-9a-f]{12}\.js/.exec(html)!;
  expect(forbiddenContentIn(html)).toEqual([]);
  expect(headers.get('content-security-policy')).toContain("script-src 'self';");
  expect(html).toContain('<strong class="amount">500 g</strong> <span class="food">flour');
  const script = await getPage(src!);
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(script.html.length).toBeLessThan(8_000);
});
