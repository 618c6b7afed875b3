/** Threads across servers: missing posts are fetched within limits and put in their place. */
import { expect, test } from 'vitest';
import { emptyCaches } from '../../src/lib/cache.ts';
import { anyone, as, testApp } from '../support/as.ts';
import { bob, remote } from '../support/bob.ts';
import { cast } from '../support/cast.ts';
import { drain } from '../support/drain.ts';
import { makeDue } from '../support/enqueued.ts';
import type { Json } from '../support/remote-server.ts';
import { stored } from '../support/stored.ts';
import {
  allowRefetch,
  carl,
  contentAt,
  deliverToAnn,
  idOf,
  type Note,
  openThread,
  other,
  repliesAt,
  useConversations,
} from './conversation.ts';

useConversations();

test('a reply to an unknown post fetches its ancestors from their servers', async () => {
  const first = other.note(carl, contentAt('first', 9));
  const second = remote.note(bob, contentAt('second', 8, { inReplyTo: first.id }));
  const third = other.note(carl, contentAt('third', 7, { inReplyTo: second.id }));
  const last = remote.note(bob, contentAt('last', 6, { inReplyTo: third.id }));
  const id = await deliverToAnn(last);
  expect(await openThread(id)).toEqual({ ancestors: ['first', 'second', 'third'], descendants: [] });
});

test('at most eight ancestors are fetched, and a circle of replies ends', async () => {
  const chain: Note[] = [];
  for (let step = 0; step < 12; step += 1) {
    chain.push(remote.note(bob, contentAt(`${step}`, 30 - step, step === 0 ? {} : { inReplyTo: chain.at(-1)!.id })));
  }
  const id = await deliverToAnn(chain.at(-1)!);
  expect((await openThread(id)).ancestors).toEqual(['3', '4', '5', '6', '7', '8', '9', '10']);

  const one = remote.note(bob, contentAt('one', 3));
  const two = remote.note(bob, contentAt('two', 2, { inReplyTo: one.id }));
  one.inReplyTo = two.id;
  expect((await openThread(await deliverToAnn(two))).ancestors).toEqual(['one']);
});

test('opening a thread fetches the replies that its server knows in a job, in the order they were written', async () => {
  const root = remote.note(bob, contentAt('root', 60));
  const early = other.note(carl, contentAt('early', 50, { inReplyTo: root.id }));
  const late = remote.note(bob, contentAt('late', 40, { inReplyTo: root.id }));
  const nested = other.note(carl, contentAt('nested', 30, { inReplyTo: late.id }));
  repliesAt(root, () => [late.id, early]);
  repliesAt(late, () => [nested.id]);
  const id = await deliverToAnn(root);

  const before = remote.requestedUrls.length;
  expect(await openThread(id)).toEqual({ ancestors: [], descendants: [] });
  expect(remote.requestedUrls).toHaveLength(before);
  await drain();
  expect((await openThread(id)).descendants).toEqual(['early', 'late', 'nested']);

  const { body } = await anyone.get(`/statuses/${id}/replies?limit=1`);
  expect(body.map(({ content }: Json) => content)).toEqual(['late']);
  const next = await anyone.get(`/statuses/${id}/replies?limit=1&max_id=${body[0].id}`);
  expect(next.body.map(({ content }: Json) => content)).toEqual(['early']);
  const prev = await anyone.get(`/statuses/${id}/replies?min_id=${next.body[0].id}`);
  expect(prev.body.map(({ content }: Json) => content)).toEqual(['late']);
});

test('replies are fetched once in fifteen minutes, however often a thread is opened', async () => {
  const root = remote.note(bob, contentAt('root', 60));
  repliesAt(root, () => []);
  const id = await deliverToAnn(root);
  const reads = () => remote.requestedUrls.filter((url) => url === `${root.id}/replies`).length;
  for (let times = 0; times < 3; times += 1) {
    await openThread(id);
    emptyCaches();
    await drain();
  }
  expect(reads()).toBe(1);
  await allowRefetch(id);
  await openThread(id);
  await drain();
  expect(reads()).toBe(2);
});

test('at most 200 of a thousand replies are fetched', async () => {
  const root = remote.note(bob, contentAt('root', 60));
  const many = Array.from({ length: 230 }, (_, at) => remote.note(bob, contentAt(`${at}`, 50, { inReplyTo: root.id })));
  repliesAt(root, () => many.map((note) => note.id));
  const id = await deliverToAnn(root);
  await openThread(id);
  await drain();
  for (let rounds = 0; rounds < 100 && (await fetchesWaiting()) > 0; rounds += 1) {
    await makeDue('load-object');
    await drain();
  }
  expect(await stored.items({ inReplyToId: id })).toBe(200);
});

const fetchesWaiting = () => stored.jobs({ job: { in: ['load-object', 'load-replies'] } });

