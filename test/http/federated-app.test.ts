/** The application answers other servers as well as its own users. */
import { expect, test } from 'vitest';
import { as, testApp } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';

useCast();

const ask = (path: string, init?: RequestInit) => testApp().request(`https://cook.example${path}`, init);
const activity = { headers: { accept: 'application/activity+json' } };

test('WebFinger links to the actor, and the actor to its items', async () => {
  const finger = await (await ask('/.well-known/webfinger?resource=acct:ann@cook.example')).json();
  const self = finger.links.find((link: { rel: string }) => link.rel === 'self').href;
  expect(self).toBe(`https://cook.example/users/${cast.ann.id}`);

  const actor = await (await ask(new URL(self).pathname, activity)).json();
  expect(actor).toMatchObject({ id: self, type: 'Person', preferredUsername: 'ann' });

  const { uri } = (await as(cast.ann).post('/recipes', { name: 'Bread' })).body;
  const object = await (await ask(new URL(uri).pathname, activity)).json();
  expect(object).toMatchObject({ id: uri, type: 'Note', 'schema:name': 'Bread' });
});

test('a NUL in a URL is refused on every route, and the same URL without it is answered', async () => {
  const html = { headers: { accept: 'text/html' } };
  const paths = [
    '/api/v1/none%00',
    '/tags/bread%00',
    '/@ann%00',
    '/@ann%00/posts',
    '/assets/%00',
    '/users/1%00',
    '/%00',
  ];
  for (const path of paths) {
    expect([path, (await ask(path, html)).status]).toEqual([path, 404]);
    expect([path, (await ask(path, activity)).status]).toEqual([path, 404]);
  }
  const queries = [
    '/oembed?url=%00',
    '/.well-known/webfinger?resource=acct:ann@cook.example%00',
    '/search?q=%00',
    '/login?next=%00',
  ];
  for (const path of queries) expect([path, (await ask(path, html)).status]).toEqual([path, 400]);
  expect((await as(cast.ann).get('/search?q=%00')).status).toBe(422);

  for (const path of ['/tags/bread', '/@ann', '/@ann/posts', '/about?x=%2500', '/login?next=x'])
    expect([path, (await ask(path, html)).status]).toEqual([path, 200]);
});

test('inboxes accept signed activities only, and POST only', async () => {
  for (const path of ['/inbox', `/users/${cast.ann.id}/inbox`]) {
    const headers = { 'content-type': 'application/activity+json' };
    const body = JSON.stringify({
      id: 'https://x.example/1',
      type: 'Follow',
      actor: 'https://x.example/ann',
      object: 'https://cook.example/users/1',
    });
    expect((await ask(path, { method: 'POST', headers, body })).status).toBe(401);
    expect((await ask(path)).status).toBe(405);
  }
  expect((await ask('/users/01/inbox', { method: 'POST' })).status).toBe(404);
});

test('an unknown path is a 404 in JSON', async () => {
  const response = await ask('/nowhere');
  expect([response.status, await response.json()]).toEqual([
    404,
    { errors: { base: ['not found'] }, code: 'not_found' },
  ]);
});
