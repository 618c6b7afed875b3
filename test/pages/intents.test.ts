/**
 * Interaction between servers through the browser: members who come from another server, and visitors who leave for
 * theirs.
 */
import { expect, test } from 'vitest';
import { handleFederationRequest } from '../../src/federation/index.ts';
import { as } from '../support/as.ts';
import { openBrowser } from '../support/browser.ts';
import { drain } from '../support/drain.ts';
import { remoteServerAt } from '../support/remote-server.ts';
import { origin } from '../support/web-server.ts';
import { ann, bo, browser, password, recipeId, useMembers } from './two-members.ts';

useMembers();

const linksOf = async (name: string) => {
  const resource = encodeURIComponent(`acct:${name}@cook.example`);
  const url = `${origin}/.well-known/webfinger?resource=${resource}`;
  const { links } = (await (await handleFederationRequest(new Request(url)))!.json()) as {
    links: { rel: string; template?: string }[];
  };
  return new Map(links.flatMap(({ rel, template }) => (template ? [[rel, template] as const] : [])));
};
const intent = (name: string) => `https://w3id.org/fep/3b86/${name}`;
const subscribe = 'http://ostatus.org/schema/1.0/subscribe';

/** Fills in a template as another server does. */
const expand = (template: string, values: Record<string, string>) =>
  template.replace(/\{([^}]*)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''));

test('WebFinger tells other servers where members follow, like, boost and reply', async () => {
  const links = await linksOf('ann');
  expect([...links.keys()].sort()).toEqual(
    [subscribe, ...['Announce', 'Create', 'Follow', 'Like', 'Object'].map(intent)].sort(),
  );
  for (const template of links.values()) expect(template).toMatch(/^https:\/\/cook\.example\/[a-z_/]+\?/);
});

test('a member who comes from another server logs in, is asked, and only then follows', async () => {
  const template = (await linksOf('ann')).get(subscribe)!;
  for (const uri of [bo.iri!, 'acct:bo@cook.example', '@bo@cook.example']) {
    const page = await browser.get(expand(template, { uri }));
    expect([uri, page.status, page.html.includes('<h1>Follow Bo?</h1>')]).toEqual([uri, 200, true]);
  }
  const url = expand(template, { uri: bo.iri! });
  const arriving = openBrowser();
  const { location } = await arriving.get(url);
  const next = new URL(location).searchParams.get('next')!;
  const page = await arriving.get((await arriving.logIn('ann', password, next)).location);
  expect(page.html).toContain('<h1>Follow Bo?</h1>');
  const follows = async () => (await as(ann).get(`/accounts/relationships?id=${bo.id}`)).body[0].following as boolean;
  expect(await follows()).toBe(false);
  const followed = await arriving.post(`/accounts/${bo.id}/follow`, page.hidden);
  expect(followed.location).toBe(`${origin}/@bo`);
  expect(await follows()).toBe(true);
  expect((await browser.get(url)).html).toContain('<h1>You already follow Bo.</h1>');
});

