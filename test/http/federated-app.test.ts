/** The application answers other servers as well as its own users. */
import { expect, test } from 'vitest';
import { as, theApp } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';

useCast();

const ask = (path: string, init?: RequestInit) => theApp().request(`https://cook.example${path}`, init);
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
