/** Who gets a delivery: each inbox one, and none that is blocked, dead or our own. */
import { expect, test } from 'vitest';
import { insertActivity } from '../../../src/db/sql/deliveries.ts';
import { db } from '../../../src/db/statement.ts';
import { register } from '../../../src/domain/accounts/register.ts';
import { follow } from '../../../src/domain/interactions/follow.ts';
import { deliver } from '../../../src/federation/deliver/deliver.ts';
import { enqueueDeliveries } from '../../../src/federation/deliver/send.ts';
import { emptyCaches } from '../../../src/lib/cache.ts';
import { emptyResponse, peer, query, upsertAccount } from '../../support/deliveries.ts';
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
    return (await query('SELECT 1 FROM delivery WHERE activity_id = $1', [activity!.id])).length;
  };
  expect(await list()).toBe(2);
  expect(await list()).toBe(2);
});

test('a very large number of followers is listed in batches, completely', async () => {
  const author = await register({ username: 'famous' });
  await query(
    `WITH many AS (
       INSERT INTO account (username, handle, host, iri, inbox, state)
       SELECT 'fan', 'fan@fan' || n || '.example', 'fan' || n || '.example', 'https://fan' || n || '.example/fan',
         'https://fan' || n || '.example/inbox', 'loaded' FROM generate_series(1, 2001) n RETURNING id
     ) INSERT INTO follow (follower_id, followee_id) SELECT id, $1 FROM many`,
    [author.id],
  );
  const iri = 'https://cook.example/a/famous';
  const [activity] = await insertActivity(db, iri, author.id, 'Create', null, '{}', true);
  const recipients = { toFollowers: true, addressedIds: [], formerly: null, personally: false };
  await enqueueDeliveries(activity!.id, author.id, recipients);
  expect(await query('SELECT FROM delivery WHERE activity_id = $1', [activity!.id])).toHaveLength(2001);

  await query('DELETE FROM activity WHERE id = $1', [activity!.id]);
  expect(await query('SELECT FROM delivery WHERE activity_id = $1', [activity!.id])).toEqual([]);
});

test('blocked domains, deleted accounts, local accounts and accounts with a block get no delivery', async () => {
  const [evil, dead, foe, local] = await Promise.all([
    upsertAccount('x', 'sub.evil.example:8443'),
    upsertAccount('x', 'dead.example'),
    upsertAccount('x', 'foe.example'),
    register({ username: 'neighbour' }),
  ]);
  await query(`INSERT INTO domain_block (host) VALUES ('evil.example')`);
  await query('UPDATE account SET deleted_at = now() WHERE id = $1', [dead.id]);
  await query('INSERT INTO block (blocker_id, blocked_id) VALUES ($1, $2)', [ann.id, foe.id]);
  expect(await enqueueDelivery(evil, dead, foe, local)).toEqual([]);
});

test('deliveries to a domain that was blocked in the meantime are dropped', async () => {
  const taken = peer('late.example', emptyResponse(202));
  const [id] = await enqueueDelivery(await upsertAccount('bob', 'late.example'));
  await query(`INSERT INTO domain_block (host) VALUES ('late.example')`);
  emptyCaches();
  expect(await deliver(id!)).toBe('done');
  expect(taken).toEqual([]);
  expect(await deliveryOf(id!)).toMatchObject({ state: 'failed', attempts: 0 });
});