test('listed replies that belong to another post, are forged or are missing are ignored', async () => {
  const root = remote.note(bob, contentAt('root', 60));
  const unrelated = other.note(carl, contentAt('buy this', 50));
  const forged = {
    id: other.iri('/notes/never-written'),
    type: 'Note',
    attributedTo: carl.iri,
    inReplyTo: root.id,
    content: 'I love bob',
  };
  const loop = remote.note(bob, contentAt('loop', 40, { inReplyTo: root.id }));
  repliesAt(loop, () => [root.id, loop.id]);
  repliesAt(root, () => [
    unrelated.id,
    forged,
    remote.iri('/gone'),
    'javascript:alert(1)',
    7,
    null,
    loop.id,
    cast.ann.iri,
  ]);
  const id = await deliverToAnn(root);
  await openThread(id);
  await drain();
  expect((await openThread(id)).descendants).toEqual(['loop']);
  expect(await idOf(unrelated.id)).toBe(0);
});

test('an endless replies collection, or one on another server, is not read to the end', async () => {
  const root = remote.note(bob, contentAt('root', 60));
  let pages = 0;
  root.replies = remote.iri('/endless');
  const page = () => {
    pages += 1;
    return {
      id: remote.iri('/endless'),
      type: 'CollectionPage',
      items: [],
      next: remote.iri('/endless'),
    };
  };
  remote.serve(remote.iri('/endless'), page);
  const id = await deliverToAnn(root);
  await openThread(id);
  await drain();
  expect(pages).toBeGreaterThan(0);
  expect(pages).toBeLessThanOrEqual(6);

  root.replies = other.iri('/replies');
  await allowRefetch(id);
  await openThread(id);
  await drain();
  expect(other.requestedUrls).not.toContain(other.iri('/replies'));
});

test('replies to a remote reply to a local post are fetched as well', async () => {
  const ours = (await as(cast.ann).post('/statuses', { content: 'Soup?' })).body;
  const reply = remote.note(bob, contentAt('Yes', 5, { inReplyTo: ours.uri }));
  const nested = other.note(carl, contentAt('Me too', 4, { inReplyTo: reply.id }));
  repliesAt(reply, () => [nested.id]);
  await deliverToAnn(reply);
  await openThread(ours.id);
  await drain();
  expect((await openThread(ours.id)).descendants).toEqual(['Yes', 'Me too']);
});

test('the counters of an item are those of its own server, or the numbers known here if they are higher', async () => {
  const root = remote.note(
    bob,
    contentAt('root', 60, {
      likes: { type: 'Collection', totalItems: 7 },
      shares: { type: 'Collection', totalItems: 0 },
    }),
  );
  const id = await deliverToAnn(root);
  await as(cast.ann).post(`/statuses/${id}/boost`);
  expect((await anyone.get(`/statuses/${id}`)).body).toMatchObject({ likes_count: 7, boosts_count: 1 });
  root.likes = { type: 'Collection', totalItems: 12 };
  await allowRefetch(id);
  await openThread(id);
  await drain();
  expect((await anyone.get(`/statuses/${id}`)).body).toMatchObject({ likes_count: 12, boosts_count: 1 });
});

test('a thread has one context IRI, which lists its public posts', async () => {
  const get = async (url: string) =>
    (await testApp().request(url, { headers: { accept: 'application/activity+json' } })).json();
  const root = (await as(cast.ann).post('/statuses', { content: 'Soup?' })).body;
  const reply = (
    await as(cast.bo).post('/statuses', {
      content: 'Yes',
      in_reply_to_type: 'status',
      in_reply_to_id: root.id,
    })
  ).body;
  const deeper = (
    await as(cast.ann).post('/statuses', {
      content: 'Good',
      in_reply_to_type: 'status',
      in_reply_to_id: reply.id,
    })
  ).body;
  await as(cast.cy).post('/statuses', {
    content: 'psst',
    visibility: 'private',
    in_reply_to_type: 'status',
    in_reply_to_id: reply.id,
  });
  const context = `${root.uri}/context`;
  for (const { uri } of [root, reply, deeper]) expect(await get(uri)).toMatchObject({ context });
  expect(await get(context)).toMatchObject({
    type: 'OrderedCollection',
    attributedTo: cast.ann.iri,
    orderedItems: [root.uri, reply.uri, deeper.uri],
  });

  const theirs = remote.note(bob, contentAt('Theirs', 5, { context: remote.iri('/contexts/1') }));
  const id = await deliverToAnn(theirs);
  const ours = (
    await as(cast.ann).post('/statuses', { content: 'Ours', in_reply_to_type: 'status', in_reply_to_id: id })
  ).body;
  expect(await get(ours.uri)).toMatchObject({ context: remote.iri('/contexts/1') });
});
