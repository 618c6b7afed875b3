/** What a new follower finds in the home timeline. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { discoverAccount } from '../../src/domain/accounts/discover.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { as, testApp } from '../support/as.ts';
import { bob, remote, useBob } from '../support/bob.ts';
import { query, useDatabase } from '../support/database-connection.ts';
import { drain } from '../support/drain.ts';
import { insertFollow } from '../support/relations.ts';
import { setInboxHandler } from '../support/remote-server.ts';
import { builtActivities } from '../support/sent-activities.ts';
import { stored } from '../support/stored.ts';

useDatabase();
useBob();
beforeAll(() => {
  setInboxHandler(testApp().fetch);
});

let ann: Account;
let bo: Account;
let cy: Account;
let round = 0;
beforeEach(async () => {
  round += 1;
  [ann, bo, cy] = await Promise.all([
    register({ username: `ann_${round}` }),
    register({ username: `bo_${round}` }),
    register({ username: `cy_${round}` }),
  ]);
});

type Event = { action: string; object: { id: number; uri: string } };
const home = async (who = bo): Promise<Event[]> => (await as(who).get('/timeline?limit=80')).body;
const idsOf = (events: Event[]) => events.map(({ object }) => object.id);
const post = async (who: Account, content: string, more = {}): Promise<number> => {
  const { status, body } = await as(who).post('/statuses', { content, ...more });
  expect(status).toBe(201);
  return body.id;
};

test('a new follower finds the newest 20 items that the follower may see, in their order, until the unfollow', async () => {
  const all: number[] = [];
  for (let n = 0; n < 21; n += 1) all.push(await post(ann, `Loaf ${n}`));
  const forFollowers = await post(ann, 'Starter', { visibility: 'private' });
  await post(ann, 'Only for Cy', { visibility: 'direct' });
  await post(ann, 'Indeed', { in_reply_to_id: all[0] });
  const soup = await post(cy, 'Soup');
  await as(ann).post(`/statuses/${soup}/boost`);
  await drain();

  await as(bo).post(`/accounts/${ann.id}/follow`);
  await drain();
  const expected = [soup, forFollowers, ...all.slice(3).toReversed()];
  expect(idsOf(await home())).toEqual(expected);

  const fresh = await post(ann, 'Crumb');
  await drain();
  expect(idsOf(await home())).toEqual([fresh, ...expected]);
  await as(bo).delete(`/accounts/${ann.id}/follow`);
  expect(await home()).toEqual([]);
});

test('an item that the home timeline shows already is not added, and one that is being fanned out is added once', async () => {
  await as(bo).post(`/accounts/${cy.id}/follow`);
  const soup = await post(ann, 'Soup');
  await as(cy).post(`/statuses/${soup}/boost`);
  await drain();
  expect((await home()).map(({ action }) => action)).toEqual(['boost']);
  await as(bo).post(`/accounts/${ann.id}/follow`);
  const bread = await post(ann, 'Bread');
  await drain();
  expect(idsOf(await home())).toEqual([bread, soup]);
  await as(bo).delete(`/accounts/${cy.id}/follow`);
  expect((await home()).map(({ action, object }) => [action, object.id])).toEqual([
    ['create', bread],
    ['create', soup],
  ]);
});

test('an unfollow before the back-fill leaves nothing, and a blocked author is left out of the boosts', async () => {
  await post(ann, 'Soup');
  await as(bo).post(`/accounts/${ann.id}/follow`);
  await as(bo).delete(`/accounts/${ann.id}/follow`);
  await drain();
  expect(await stored.homeEntries({ accountId: bo.id })).toBe(0);

  const jam = await post(cy, 'Jam');
  await as(ann).post(`/statuses/${jam}/boost`);
  await as(bo).post(`/accounts/${cy.id}/block`);
  await as(bo).post(`/accounts/${ann.id}/follow`);
  await drain();
  expect(await stored.homeEntries({ accountId: bo.id, eventableId: jam })).toBe(0);
  expect(await stored.homeEntries({ accountId: bo.id })).toBe(1);
});

test('an event that gets another id takes its home entries along', async () => {
  const soup = await post(ann, 'Soup');
  await drain();
  await as(bo).post(`/accounts/${ann.id}/follow`);
  await drain();
  await query('UPDATE event SET id = next_event_id() WHERE eventable_id = $1', [soup]);
  expect(idsOf(await home())).toEqual([soup]);
});

const outbox = (count: number) => {
  const notes = Array.from({ length: count }, (_, n) =>
    remote.note(bob, { published: new Date(Date.UTC(2026, 0, n + 1)).toISOString() }),
  );
  const id = remote.iri('/users/bob/outbox');
  const orderedItems = notes.toReversed().map((note) => remote.activity('Create', bob, note));
  remote.serve(id, () => ({ id, type: 'OrderedCollection', orderedItems }));
  return notes.map(({ id: iri }) => iri).toReversed();
};

test('the items of a remote account are found once it has accepted, or once its outbox has been read', async () => {
  const iris = outbox(3);
  const { id } = await discoverAccount({ handle: bob.handle });
  await drain();
  await as(bo).post(`/accounts/${id}/follow`);
  await drain();
  expect(await home()).toEqual([]);
  const [sent] = await builtActivities({ accountId: bo.id });
  await remote.send(remote.activity('Accept', bob, sent!.json));
  await drain();
  expect((await home()).map(({ object }) => object.uri)).toEqual(iris);
});

test('a follow of an account whose items are not known yet brings them later', async () => {
  const iris = outbox(2);
  const { id } = await discoverAccount({ handle: bob.handle });
  await insertFollow(bo.id, id);
  await drain();
  expect((await home()).map(({ object }) => object.uri)).toEqual(iris);
});

test('a later boost of an item that was back-filled takes its place, until it is undone', async () => {
  const soup = await post(ann, 'Soup');
  await as(bo).post(`/accounts/${ann.id}/follow`);
  await drain();
  await as(ann).post(`/statuses/${soup}/boost`);
  await drain();
  expect((await home()).map(({ action }) => action)).toEqual(['boost']);
  await as(ann).delete(`/statuses/${soup}/boost`);
  expect((await home()).map(({ action }) => action)).toEqual(['create']);
});
