/** Which servers receive boosts, likes, follows, blocks and their Undos. */
import { expect, test } from 'vitest';
import { block, unblock } from '../../../src/domain/interactions/block.ts';
import { follow, unfollow } from '../../../src/domain/interactions/follow.ts';
import { boost, like, unboost, unlike } from '../../../src/domain/interactions/on-item.ts';
import { createRecipe } from '../../../src/domain/recipes/write.ts';
import { send } from '../../../src/federation/deliver/send.ts';
import { takeFacts } from '../../support/enqueued.ts';
import { remoteLike } from '../../support/remote-source.ts';
import { stored } from '../../support/stored.ts';
import {
  ann,
  discoverNora,
  draft,
  insertRemoteStatus,
  remoteAccount,
  remoteFollower,
  sent,
  useSender,
} from './fixture.ts';

useSender();

test('a boost and its Undo are sent to followers and to the author', async () => {
  const bob = await remoteFollower('bob');
  const eve = await remoteAccount('eve');
  await sent();
  const item = await insertRemoteStatus(eve);
  await boost(ann.id, item.id);
  const [announce] = await sent();
  const both = [bob.sharedInbox, eve.sharedInbox].sort();
  expect(announce).toMatchObject({ type: 'Announce', object: `${eve.iri}/1`, inboxes: both });

  await unfollow(bob.id, ann.id);
  await unboost(ann.id, item.id);
  expect(await sent()).toMatchObject([{ type: 'Undo', object: { id: announce.id }, inboxes: both }]);
});

test('a like and its Undo are sent only to the author', async () => {
  await remoteFollower('bob');
  const eve = await remoteAccount('eve');
  await sent();
  const item = await insertRemoteStatus(eve);
  await like(ann.id, item.id);
  await like(ann.id, item.id);
  const inboxes = [eve.sharedInbox];
  const [liked, ...more] = await sent();
  expect(liked).toMatchObject({
    type: 'Like',
    actor: ann.iri,
    object: `${eve.iri}/1`,
    to: [eve.iri],
    inboxes,
  });
  expect(more).toEqual([]);

  await unlike(ann.id, item.id);
  await unlike(ann.id, item.id);
  expect(await sent()).toMatchObject([
    { type: 'Undo', object: { id: liked.id, type: 'Like', object: `${eve.iri}/1` }, inboxes },
  ]);
});

test('a Block, the end of follows and the Undo are sent to the account’s own inbox', async () => {
  const bob = await remoteFollower('bob');
  await follow(ann.id, bob.id);
  await sent();
  await block(ann.id, bob.id);
  const inboxes = [bob.inbox];
  const activities = await sent();
  expect(activities).toHaveLength(3);
  expect(activities).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'Undo', inboxes }),
      expect.objectContaining({ type: 'Reject', inboxes }),
      expect.objectContaining({ type: 'Block', object: bob.iri, to: [bob.iri], inboxes }),
    ]),
  );
  const { id } = activities.find(({ type }) => type === 'Block')!;

  await unblock(ann.id, bob.id);
  await unblock(ann.id, bob.id);
  expect(await sent()).toMatchObject([{ type: 'Undo', object: { id, type: 'Block', object: bob.iri }, inboxes }]);
});

test('a like of a local item is not federated', async () => {
  const eve = await remoteAccount('eve');
  const id = await createRecipe(ann.id, draft);
  await sent();
  await like(ann.id, id);
  await remoteLike(eve.id, id, `${eve.iri}/like`);
  await unlike(ann.id, id);
  expect(await sent()).toEqual([]);
});

test('a Follow and its Undo are sent to the account’s own inbox', async () => {
  const bob = await remoteAccount('bob');
  await follow(ann.id, bob.id);
  expect(await sent()).toMatchObject([{ type: 'Follow', object: bob.iri, inboxes: [bob.inbox] }]);
  await unfollow(ann.id, bob.id);
  expect(await sent()).toMatchObject([{ type: 'Undo', object: { type: 'Follow' }, inboxes: [bob.inbox] }]);
});

test('an accepted follower receives an Accept', async () => {
  const bob = await remoteFollower('bob');
  expect(await sent()).toMatchObject([
    { type: 'Accept', object: { id: `${bob.iri}/follow`, actor: bob.iri }, inboxes: [bob.inbox] },
  ]);
});

test('a follow of an account that is still being looked up waits for it', async () => {
  const nora = await discoverNora();
  await follow(ann.id, nora.id);
  const [fact] = await takeFacts();
  expect(await send(fact!)).toHaveProperty('again');
  const found = await remoteAccount('nora');
  expect(found.id).toBe(nora.id);
  expect(await send(fact!)).toBe('done');
  expect(await stored.deliveries({ inbox: found.inbox! })).toBe(1);
});
