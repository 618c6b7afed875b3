/** Home and account timelines, in the domain layer. */
import { beforeEach, describe, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { transact } from '../../src/db/transaction.ts';
import { type Account, anonymous } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { follow, unfollow } from '../../src/domain/interactions/follow.ts';
import { boost, unboost } from '../../src/domain/interactions/on-item.ts';
import { recordEvent } from '../../src/domain/items/announce.ts';
import { createRecipe, deleteRecipe } from '../../src/domain/recipes/write.ts';
import { createStatus } from '../../src/domain/statuses/statuses.ts';
import { accountTimeline, fanOut, fanOutSmallEvents, homeTimeline } from '../../src/domain/timelines/timelines.ts';
import { firstPage } from '../../src/lib/page.ts';
import { useDatabase } from '../support/database-connection.ts';
import { upsertAccount } from '../support/deliveries.ts';
import { unfinishedFanOuts } from '../support/enqueued.ts';
import { pizzaDough } from '../support/recipes.ts';
import { statementsOf } from '../support/statements.ts';
import { stored } from '../support/stored.ts';
import { openTransaction } from '../support/transactions.ts';

let ann: Account;
let bo: Account;
let cy: Account;
let round = 0;

useDatabase();
beforeEach(async () => {
  round += 1;
  [ann, bo, cy] = await Promise.all([
    register({ username: `ann_${round}` }),
    register({ username: `bo_${round}` }),
    register({ username: `cy_${round}` }),
  ]);
  await follow(bo.id, ann.id);
});

async function fanOutAll(): Promise<void> {
  for (const id of await unfinishedFanOuts()) await fanOut(id);
}

const home = (account: Account) => homeTimeline(account.id, firstPage);
const post = (account: Account, content: string) =>
  createStatus(account.id, {
    content,
    visibility: 'public',
    locale: 'en',
    sensitive: false,
    spoilerText: '',
    inReplyToId: null,
  });

test.each([
  ['together with others', fanOutSmallEvents],
  ['alone', async (ids: number[]) => Promise.all(ids.map(fanOut))],
])('an event fanned out %s has home entries for local followers only', async (_, run) => {
  const remote = await upsertAccount(`fan_${round}`, 'fans.example');
  await follow(remote.id, ann.id);
  const id = await createRecipe(ann.id, pizzaDough);
  await run(await unfinishedFanOuts());
  expect(await stored.homeEntries({ eventableId: id, accountId: bo.id })).toBe(1);
  expect(await stored.homeEntries({ eventableId: id })).toBe(1);
});

test('a follower sees a new recipe, and other accounts do not', async () => {
  const id = await createRecipe(ann.id, pizzaDough);
  await fanOutAll();
  expect((await home(bo)).map((event) => event.object.id)).toEqual([id]);
  expect(await home(cy)).toEqual([]);
});

test('publishing takes one transaction, and a home page one statement once its events are cached', async () => {
  const published = await statementsOf(() => createRecipe(ann.id, pizzaDough));
  expect(published.filter((text) => text === 'BEGIN')).toHaveLength(1);
  expect(published.filter((text) => text === 'COMMIT')).toHaveLength(1);
  // At most the NOTIFY that wakes the relay.
  expect(published.slice(published.indexOf('COMMIT') + 1).length).toBeLessThanOrEqual(1);

  await fanOutAll();
  expect(await statementsOf(() => home(bo))).toHaveLength(2);
  expect(await statementsOf(() => home(bo))).toHaveLength(1);
});

test('concurrent readers each see their own home timeline, from their own cursor', async () => {
  await follow(cy.id, ann.id);
  const ids: number[] = [];
  for (const content of ['Crumb', 'Crust', 'Crisp']) ids.push(await post(ann, content));
  await fanOutAll();
  const shown = async (account: Account, page = {}) =>
    (await homeTimeline(account.id, { ...firstPage, ...page })).map(({ object }) => object.id);

  const [first, ...others] = await Promise.all([
    shown(bo),
    shown(cy, { limit: 1 }),
    shown(ann),
    shown(cy, { limit: 2, order: 'asc' }),
    shown(bo, { maxId: 1 }),
  ]);
  expect(first).toEqual(ids.toReversed());
  expect(others).toEqual([[ids[2]], [], ids.slice(0, 2), []]);
});

test('replies are left out, unless asked for: then those of followed accounts to followed accounts', async () => {
  const reply = (author: Account, content: string, inReplyToId: number) =>
    createStatus(author.id, {
      content,
      visibility: 'public',
      locale: 'en',
      sensitive: false,
      spoilerText: '',
      inReplyToId,
    });
  const dee = await register({ username: `dee_${round}` });
  await follow(bo.id, cy.id);
  const root = await post(ann, 'Root');
  const known = await reply(cy, 'To Ann', root);
  const unknown = await reply(cy, 'To Dee', await post(dee, 'Elsewhere'));
  await fanOutAll();
  const ids = async (withReplies: boolean, page = {}) =>
    (await homeTimeline(bo.id, { ...firstPage, ...page }, { withReplies })).map(({ object }) => object.id);
  expect(await ids(false)).toEqual([root]);
  expect(await ids(true)).toEqual([known, root]);
  expect(await ids(true, { order: 'asc' })).toEqual([root, known]);

  await boost(ann.id, unknown);
  await boost(ann.id, known);
  await fanOutAll();
  expect(await ids(false)).toEqual([known, unknown, root]);
  await follow(bo.id, dee.id);
  expect(await ids(true)).toContain(unknown);
  await unboost(ann.id, known);
  expect(await ids(false)).toEqual([unknown, root]);
  expect(await ids(true)).toContain(known);
});

test('a boost is one event of the booster, and undoing it leaves no event', async () => {
  await follow(bo.id, cy.id);
  const id = await createRecipe(ann.id, { ...pizzaDough, visibility: 'public' });
  await unfollow(bo.id, ann.id);
  await fanOutAll();
  await boost(cy.id, id);
  await fanOutAll();
  expect((await home(bo)).map(({ action, account }) => [action, account.id])).toEqual([['boost', cy.id]]);

  await unboost(cy.id, id);
  expect(await home(bo)).toEqual([]);
});

test('an item appears once in a home timeline, however many accounts boost it', async () => {
  await follow(bo.id, cy.id);
  const id = await createRecipe(ann.id, pizzaDough);
  await fanOutAll();
  await boost(cy.id, id);
  await boost(ann.id, id);
  await fanOutAll();
  expect(await home(bo)).toHaveLength(1);
});

test('unfollowing removes the account from the home timeline', async () => {
  await createRecipe(ann.id, pizzaDough);
  await fanOutAll();
  expect(await home(bo)).toHaveLength(1);
  await unfollow(bo.id, ann.id);
  expect(await home(bo)).toEqual([]);
});

test('a deleted item is in no timeline', async () => {
  const id = await createRecipe(ann.id, pizzaDough);
  await fanOutAll();
  expect((await home(bo)).map((event) => event.object.id)).toEqual([id]);
  await deleteRecipe(ann.id, id);
  expect(await home(bo)).toEqual([]);
  expect(await accountTimeline(ann.id, anonymous, { withReplies: true, page: firstPage })).toEqual([]);
});

test('a back-filled event is in the account timeline at its own time, and in no home timeline', async () => {
  const id = await createRecipe(ann.id, pizzaDough);
  await prisma().event.deleteMany({ where: { eventableId: id } });
  const at = new Date('2021-05-04T03:02:01Z');
  await transact((tx) =>
    recordEvent(tx, { action: 'create', accountId: ann.id, eventableId: id, at, backfilled: true }),
  );
  await fanOutAll();

  const [event] = await accountTimeline(ann.id, anonymous, { withReplies: false, page: firstPage });
  expect(event?.createdAt).toEqual(at);
  expect(Math.floor(event!.id / 4096)).toBe(at.getTime() - Date.UTC(2020, 0, 1));
  expect(await home(bo)).toEqual([]);
});

test('back-filled events are in the order of publication, however old', async () => {
  const days = ['2020-01-01', '1612-02-03', '2019-12-31', '2020-01-02', '1969-07-20', '2003-04-05', '2003-04-06'];
  const published = new Map<number, string>();
  for (const day of days) {
    const id = await post(ann, day);
    published.set(id, day);
    await prisma().event.deleteMany({ where: { eventableId: id } });
    const happened = { accountId: ann.id, eventableId: id, at: new Date(day), backfilled: true };
    await transact((tx) => recordEvent(tx, { action: 'create', ...happened }));
  }

  const page = { ...firstPage, order: 'asc' as const };
  const events = await accountTimeline(ann.id, anonymous, { withReplies: false, page });
  expect(events.map(({ object }) => published.get(object.id)).slice(2)).toEqual(days.toSorted().slice(2));
});

describe('a client that polls with min_id misses nothing', () => {
  test('the page ends below an event whose fan-out is unfinished', async () => {
    await follow(bo.id, cy.id);
    await post(ann, 'first');
    const [first] = await unfinishedFanOuts();
    await post(cy, 'second');
    const [, second] = await unfinishedFanOuts();
    await fanOut(second!);
    expect(await home(bo)).toEqual([]);

    await fanOut(first!);
    expect((await home(bo)).map((event) => event.id)).toEqual([second, first]);
  });

  test('an event that was invisible while a later one passed it gets a new id', async () => {
    await follow(bo.id, cy.id);
    const eventable = await post(ann, 'slow');
    const slow = await openTransaction();
    await slow.tx.event.deleteMany({ where: { eventableId: eventable } });
    const [event] = await slow.tx.$queryRaw<[{ id: bigint }]>`
      INSERT INTO event (id, action, account_id, eventable_id)
      VALUES (next_event_id(), 'create', ${ann.id}, ${eventable}) RETURNING id`;
    await prisma().event.deleteMany({ where: { fannedOutAt: null, accountId: { not: ann.id } } });
    await post(cy, 'quick');
    const quick = (await unfinishedFanOuts()).at(-1)!;
    await fanOut(quick);
    await slow.commit();

    await fanOut(Number(event.id));
    const ids = (await home(bo)).map((event) => event.id);
    expect(ids).toHaveLength(2);
    expect(ids[1]).toBe(quick);
    expect(ids[0]).toBeGreaterThan(quick);
  });

  test('an event that waits longer than 5 s gets a new id and delays no others', async () => {
    await post(ann, 'late');
    const [late] = await unfinishedFanOuts();
    await prisma().event.update({ where: { id: late! }, data: { id: { decrement: 10_000 * 4_096 } } });
    await follow(bo.id, cy.id);
    await post(cy, 'quick');
    const quick = (await unfinishedFanOuts()).at(-1)!;
    await fanOut(quick);
    expect((await home(bo)).map((event) => event.id)).toEqual([quick]);

    await fanOut(late! - 10_000 * 4096);
    const ids = (await home(bo)).map((event) => event.id);
    expect(ids[1]).toBe(quick);
    expect(ids[0]).toBeGreaterThan(quick);
  });
});
