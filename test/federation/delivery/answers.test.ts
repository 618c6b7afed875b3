/** The response of a peer decides whether a delivery is done, given up or retried, and when. */
import { expect, test } from 'vitest';
import { prisma } from '../../../src/db/client.ts';
import { deliver } from '../../../src/federation/deliver/deliver.ts';
import { readMetrics, toText } from '../../../src/lib/metrics.ts';
import { age } from '../../support/age.ts';
import { emptyResponse, peer, upsertAccount } from '../../support/deliveries.ts';
import { enqueued } from '../../support/enqueued.ts';
import { deliveryOf, enqueueDelivery, hostOf, secondsAfter, secondsUntil, useAnn } from './fixture.ts';

useAnn();

test('a successful delivery is not repeated', async () => {
  const taken = peer('once.example', emptyResponse(202));
  const [id] = await enqueueDelivery(await upsertAccount('bob', 'once.example'));
  await deliver(id!);
  expect(await deliver(id!)).toBe('done');
  expect(taken).toHaveLength(1);
});

test('the metrics count what became of deliveries', async () => {
  const counts = async () => {
    const text = await toText([await readMetrics()]);
    const of = (state: string) =>
      Number(text.match(new RegExp(`^potluck_delivery_results_total.*"${state}".* (\\d+)$`, 'm'))?.[1] ?? 0);
    return { delivered: of('delivered'), pending: of('pending'), failed: of('failed') };
  };
  const before = await counts();
  peer('counted.example', emptyResponse(500), emptyResponse(202));
  const [id] = await enqueueDelivery(await upsertAccount('bob', 'counted.example'));
  await deliver(id!);
  await deliver(id!);
  const { delivered, pending, failed } = before;
  expect(await counts()).toEqual({ delivered: delivered + 1, pending: pending + 1, failed });
});

test('a retry sends the same bytes, after growing delays', async () => {
  const taken = peer('flaky.example', emptyResponse(500), emptyResponse(502), emptyResponse(202));
  const [id] = await enqueueDelivery(await upsertAccount('bob', 'flaky.example'));

  const start = Date.now();
  const first = (await deliver(id!)) as { again: Date };
  expect(secondsAfter(start, first.again)).toBeGreaterThan(23);
  expect(secondsUntil(first.again)).toBeLessThan(37);
  const second = (await deliver(id!)) as { again: Date };
  expect(secondsAfter(start, second.again)).toBeGreaterThan(90);
  expect(await deliver(id!)).toBe('done');

  expect(new Set(taken.map(({ body }) => body)).size).toBe(1);
  expect(await deliveryOf(id!)).toMatchObject({ state: 'delivered', attempts: 3 });
  expect(await hostOf('flaky.example')).toMatchObject({ failures: 0 });
});

test('410 ends a delivery and fetches the profile of that inbox again', async () => {
  peer('gone.example', emptyResponse(410));
  const bob = await upsertAccount('bob', 'gone.example', { sharedInbox: null });
  const [id] = await enqueueDelivery(bob);

  expect(await deliver(id!)).toBe('done');

  expect(await deliveryOf(id!)).toMatchObject({ state: 'failed', last_status: 410 });
  expect(await enqueued('load-account')).toContainEqual({ accountId: bob.id });
});

test('a shared inbox that answered 410 is not used again', async () => {
  peer('merged.example', emptyResponse(410));
  const bob = await upsertAccount('bob', 'merged.example');
  const [id] = await enqueueDelivery(bob);
  await deliver(id!);
  const [again] = await enqueueDelivery(bob);
  expect(await deliveryOf(again!)).toMatchObject({ inbox: bob.inbox });
});

test.each([400, 403, 404, 405, 413, 422, 501])('a peer that answers %i gets no retry', async (code) => {
  peer(`final${code}.example`, emptyResponse(code));
  const [id] = await enqueueDelivery(await upsertAccount('bob', `final${code}.example`));
  expect(await deliver(id!)).toBe('done');
  expect(await deliveryOf(id!)).toMatchObject({ state: 'failed', last_status: code });
});

test('Retry-After is respected, also by other deliveries to that host', async () => {
  const taken = peer('busy.example', emptyResponse(429, { 'retry-after': '600' }));
  const [first, second] = await enqueueDelivery(
    await upsertAccount('bob', 'busy.example', { sharedInbox: null }),
    await upsertAccount('cid', 'busy.example', { sharedInbox: null }),
  );

  const start = Date.now();
  const one = (await deliver(first!)) as { again: Date };
  const other = (await deliver(second!)) as { again: Date };
  for (const { again } of [one, other]) {
    expect(secondsAfter(start, again)).toBeGreaterThan(595);
    expect(secondsUntil(again)).toBeLessThan(605);
  }
  expect(taken).toHaveLength(1);
  expect(await deliveryOf(second!)).toMatchObject({ attempts: 0 });
});

test('a Retry-After of years is limited to a day', async () => {
  peer('lazy.example', emptyResponse(503, { 'retry-after': '999999999' }));
  const [id] = await enqueueDelivery(await upsertAccount('bob', 'lazy.example'));
  const { again } = (await deliver(id!)) as { again: Date };
  expect(Math.round(secondsUntil(again) / 3_600)).toBe(24);
});

test('a refusal of both signature dialects is retried a limited number of times', async () => {
  peer('strict.example', emptyResponse(401));
  const [id] = await enqueueDelivery(await upsertAccount('bob', 'strict.example'));
  expect(await deliver(id!)).toHaveProperty('again');
  await prisma().delivery.update({ where: { id: id! }, data: { attempts: 5 } });
  expect(await deliver(id!)).toBe('done');
  expect(await deliveryOf(id!)).toMatchObject({ state: 'failed', attempts: 6 });
});

test('deliveries are given up after seven days', async () => {
  const taken = peer('never.example', emptyResponse(500));
  const [id] = await enqueueDelivery(await upsertAccount('bob', 'never.example'));
  await age('deliveries', '8 days', id);
  expect(await deliver(id!)).toBe('done');
  expect(taken).toEqual([]);
  expect(await deliveryOf(id!)).toMatchObject({ state: 'failed' });
});
