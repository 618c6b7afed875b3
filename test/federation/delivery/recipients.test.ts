/** Who gets a delivery: each inbox one, and none that is blocked, dead or our own. */
import { expect, test } from 'vitest';
import { prisma } from '../../../src/db/client.ts';
import { insertActivity } from '../../../src/db/sql/deliveries.ts';
import { db } from '../../../src/db/statement.ts';
import { register } from '../../../src/domain/accounts/register.ts';
import { follow } from '../../../src/domain/interactions/follow.ts';
import { blockDomain } from '../../../src/domain/moderation/domain-rules.ts';
import { deliver } from '../../../src/federation/deliver/deliver.ts';
import { enqueueDeliveries } from '../../../src/federation/deliver/send.ts';
import { emptyCaches } from '../../../src/lib/cache.ts';
import { markDeleted } from '../../support/accounts.ts';
import { emptyResponse, peer, upsertAccount } from '../../support/deliveries.ts';
import { insertFollowers } from '../../support/many-items.ts';
import { insertBlock } from '../../support/relations.ts';
import { stored } from '../../support/stored.ts';
import { ann, deliveryOf, enqueueDelivery, useAnn } from './fixture.ts';

useAnn();

test('followers behind one shared inbox get one delivery', async () => {
  const author = await register({ username: 'shared' });
  const followers = await Promise.all([
    ...['a', 'b', 'c'].map((name) => upsertAccount(name, 'crowd.example')),
    upsertAccount('d', 'lone.example', { sharedInbox: null }),
  ]);
  for (const { id } of followers) await follow(id, author.id);
  const [activity] = await insertActivity(db, 'https://cook.example/a/shared', author.id, 'Create', null, '{}', true);
  const list = async () => {
    const addressedIds = [followers[0]!.id];
    await enqueueDeliveries(activity!.id, author.id, {
      toFollowers: true,
      addressedIds,
      formerly: null,
      personally: false,
    });
    return await stored.deliveries({ activityId: activity!.id });
  };
  expect(await list()).toBe(2);
  expect(await list()).toBe(2);
});

test('a very large number of followers is listed in batches, completely', async () => {
  const author = await register({ username: 'famous' });
  const fans = Array.from({ length: 2_001 }, (_, n) => {
    const host = `fan${n}.example`;
    const iri = `https://${host}/fan`;
    return {
      username: 'fan',
      handle: `fan@${host}`,
      host,
      iri,
      inbox: `https://${host}/inbox`,
      state: 'loaded',
    } as const;
  });
  const inserted = await prisma().account.createManyAndReturn({ data: fans, select: { id: true } });
  await insertFollowers(
    author.id,
    inserted.map(({ id }) => Number(id)),
  );
  const iri = 'https://cook.example/a/famous';
  const [activity] = await insertActivity(db, iri, author.id, 'Create', null, '{}', true);
  const recipients = { toFollowers: true, addressedIds: [], formerly: null, personally: false };
  await enqueueDeliveries(activity!.id, author.id, recipients);
  expect(await stored.deliveries({ activityId: activity!.id })).toBe(2001);

  await prisma().activity.delete({ where: { id: activity!.id } });
  expect(await stored.deliveries({ activityId: activity!.id })).toBe(0);
});

test('blocked domains, deleted accounts, local accounts and accounts with a block get no delivery', async () => {
  const [evil, dead, foe, local] = await Promise.all([
    upsertAccount('x', 'sub.evil.example:8443'),
    upsertAccount('x', 'dead.example'),
    upsertAccount('x', 'foe.example'),
    register({ username: 'neighbour' }),
  ]);
  await blockDomain('evil.example');
  await markDeleted(dead.id);
  await insertBlock(ann.id, foe.id);
  expect(await enqueueDelivery(evil, dead, foe, local)).toEqual([]);
});

test('deliveries to a domain that was blocked in the meantime are dropped', async () => {
  const taken = peer('late.example', emptyResponse(202));
  const [id] = await enqueueDelivery(await upsertAccount('bob', 'late.example'));
  await blockDomain('late.example');
  emptyCaches();
  expect(await deliver(id!)).toBe('done');
  expect(taken).toEqual([]);
  expect(await deliveryOf(id!)).toMatchObject({ state: 'failed', attempts: 0 });
});
