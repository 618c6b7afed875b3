/** Deliveries to an unreachable, hanging or busy host pause until it responds, and do not delay other hosts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { prisma } from '../../../src/db/client.ts';
import { insertActivity } from '../../../src/db/sql/deliveries.ts';
import { db } from '../../../src/db/statement.ts';
import { register } from '../../../src/domain/accounts/register.ts';
import { closeCircuit, deliver } from '../../../src/federation/deliver/deliver.ts';
import { routeFetchTo } from '../../../src/lib/fetch/connections.ts';
import { FetchError } from '../../../src/lib/fetch/error.ts';
import { iris } from '../../../src/lib/iris.ts';
import { age } from '../../support/age.ts';
import { emptyResponse, enqueueDeliveriesTo, peer, upsertAccount } from '../../support/deliveries.ts';
import { routeToHandler } from '../../support/fetch-route.ts';
import { stored } from '../../support/stored.ts';
import { openTransaction } from '../../support/transactions.ts';
import { deliveryOf, enqueueDelivery, hostOf, secondsUntil, useAnn } from './fixture.ts';

useAnn();

test('the circuit of a dead host opens, lets a probe through, and closes when one succeeds', async () => {
  let alive = false;
  const taken = peer('dead.host.example', () => {
    if (alive) return emptyResponse(202);
    throw new Error('connection refused');
  });
  const bob = await upsertAccount('bob', 'dead.host.example');
  for (let failure = 1; failure <= 5; failure += 1) await deliver((await enqueueDelivery(bob))[0]!);
  expect((await hostOf('dead.host.example'))!.open_until!.getTime()).toBeGreaterThan(Date.now() + 40_000);

  const [waiting] = await enqueueDelivery(bob);
  expect(await deliver(waiting!)).toHaveProperty('again');
  expect(taken).toHaveLength(5);
  expect(await deliveryOf(waiting!)).toMatchObject({ attempts: 0 });

  const probe = () => age('circuits', '1 hour');
  await probe();
  await deliver(waiting!);
  expect((await hostOf('dead.host.example'))!.open_until!.getTime()).toBeGreaterThan(Date.now() + 90_000);

  alive = true;
  await probe();
  expect(await deliver(waiting!)).toBe('done');
  expect(await hostOf('dead.host.example')).toMatchObject({ failures: 0, open_until: null });
});

test('the circuit of a host whose requests time out opens at once', async () => {
  const taken = peer('hung.example', () => {
    throw new FetchError('timeout', 'hung.example', 'took too long');
  });
  const bob = await upsertAccount('bob', 'hung.example');
  await deliver((await enqueueDelivery(bob))[0]!);
  expect((await hostOf('hung.example'))!.open_until!.getTime()).toBeGreaterThan(Date.now() + 40_000);
  expect(await deliver((await enqueueDelivery(bob))[0]!)).toHaveProperty('again');
  expect(taken).toHaveLength(1);
});

test('closing a circuit makes the waiting deliveries due', async () => {
  peer('asleep.example', emptyResponse(503));
  const bob = await upsertAccount('bob', 'asleep.example');
  const [id] = await enqueueDelivery(bob);
  await deliver(id!);
  const inAnHour = new Date(Date.now() + 3_600_000);
  await prisma().host.update({ where: { host: 'asleep.example' }, data: { failures: 7, openUntil: inAnHour } });
  const job = { payload: { path: ['deliveryId'], equals: id! } };
  await prisma().outbox.updateMany({ where: job, data: { dueAt: inAnHour } });

  await closeCircuit('asleep.example');

  expect(await hostOf('asleep.example')).toMatchObject({ failures: 0, open_until: null });
  const { dueAt } = await prisma().outbox.findFirstOrThrow({ where: job });
  expect(secondsUntil(dueAt)).toBeLessThan(11);
});

test('a host gets at most four requests at once, and waiting for a permit counts as no attempt', async () => {
  let running = 0;
  let maxOpen = 0;
  const followers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => upsertAccount(`f${index}`, 'narrow.example', { sharedInbox: null })),
  );
  peer('narrow.example', emptyResponse(202));
  const [first, ...rest] = await enqueueDelivery(...followers);
  await deliver(first!);
  const slow = routeToHandler(async () => {
    running += 1;
    maxOpen = Math.max(maxOpen, running);
    await new Promise((resolve) => setTimeout(resolve, 50));
    running -= 1;
    return emptyResponse(202);
  });
  routeFetchTo(new Map([['narrow.example', slow]]));

  const answers = await Promise.all(rest.map(deliver));
  routeFetchTo(null);

  expect(maxOpen).toBeGreaterThan(1);
  expect(maxOpen).toBeLessThanOrEqual(4);
  const sentAway = answers.filter((response) => response !== 'done').length;
  const untouched = await stored.deliveries({ host: 'narrow.example', state: 'pending', attempts: 0 });
  expect(untouched).toBe(sentAway);
});

test('a host that does not respond does not block deliveries to others', async () => {
  const hung: (() => void)[] = [];
  const hangs = Array.from({ length: 40 }, (_, index) => `hang${index}.example`);
  const routes = new Map(
    hangs.map((host) => [
      host,
      routeToHandler(() => new Promise((resolve) => hung.push(() => resolve(emptyResponse(202))))),
    ]),
  );
  routes.set(
    'lively.example',
    routeToHandler(async () => emptyResponse(202)),
  );
  routeFetchTo(routes);
  const lively = await upsertAccount('bob', 'lively.example');
  await deliver((await enqueueDelivery(lively))[0]!);
  const ids = await enqueueDelivery(...(await Promise.all(hangs.map((host) => upsertAccount('bob', host)))));

  const waiting = ids.map(deliver);
  await expect.poll(() => hung.length).toBe(32);
  expect(await deliver((await enqueueDelivery(lively))[0]!)).toBe('done');
  expect(hung).toHaveLength(32);

  const slowHosts = () => prisma().host.findMany({ where: { slowSince: { not: null }, host: { startsWith: 'hang' } } });
  await expect.poll(slowHosts).toHaveLength(32);
  const { host } = (await slowHosts())[0]!;
  const another = await enqueueDelivery(await upsertAccount('cid', host, { sharedInbox: null }));
  expect(await deliver(another[0]!)).toHaveProperty('again');

  for (const respond of hung) respond();
  const answers = await Promise.all(waiting);
  routeFetchTo(null);
  expect(answers.filter((response) => response === 'done')).toHaveLength(32);
});

test('a slow database does not make a host seem slow', async () => {
  const taken = peer('prompt.example', emptyResponse(202));
  const bob = await upsertAccount('bob', 'prompt.example');
  // Her keys are not in memory yet.
  const eve = await register({ username: 'eve' });
  const [activity] = await insertActivity(db, iris.activity(eve.id, '1'), eve.id, 'Create', null, '{}', true);
  const [id] = await enqueueDeliveriesTo(activity!.id, eve.id, [bob.id]);

  const other = await openTransaction();
  await other.tx.$executeRaw`LOCK TABLE actor_key`;
  const delivering = deliver(id!);
  await sleep(2_500);
  expect(taken).toEqual([]);
  await other.commit();
  expect(await delivering).toBe('done');
  expect(await hostOf('prompt.example')).toMatchObject({ slow_since: null });
});
