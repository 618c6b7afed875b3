/** Activities about one object arrive at each inbox in the order in which they were stored, and are stored in order. */
import { expect, test } from 'vitest';
import { prisma } from '../../../src/db/client.ts';
import { insertActivity } from '../../../src/db/sql/deliveries.ts';
import { db } from '../../../src/db/statement.ts';
import type { Account } from '../../../src/domain/accounts/account.ts';
import { block, unblock } from '../../../src/domain/interactions/block.ts';
import { follow, removeFollower, unfollow } from '../../../src/domain/interactions/follow.ts';
import { deliver } from '../../../src/federation/deliver/deliver.ts';
import { recordSource } from '../../../src/federation/ledger/ledger.ts';
import { jobs } from '../../../src/jobs/catalogue.ts';
import { handlers } from '../../../workers/handlers.ts';
import { emptyResponse, enqueueDeliveriesTo, peer, upsertAccount } from '../../support/deliveries.ts';
import { runFederationJobs } from '../../support/federation-jobs.ts';
import { builtActivities, deliveryIds } from '../../support/sent-activities.ts';
import { ann, deliveryOf, secondsUntil, useAnn } from './fixture.ts';

useAnn();

let activities = 0;

const iriOf = (name: string) => `https://cook.example/users/${ann.id}/${name}`;

/** Returns the id of the delivery. */
async function store(type: string, object: string, to: Account): Promise<number> {
  const iri = iriOf(`ordered/${++activities}`);
  const objectIri = iriOf(object);
  const body = JSON.stringify({ id: iri, type, object: objectIri });
  const [activity] = await insertActivity(db, iri, ann.id, type, objectIri, body, true);
  return (await enqueueDeliveriesTo(activity!.id, ann.id, [to.id]))[0]!;
}

const typesOf = (taken: { body: string }[]) => taken.map(({ body }) => JSON.parse(body).type);

test('an Update waits until the Create was delivered', async () => {
  const taken = peer('ordered.example', emptyResponse(202));
  const bob = await upsertAccount('bob', 'ordered.example');
  const create = await store('Create', 'soup', bob);
  const update = await store('Update', 'soup', bob);
  const other = await store('Update', 'bread', bob);

  const waiting = (await deliver(update)) as { again: Date };
  expect(secondsUntil(waiting.again)).toBeLessThan(5);
  expect(await deliver(other)).toBe('done');
  expect(await deliver(create)).toBe('done');
  expect(await deliver(update)).toBe('done');
  expect(typesOf(taken)).toEqual(['Update', 'Create', 'Update']);
});

test('an Update does not wait for a Create that failed for good', async () => {
  const taken = peer('refused.example', emptyResponse(422), emptyResponse(202));
  const bob = await upsertAccount('bob', 'refused.example');
  const create = await store('Create', 'stew', bob);
  const update = await store('Update', 'stew', bob);
  expect(await deliver(create)).toBe('done');
  expect(await deliver(update)).toBe('done');
  expect(typesOf(taken)).toEqual(['Create', 'Update']);
});

test('a delayed Update is not delivered after a newer one, and a Create not after the Delete', async () => {
  const taken = peer('late.example', emptyResponse(202));
  const bob = await upsertAccount('bob', 'late.example');
  const late = [await store('Create', 'cake', bob), await store('Update', 'pie', bob)];
  const newer = [await store('Delete', 'cake', bob), await store('Update', 'pie', bob)];
  await prisma().delivery.updateMany({ where: { id: { in: newer } }, data: { state: 'delivered' } });
  for (const id of late) expect(await deliver(id)).toBe('done');
  expect(taken).toEqual([]);
  for (const id of late) expect(await deliveryOf(id)).toMatchObject({ state: 'failed' });
});

test.each(['Like', 'Announce', 'Follow', 'Block'])(
  'an Undo waits for the %s that it undoes, and the next one for the Undo',
  async (type) => {
    const taken = peer(`${type.toLowerCase()}.example`, emptyResponse(202));
    const bob = await upsertAccount('bob', `${type.toLowerCase()}.example`);
    const first = await store(type, 'tart', bob);
    const undo = await store('Undo', 'tart', bob);
    const second = await store(type, 'tart', bob);
    const other = await store(type, 'roll', bob);

    expect(await deliver(second)).toHaveProperty('again');
    expect(await deliver(undo)).toHaveProperty('again');
    expect(await deliver(other)).toBe('done');
    expect(await deliver(first)).toBe('done');
    expect(await deliver(second)).toHaveProperty('again');
    expect(await deliver(undo)).toBe('done');
    expect(await deliver(second)).toBe('done');
    expect(typesOf(taken)).toEqual([type, type, 'Undo', type]);
  },
);

