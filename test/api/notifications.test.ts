/** Notifications of local accounts, over the API. */
import { beforeEach, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { transact } from '../../src/db/transaction.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { upsertRemoteAccount } from '../../src/domain/accounts/remote.ts';
import { deleteRemoteItem } from '../../src/domain/items/delete.ts';
import { ingestRemoteItem } from '../../src/domain/items/ingest-remote.ts';
import { notifyOfItem } from '../../src/domain/items/save.ts';
import { newBudget } from '../../src/federation/resolve/fetch.ts';
import { loadActor } from '../../src/federation/resolve/resolve-actor.ts';
import { lock, unlock } from '../support/accounts.ts';
import { anyone, as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { insertCookedItem } from '../support/cooked-item.ts';
import { deleteAll } from '../support/delete-all.ts';
import { insertStatuses } from '../support/many-items.ts';
import { insertBlock, insertFollow } from '../support/relations.ts';
import { remoteServerAt } from '../support/remote-server.ts';
import { remoteStatus } from '../support/remote-status.ts';
import { changeItem } from '../support/stored.ts';

useCast();
beforeEach(() => deleteAll('notifications', 'blocks', 'follows'));

interface NotificationOutput {
  id: number;
  type: string;
  read: boolean;
  account: { username: string };
  object: { id: number } | null;
}
const listed = async (who: Account, query = ''): Promise<NotificationOutput[]> =>
  (await as(who).get(`/notifications${query}`)).body;
const summaries = async (who: Account) =>
  (await listed(who)).map(({ type, account, object }) => [type, account.username, object?.id ?? null]);
const unread = async (who: Account): Promise<number> => (await as(who).get('/notifications/unread_count')).body.count;
const post = async (who: Account, status: object): Promise<number> =>
  (await as(who).post('/statuses', { status })).body.id;
const block = (blocker: Account, blocked: Account) => insertBlock(blocker.id, blocked.id);
const unblock = () => deleteAll('blocks');

test('a follow notifies once, and unfollowing removes the notification', async () => {
  const path = `/accounts/${cast.ann.id}/follow`;
  await as(cast.bo).post(path);
  await as(cast.bo).post(path);
  expect(await summaries(cast.ann)).toEqual([['follow', 'bo', null]]);
  await as(cast.bo).delete(path);
  expect(await summaries(cast.ann)).toEqual([]);
});

test('a locked account is notified of a follow request', async () => {
  await lock(cast.ann.id);
  await as(cast.bo).post(`/accounts/${cast.ann.id}/follow`);
  await unlock(cast.ann.id);
  expect(await summaries(cast.ann)).toEqual([['follow_request', 'bo', null]]);
  await as(cast.bo).delete(`/accounts/${cast.ann.id}/follow`);
  expect(await summaries(cast.ann)).toEqual([]);
});

test('a reply that also mentions notifies once, as a reply', async () => {
  const parent = await post(cast.ann, { content: 'What shall we cook?' });
  const reply = await post(cast.bo, { content: '@ann @cy soup', in_reply_to_id: parent });
  expect(await summaries(cast.ann)).toEqual([['reply', 'bo', reply]]);
  expect(await summaries(cast.cy)).toEqual([['mention', 'bo', reply]]);
  await as(cast.bo).delete(`/statuses/${reply}`);
  expect([await summaries(cast.ann), await summaries(cast.cy)]).toEqual([[], []]);
});

test('a boost notifies the author until it is undone', async () => {
  const id = await post(cast.ann, { content: 'Bread' });
  await as(cast.bo).post(`/statuses/${id}/boost`);
  expect(await listed(cast.ann)).toMatchObject([
    { type: 'boost', read: false, account: { username: 'bo' }, object: { id, boosts_count: 1 } },
  ]);
  await as(cast.bo).delete(`/statuses/${id}/boost`);
  expect(await summaries(cast.ann)).toEqual([]);
});

test('nobody is notified of their own actions', async () => {
  const id = await post(cast.ann, { content: 'I, @ann' });
  await post(cast.ann, { content: 'and I', in_reply_to_id: id });
  await as(cast.ann).post(`/statuses/${id}/boost`);
  const fromBo = await post(cast.bo, { content: 'You, @ann' });
  expect(await summaries(cast.ann)).toEqual([['mention', 'bo', fromBo]]);
});

test('nobody is notified of an item they cannot see', async () => {
  const parent = await post(cast.ann, { content: 'Question' });
  await post(cast.bo, { content: 'among us', visibility: 'private', in_reply_to_id: parent });
  expect(await summaries(cast.ann)).toEqual([]);
  await post(cast.bo, { content: '@ann a secret', visibility: 'direct' });
  expect((await summaries(cast.ann)).map(([type]) => type)).toEqual(['mention']);
});

test.each([
  ['by the recipient', () => block(cast.ann, cast.bo)],
  ['by the actor', () => block(cast.bo, cast.ann)],
])('a block %s prevents notifications, and hides earlier ones while it lasts', async (_, blocking) => {
  const id = await post(cast.ann, { content: 'Bread' });
  await as(cast.bo).post(`/statuses/${id}/boost`);
  await blocking();
  await post(cast.bo, { content: 'Hello @ann' });
  expect([await summaries(cast.ann), await unread(cast.ann)]).toEqual([[], 0]);
  await unblock();
  expect(await summaries(cast.ann)).toEqual([['boost', 'bo', id]]);
});

test('a third account’s activity on an item of a blocked account does not notify', async () => {
  const reply = await post(cast.cy, { content: '@ann look' });
  expect(await summaries(cast.ann)).toEqual([['mention', 'cy', reply]]);
  await block(cast.ann, cast.cy);
  expect(await summaries(cast.ann)).toEqual([]);
  await unblock();
  expect(await summaries(cast.ann)).toEqual([['mention', 'cy', reply]]);
});

test('cooking a recipe notifies its author, in place of a mention', async () => {
  const recipe = (await as(cast.ann).post('/recipes', { name: 'Bread' })).body.id;
  const id = await insertCookedItem(cast.bo, 'baking', { recipeId: recipe });
  for (const { id: accountId } of [cast.ann, cast.cy])
    await prisma().mention.create({ data: { eventableId: id, accountId } });
  const sync = () => transact((tx) => notifyOfItem(tx, id));
  await sync();
  await sync();
  expect(await summaries(cast.ann)).toEqual([['cooked', 'bo', id]]);
  expect(await summaries(cast.cy)).toEqual([['mention', 'bo', id]]);

  await changeItem(id, { publication: 'draft' });
  await sync();
  expect([await summaries(cast.ann), await summaries(cast.cy)]).toEqual([[], []]);
});

test.each(['preparation', 'baking'])('a %s of a recipe notifies when it is published, not before', async (type) => {
  const recipe = (await as(cast.ann).post('/recipes', { name: 'Bread' })).body.id;
  const cooked = {
    name: 'My bread',
    recipe_id: recipe,
    prepared_at: '2026-01-01',
    description: 'Thanks @ann',
  };
  const { id } = (await as(cast.bo).post(`/${type}s`, cooked)).body;
  expect(await summaries(cast.ann)).toEqual([]);
  await as(cast.bo).post(`/${type}s/${id}/publish`);
  expect(await summaries(cast.ann)).toEqual([['cooked', 'bo', id]]);
  await as(cast.bo).delete(`/${type}s/${id}/publish`);
  expect(await summaries(cast.ann)).toEqual([]);
});

test('a like notifies until it is undone', async () => {
  const id = await post(cast.ann, { content: 'Bread' });
  await as(cast.bo).post(`/statuses/${id}/like`);
  expect(await summaries(cast.ann)).toEqual([['like', 'bo', id]]);
  await as(cast.bo).delete(`/statuses/${id}/like`);
  expect(await summaries(cast.ann)).toEqual([]);
});

test('a remote activity notifies unless it is old', async () => {
  const remote = remoteServerAt('peer.example');
  const bob = await upsertRemoteAccount({ ...(await loadActor(remote.actor('bob').iri, newBudget())) });
  const parent = await post(cast.ann, { content: 'Question' });
  const { uri } = (await anyone.get(`/statuses/${parent}`)).body;
  const item = (path: string) =>
    remoteStatus(remote.iri(path), bob.id, { inReplyToIri: uri, mentionedIris: [cast.cy.iri!] });
  const live = await ingestRemoteItem(item('/live'), { backfilled: false });
  await ingestRemoteItem(item('/old'), { backfilled: true });
  expect(await summaries(cast.ann)).toEqual([['reply', 'bob', live]]);
  expect(await summaries(cast.cy)).toEqual([['mention', 'bob', live]]);
  await deleteRemoteItem(remote.iri('/live'), bob);
  expect([await summaries(cast.ann), await summaries(cast.cy)]).toEqual([[], []]);
});

test('a reply by somebody who cannot see the post notifies nobody, and says only to others who can what it answers', async () => {
  const remote = remoteServerAt('peer.example');
  const bob = await upsertRemoteAccount({ ...(await loadActor(remote.actor('bob').iri, newBudget())) });
  const parent = await post(cast.ann, { content: 'Among us', visibility: 'private' });
  const { uri } = (await as(cast.ann).get(`/statuses/${parent}`)).body;
  const item = (path: string) => remoteStatus(remote.iri(path), bob.id, { inReplyToIri: uri });
  const blind = await ingestRemoteItem(item('/blind'), { backfilled: false });
  expect(await summaries(cast.ann)).toEqual([]);
  const parentSeenBy = async (who: typeof anyone) => (await who.get(`/statuses/${blind}`)).body;
  expect(await parentSeenBy(as(cast.ann))).toMatchObject({ in_reply_to_id: parent, in_reply_to_type: 'status' });
  for (const who of [anyone, as(cast.cy)])
    expect(await parentSeenBy(who)).toMatchObject({ in_reply_to_id: null, in_reply_to_type: '' });
  const listedOf = async (who: typeof anyone) => (await who.get(`/accounts/${bob.id}/timeline?with_replies=true`)).text;
  expect(await listedOf(as(cast.ann))).toContain(`"in_reply_to_id":${parent}`);
  expect(await listedOf(anyone)).not.toContain(`"in_reply_to_id":${parent}`);

  await insertFollow(bob.id, cast.ann.id);
  const seeing = await ingestRemoteItem(item('/seeing'), { backfilled: false });
  expect(await summaries(cast.ann)).toEqual([['reply', 'bob', seeing]]);
});

test('pages of notifications are contiguous, and everything up to a given one can be marked as read', async () => {
  const ids = [];
  for (const content of ['one', 'two', 'three', 'four', 'five'])
    ids.push(await post(cast.bo, { content: `@ann ${content}` }));
  const all = await listed(cast.ann);
  expect(all.map(({ object }) => object?.id)).toEqual(ids.toReversed());
  const numbers = all.map(({ id }) => id);
  expect(numbers).toEqual(numbers.toSorted((one, other) => other - one));

  const seen: number[] = [];
  for (let path: string | undefined = '/notifications?limit=2'; path; ) {
    const response = await as(cast.ann).get(path);
    seen.push(...response.body.map(({ id }: NotificationOutput) => id));
    const link = response.headers.get('link') ?? '';
    path = /<https:\/\/cook\.example\/api\/v1([^>]+)>; rel="next"/.exec(link)?.[1];
  }
  expect(seen).toEqual(numbers);
  expect((await listed(cast.ann, `?min_id=${numbers[3]}&limit=2`)).map(({ id }) => id)).toEqual(numbers.slice(1, 3));

  expect(await unread(cast.ann)).toBe(5);
  expect((await as(cast.ann).post('/notifications/read', { max_id: numbers[2] })).status).toBe(204);
  expect(await unread(cast.ann)).toBe(2);
  expect((await listed(cast.ann)).map(({ read }) => read)).toEqual([false, false, true, true, true]);
  await as(cast.cy).post('/notifications/read', { max_id: numbers[0] });
  expect(await unread(cast.ann)).toBe(2);
});

test.each([{}, { max_id: '3' }, { max_id: null }, { max_id: 0 }])(
  'marking as read with %j is refused',
  async (body) => {
    const response = await as(cast.ann).post('/notifications/read', body);
    expect([response.status, Object.keys(response.body.errors)]).toEqual([422, ['max_id']]);
  },
);

test('thousands of unread notifications are counted one by one', async () => {
  const ids = await insertStatuses(cast.bo.id, 2_345);
  const about = { accountId: cast.ann.id, type: 'mention', actorId: cast.bo.id } as const;
  await prisma().notification.createMany({ data: ids.map((eventableId) => ({ ...about, eventableId })) });
  expect(await unread(cast.ann)).toBe(2_345);
  await prisma().eventable.deleteMany({ where: { id: { in: ids } } });
});

test('notifications require a login', async () => {
  expect((await anyone.get('/notifications')).status).toBe(401);
  expect((await anyone.get('/notifications/unread_count')).status).toBe(401);
  expect((await anyone.post('/notifications/read', { max_id: 1 })).status).toBe(401);
});