test('a like asks first, and leads back only through a page that names the other site', async () => {
  const { uri } = (await as(ann).get(`/recipes/${recipeId}`)).body as { uri: string };
  const links = await linksOf('ann');
  const values = { object: uri, 'on-success': 'https://elsewhere.example/x?<b>', 'on-cancel': '(close)' };
  const page = await browser.get(expand(links.get(intent('Like'))!, values));
  expect(page.html).toContain('<h1>Like “&lt;i&gt;Bread&lt;/i&gt;”?</h1>');
  expect(page.html).toContain(`href="/intents/done?to=%28close%29"`);
  const liked = await browser.post(`/items/${recipeId}/like`, page.hidden);
  expect((await as(ann).get(`/recipes/${recipeId}`)).body.liked).toBe(true);
  const done = await browser.get(liked.location);
  expect(done.status).toBe(200);
  expect(done.html).toContain('<h1>Continue to elsewhere.example?</h1>');
  expect(done.html).toContain('href="https://elsewhere.example/x?%3Cb%3E"');
  expect(done.html).not.toContain('http-equiv');
  expect((await browser.get('/intents/done?to=%28close%29')).html).toContain('data-close');
  for (const to of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', ''])
    expect((await browser.get(`/intents/done?${new URLSearchParams({ to })}`)).location).toBe(`${origin}/home`);

  const boost = await browser.get(expand(links.get(intent('Announce'))!, { object: uri }));
  expect(boost.html).toContain('to your followers?</h1>');
  const reply = await browser.get(expand(links.get(intent('Create'))!, { inReplyTo: uri }));
  expect(reply.location).toBe(`${origin}/write/post?to=${recipeId}`);
  const post = await browser.get(expand(links.get(intent('Create'))!, { content: 'Try <this>' }));
  expect((await browser.get(post.location)).html).toContain('Try &lt;this&gt;</textarea>');
  const seen = await browser.get(expand(links.get(intent('Object'))!, { object: uri }));
  expect(seen.location).toMatch(/^https:\/\/cook\.example\/@bo\/recipes\//);
});

test('an unknown account is looked up only when the member asks, and then followed', async () => {
  const server = remoteServerAt('elsewhere.example');
  const carol = server.actor('carol');
  const path = `/authorize_interaction?uri=${encodeURIComponent(carol.iri)}`;
  const page = await browser.get(path);
  expect(page.html).toContain('does not know');
  expect(server.requestedUrls).toEqual([]);
  const [response] = await Promise.all([browser.post(path, page.hidden), drain()]);
  expect(response.location).toBe(`${origin}${path}&resolved=yes`);
  await drain();
  const found = await browser.get(response.location);
  expect([found.status, found.html.includes('Follow carol?')]).toEqual([200, true]);
  const nobody = await browser.get('/authorize_interaction?uri=https://nowhere.example/x&resolved=yes');
  expect([nobody.status, nobody.html.includes('Nothing found')]).toEqual([422, true]);
  for (const uri of ['', 'no link', 'javascript:alert(1)', `https://x.example/${'a'.repeat(3_000)}`])
    expect((await browser.get(`/authorize_interaction?${new URLSearchParams({ uri })}`)).status).toBe(422);
});

test('a visitor is sent to the intent of their own server, or else to its page for all interactions', async () => {
  const server = remoteServerAt('home.example');
  const answers: Record<string, Record<string, string>> = {
    both: {
      [intent('Follow')]: 'https://home.example/follow?who={object}&then={on-success}',
      [subscribe]: 'https://home.example/authorize_interaction?uri={uri}',
    },
    mastodon: { [subscribe]: 'https://home.example/authorize_interaction?uri={uri}' },
    wrong: { [intent('Follow')]: 'javascript:alert(1)//{object}' },
  };
  for (const [name, templates] of Object.entries(answers)) {
    const links = Object.entries(templates).map(([rel, template]) => ({ rel, template }));
    const resource = encodeURIComponent(`acct:${name}@home.example`);
    server.serve(`https://home.example/.well-known/webfinger?resource=${resource}`, () => ({ links }));
  }
  const guest = openBrowser();
  const profile = await guest.get('/@bo');
  const [, href] = /href="(\/interact\?intent=follow[^"]*)"/.exec(profile.html)!;
  const form = await guest.get(href!.replaceAll('&amp;', '&'));
  const target = async (name: string) => {
    const { html } = await guest.post('/interact', { ...form.hidden, address: `@${name}@home.example` });
    return /http-equiv="refresh" content="0; url=([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  };
  const who = encodeURIComponent(bo.iri!);
  expect(await target('both')).toBe(`https://home.example/follow?who=${who}&then=`);
  expect(await target('mastodon')).toBe(`https://home.example/authorize_interaction?uri=${who}`);
  expect(await target('wrong')).toBeUndefined();
});

test('a visitor who has an account here logs in instead, and goes on with what they chose', async () => {
  const guest = openBrowser();
  const form = await guest.get(`/interact?intent=follow&uri=${encodeURIComponent(bo.iri!)}`);
  const page = `/intents/follow?object=${encodeURIComponent(bo.iri!)}`;
  expect(form.html).toContain(`href="/login?next=${encodeURIComponent(page)}"`);
  const own = await guest.post('/interact', { ...form.hidden, address: '@ann@Cook.example' });
  expect([own.status, own.location]).toEqual([303, origin + page]);
  expect((await guest.get(page)).location).toBe(`${origin}/login?next=${encodeURIComponent(page)}`);
});