test.each([
  ['Accept', 'Reject'],
  ['Add', 'Remove'],
])('the %s of an object is delivered before the %s', async (type, later) => {
  const taken = peer(`${later.toLowerCase()}.example`, emptyResponse(202));
  const bob = await upsertAccount('bob', `${later.toLowerCase()}.example`);
  const [first, second] = [await store(type, 'tart', bob), await store(later, 'tart', bob)];
  expect(await deliver(second)).toHaveProperty('again');
  expect(await deliver(first)).toBe('done');
  expect(await deliver(second)).toBe('done');
  expect(typesOf(taken)).toEqual([type, later]);
});

test('a forwarded Undo waits for the activity that it names', async () => {
  const taken = peer('forwarded.example', emptyResponse(202));
  const bob = await upsertAccount('bob', 'forwarded.example');
  const like = await store('Like', 'flan', bob);
  const undo = await store('Undo', `ordered/${activities}`, bob);
  expect(await deliver(undo)).toHaveProperty('again');
  expect(await deliver(like)).toBe('done');
  expect(await deliver(undo)).toBe('done');
  expect(typesOf(taken)).toEqual(['Like', 'Undo']);
});

interface UnsentFact {
  id: string;
  payload: unknown;
}

const unsentFacts = (): Promise<UnsentFact[]> =>
  prisma().outbox.findMany({ where: { job: 'send-activity' }, orderBy: { dueAt: 'asc' } });

async function send(unsent: UnsentFact | undefined) {
  const outcome = await handlers['send-activity'](unsent!.payload as never);
  if (outcome === 'done') await prisma().outbox.delete({ where: { id: unsent!.id } });
  return outcome;
}

/** The types of the activities that this host gets, in the order in which they are stored. */
async function storedFor(host: string): Promise<string[]> {
  const deliveries = await prisma().delivery.findMany({ where: { host } });
  const ids = deliveries.map(({ activityId }) => activityId);
  return (await builtActivities({ id: { in: ids } })).map(({ type }) => type);
}

const repeatable: [string, typeof follow, typeof unfollow][] = [
  ['Follow', follow, unfollow],
  ['Block', block, unblock],
];

test.each(repeatable)(
  'the second %s is stored after the Undo of the first, whichever job runs first',
  async (type, begin, end) => {
    const host = `stored-${type.toLowerCase()}.example`;
    const bob = await upsertAccount('bob', host);
    for (const act of [begin, end, begin]) await act(ann.id, bob.id);
    const [first, undo, second] = await unsentFacts();
    expect(await send(second)).toHaveProperty('again');
    expect(await send(undo)).toHaveProperty('again');
    for (const row of [first, undo, second]) expect(await send(row)).toBe('done');
    expect(await storedFor(host)).toEqual([type, 'Undo', type]);
  },
);

test('a Follow is stored after the Block that was lifted before it', async () => {
  const host = 'lifted.example';
  const bob = await upsertAccount('bob', host);
  for (const act of [block, unblock, follow]) await act(ann.id, bob.id);
  const [blocked, lifted, followed] = await unsentFacts();
  expect(await send(followed)).toHaveProperty('again');
  for (const row of [blocked, lifted, followed]) expect(await send(row)).toBe('done');
  expect(await storedFor(host)).toEqual(['Block', 'Undo', 'Follow']);
});

test('a Reject is stored after the Accept of the same Follow', async () => {
  const host = 'answered.example';
  const bob = await upsertAccount('bob', host);
  const asked = { accountId: bob.id, targetId: ann.id, eventableId: null, iri: `https://${host}/follow` };
  await recordSource({ ...asked, type: 'Follow', sentAt: new Date(), isDated: false });
  await removeFollower(ann.id, bob.id);
  const [accept, reject] = await unsentFacts();
  expect(await send(reject)).toHaveProperty('again');
  for (const row of [accept, reject]) expect(await send(row)).toBe('done');
  expect(await storedFor(host)).toEqual(['Accept', 'Reject']);
});

test.each(repeatable)(
  'a member who sends a second %s sends it after the Undo of the first',
  async (type, begin, end) => {
    const host = `again-${type.toLowerCase()}.example`;
    const taken = peer(host, emptyResponse(202));
    const bob = await upsertAccount('bob', host);
    for (const act of [begin, end, begin]) await act(ann.id, bob.id);
    const sent = (await runFederationJobs()).filter(({ job }) => job === jobs.sendActivity.name);
    for (const { payload } of sent) await handlers['send-activity'](payload as never);
    const [first, undo, second] = await deliveryIds({ host });

    expect(await deliver(first!)).toBe('done');
    expect(await deliver(second!)).toHaveProperty('again');
    expect(await deliver(undo!)).toBe('done');
    expect(await deliver(second!)).toBe('done');
    expect(typesOf(taken)).toEqual([type, 'Undo', type]);
  },
);
