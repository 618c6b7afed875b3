/** What is counted of this server: for NodeInfo by a worker, and the list of other servers. */
import { expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { listHosts } from '../../src/domain/instance/hosts.ts';
import { getContents, getUsage, minRecordedItems, recordTotals } from '../../src/domain/instance/usage.ts';
import { useDatabase } from '../support/database-connection.ts';
import { insertStatuses } from '../support/many-items.ts';
import { setSetting } from '../support/stored.ts';

useDatabase();

const inHours = (hours: number) => Date.now() + hours * 3_600_000;

test('NodeInfo shows what a worker counted each hour, and what there is if no worker counts', async () => {
  const totalIn = async (hours: number) => (await getUsage(inHours(hours))).total;
  const before = await totalIn(0);
  await register({ username: 'dora' });
  expect(await totalIn(0)).toBe(before + 1);

  await recordTotals();
  await register({ username: 'emil' });
  await recordTotals(inHours(0.5));
  expect([await totalIn(0.5), await totalIn(4)]).toEqual([before + 1, before + 2]);
  await recordTotals(inHours(1.5));
  expect(await totalIn(2)).toBe(before + 2);
});

test('administrators of a large server see what a worker counted each hour, those of a small one what there is', async () => {
  const author = await register({ username: 'frida' });
  const publish = (count: number) => insertStatuses(author.id, count);
  const countIn = async (hours: number) => {
    const { items, members } = await getContents(inHours(hours));
    return { items, members };
  };
  const { items, members } = await countIn(0);
  await publish(minRecordedItems - items - 1);
  await recordTotals(inHours(10));
  await publish(1);
  expect(await countIn(10.5)).toEqual({ items: minRecordedItems, members });

  await recordTotals(inHours(12));
  await publish(1);
  await register({ username: 'gerd' });
  expect(await countIn(12.5)).toEqual({ items: minRecordedItems, members });
  expect(await countIn(16)).toEqual({ items: minRecordedItems + 1, members: members + 1 });
});

test('what an earlier version counted is counted again', async () => {
  const { value } = await prisma().setting.findUniqueOrThrow({ where: { key: 'contents' } });
  const { delivered: _, ...rest } = value as Record<string, object>;
  await setSetting('contents', rest);
  const { items } = await getContents(inHours(12.5));
  expect(items).toBe(minRecordedItems + 1);
});

test('a short list of servers begins with those that wait for something, whatever their names', async () => {
  await prisma().host.createMany({ data: [1, 2, 3, 4, 5].map((n) => ({ host: `${n}.example` })) });
  const { id: accountId } = await prisma().account.findFirstOrThrow();
  const activity = { iri: 'https://here.example/1', accountId, type: 'Create', body: '{}', public: true };
  const { id: activityId } = await prisma().activity.create({ data: activity });
  for (const [host, state] of [
    ['z.example', 'pending'],
    ['4.example', 'failed'],
  ] as const)
    await prisma().delivery.create({ data: { activityId, inbox: `https://${host}/inbox`, host, state } });
  const hosts = (await listHosts(4)).map(({ host }) => host);
  expect(hosts).toEqual(['z.example', '4.example', '1.example', '2.example']);
});
