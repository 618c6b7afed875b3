/** Replies and threads over the API. */
import { beforeEach, expect, test } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { anyone, as, testApp } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { deleteAll } from '../support/delete-all.ts';
import { insertStatuses } from '../support/many-items.ts';
import { insertBlock } from '../support/relations.ts';
import { changeItem } from '../support/stored.ts';

useCast();
beforeEach(() => deleteAll('blocks'));

type Speaker = typeof anyone;
const post = async (who: Account, status: object): Promise<number> =>
  (await as(who).post('/statuses', { content: 'Hm', ...status })).body.id;
const ids = (statuses: { id: number }[]) => statuses.map(({ id }) => id);
const replies = async (speaker: Speaker, path: string) => ids((await speaker.get(`${path}/replies`)).body);
const context = async (speaker: Speaker, id: number) => {
  const { ancestors, descendants } = (await speaker.get(`/statuses/${id}/context`)).body;
  return [ids(ancestors), ids(descendants)];
};
const block = (blocker: Account, blocked: Account) => insertBlock(blocker.id, blocked.id);

test('replies to a recipe are listed newest first, in pages', async () => {
  const recipe = (await as(cast.ann).post('/recipes', { name: 'Bread' })).body.id;
  const posted = [];
  for (const who of [cast.bo, cast.cy, cast.bo])
    posted.push(await post(who, { in_reply_to_type: 'recipe', in_reply_to_id: recipe }));
  const path = `/recipes/${recipe}`;
  expect(await replies(anyone, path)).toEqual(posted.toReversed());
  expect(ids((await anyone.get(`${path}/replies?limit=2&order=asc`)).body)).toEqual(posted.slice(0, 2));
  expect(ids((await anyone.get(`${path}/replies?max_id=${posted[1]}`)).body)).toEqual(posted.slice(0, 1));
  expect((await anyone.get(`/statuses/${recipe}/replies`)).status).toBe(404);
  expect((await anyone.get(`/bakings/${recipe}/replies`)).status).toBe(404);
});

test('a thread has the ancestors and the descendants, each after its parent', async () => {
  const root = await post(cast.ann, {});
  const one = await post(cast.bo, { in_reply_to_id: root });
  const two = await post(cast.cy, { in_reply_to_id: root });
  const under = await post(cast.ann, { in_reply_to_id: one });
  const last = await post(cast.bo, { in_reply_to_id: under });
  expect(await context(anyone, root)).toEqual([[], [one, under, last, two]]);
  expect(await context(anyone, under)).toEqual([[root, one], [last]]);
  expect(await context(anyone, last)).toEqual([[root, one, under], []]);
});

test('a thread begins with the recipe that was replied to, for those who may see it', async () => {
  const recipe = (await as(cast.ann).post('/recipes', { name: 'Bread' })).body;
  const asked = await post(cast.bo, { in_reply_to_type: 'recipe', in_reply_to_id: recipe.id });
  const answered = await post(cast.ann, { in_reply_to_id: asked });
  const read = async () => (await anyone.get(`/statuses/${answered}/context`)).body.ancestors;
  expect(await read()).toMatchObject([
    { type: 'recipe', id: recipe.id, name: 'Bread', serving: recipe.serving },
    { type: 'status', id: asked, in_reply_to_type: 'recipe', in_reply_to_id: recipe.id },
  ]);

  await as(cast.ann).patch(`/recipes/${recipe.id}`, { recipe: { visibility: 'private' } });
  expect(ids(await read())).toEqual([asked]);
  expect(await context(as(cast.ann), asked)).toEqual([[recipe.id], [answered]]);
});

test('an item that the viewer cannot see is left out, and so is everything beyond it', async () => {
  const root = await post(cast.ann, {});
  const secret = await post(cast.bo, { in_reply_to_id: root, visibility: 'private' });
  const under = await post(cast.bo, { in_reply_to_id: secret, visibility: 'public' });
  expect(await context(anyone, root)).toEqual([[], []]);
  expect(await context(as(cast.bo), root)).toEqual([[], [secret, under]]);
  expect(await context(anyone, under)).toEqual([[], []]);
  expect(await replies(anyone, `/statuses/${root}`)).toEqual([]);
  expect(await replies(as(cast.bo), `/statuses/${root}`)).toEqual([secret]);

  // What everybody may read does not name what few may read, in any form.
  const { uri } = (await anyone.get(`/statuses/${under}`)).body;
  const { uri: secretUri } = (await as(cast.bo).get(`/statuses/${secret}`)).body;
  const sent = await testApp().request(uri, { headers: { accept: 'application/activity+json' } });
  const document = await sent.text();
  expect(JSON.parse(document)).toMatchObject({ id: uri, context: `${uri}/context` });
  expect(JSON.parse(document).inReplyTo).toBeUndefined();
  expect(document).not.toContain(secretUri);
  expect((await anyone.get(`/statuses/${under}`)).body.in_reply_to_id).toBeNull();
  expect((await as(cast.bo).get(`/statuses/${under}`)).body.in_reply_to_id).toBe(secret);
});

test.each([
  ['the viewer blocked', () => block(cast.cy, cast.bo)],
  ['that blocked the viewer', () => block(cast.bo, cast.cy)],
])('an account %s is not shown in threads', async (_, blocking) => {
  const root = await post(cast.ann, {});
  const reply = await post(cast.bo, { in_reply_to_id: root });
  await blocking();
  expect(await context(as(cast.cy), root)).toEqual([[], []]);
  expect(await replies(as(cast.cy), `/statuses/${root}`)).toEqual([]);
  expect(await replies(anyone, `/statuses/${root}`)).toEqual([reply]);
  expect((await as(cast.cy).get(`/statuses/${reply}/context`)).status).toBe(404);
});

test('a hidden and a missing item have the same response', async () => {
  const secret = await post(cast.bo, { visibility: 'private' });
  for (const what of ['replies', 'context']) {
    const hidden = await anyone.get(`/statuses/${secret}/${what}`);
    const missing = await anyone.get(`/statuses/999999/${what}`);
    expect([hidden.status, hidden.text]).toEqual([404, missing.text]);
  }
});

/** Creates `count` statuses, each replying to the one before it or all to the same one. */
async function seed(count: number, parent: number, shape: 'chain' | 'fan'): Promise<number[]> {
  const ids = await insertStatuses(cast.bo.id, count, { inReplyToId: parent });
  if (shape === 'chain') for (const [at, id] of ids.slice(1).entries()) await changeItem(id, { inReplyToId: ids[at]! });
  return ids;
}

test('threads are limited to 40 ancestors, 200 descendants and 20 levels', async () => {
  const root = await post(cast.ann, {});
  const chain = await seed(60, root, 'chain');
  const [before, after] = await context(anyone, chain[49]!);
  expect(before).toEqual(chain.slice(9, 49));
  expect(after).toEqual(chain.slice(50));
  expect(await context(anyone, root)).toEqual([[], chain.slice(0, 20)]);

  const busy = await post(cast.ann, {});
  const fan = await seed(250, busy, 'fan');
  expect(await context(anyone, busy)).toEqual([[], fan.slice(0, 200)]);
});

test('statuses that reply to each other in a circle do not loop', async () => {
  const one = await post(cast.ann, {});
  const two = await post(cast.ann, { in_reply_to_id: one });
  await changeItem(one, { inReplyToId: two });
  const [before, after] = await context(anyone, one);
  expect([before, after]).toEqual([[two], [two]]);
  await changeItem(one, { inReplyToId: one });
  expect(await context(anyone, one)).toEqual([[], [two]]);
});
