/** What a worker observes for the doctor: the clocks of other servers and the growth of the data. */
import { statfs } from 'node:fs/promises';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { checkGrowth, checkRemoteClocks } from '../../src/domain/instance/doctor/checks.ts';
import { listDataSizes, recordObservations } from '../../src/domain/instance/hosts.ts';
import { emptyCaches } from '../../src/lib/cache.ts';
import { config } from '../../src/lib/config.ts';
import { routeFetchTo } from '../../src/lib/fetch/connections.ts';
import { fetchDocument, post } from '../../src/lib/fetch/fetch.ts';
import { textOf } from '../../src/lib/language/text.ts';
import { daysAgo } from '../support/age.ts';
import { useDatabase } from '../support/database-connection.ts';
import { deleteAll } from '../support/delete-all.ts';
import { routeToHandler } from '../support/fetch-route.ts';
import { setSetting } from '../support/stored.ts';

useDatabase();
beforeEach(async () => {
  emptyCaches();
  await deleteAll('settings');
});

/** Sends something to servers whose clocks are behind by these seconds; null is one without a date. */
async function deliverTo(behind: (number | null)[], send: (url: string) => Promise<unknown>) {
  onTestFinished(() => routeFetchTo(null));
  const hosts = behind.map((seconds, index) => {
    const headers: Record<string, string> =
      seconds === null ? {} : { date: new Date(Date.now() - seconds * 1_000).toUTCString() };
    return [`clock${index}.example`, routeToHandler(async () => new Response(null, { status: 202, headers }))] as const;
  });
  routeFetchTo(new Map(hosts));
  for (const [host] of hosts) await send(`https://${host}/inbox`);
  await recordObservations();
  return readClocks();
}
/** The result in English. */
async function readClocks() {
  const { ok, message, remedy } = await checkRemoteClocks();
  return { ok, message: textOf(message), remedy: remedy && textOf(remedy) };
}

const deliver = (url: string) => post(url, { headers: {}, body: '{}' });

test('a clock that differs from those of other servers is a problem, and one wrong server is none', async () => {
  expect((await deliverTo([90, 91], deliver)).message).toBe('not yet compared with those of other servers');
  expect(await deliverTo([90, 90, 0, 90, null], deliver)).toMatchObject({
    ok: false,
    message: expect.stringMatching(/differs by 9[01] s from those of 4 other servers/),
    remedy: expect.stringContaining('NTP'),
  });
  expect(await deliverTo([0, 0, 7_200, 0], deliver)).toMatchObject({
    ok: true,
    message: 'agrees with 4 other servers',
  });
  const { value } = await prisma().setting.findUniqueOrThrow({ where: { key: 'remote_clocks' } });
  await setSetting('remote_clocks', { ...(value as object), at: '2026-01-01T00:00:00Z' });
  expect((await readClocks()).message).toContain('not yet compared');
});

test('responses to a GET, which may be cached, do not count as observations of a clock', async () => {
  const read = (url: string) => fetchDocument(url, { accept: '*/*' });
  expect((await deliverTo([90, 90, 90, 90], read)).message).toContain('not yet compared');
});

const store = (sizes: [days: number, bytes: number][]) =>
  setSetting(
    'data_sizes',
    sizes.map(([days, bytes]) => ({ at: daysAgo(days).toISOString(), bytes })),
  );

test('the size of the data is stored once a day, for 30 days', async () => {
  for (let day = 40; day >= 0; day -= 1)
    for (const hours of [2, 1, 0]) await recordObservations(daysAgo(day + hours / 24));
  const sizes = await listDataSizes();
  expect(sizes).toHaveLength(30);
  expect(sizes[0]!.at.getTime()).toBeGreaterThan(sizes[29]!.at.getTime());
  expect(sizes[0]!.at.getTime() - sizes[29]!.at.getTime()).toBeGreaterThan(28 * 86_400_000);
});

test('fast growth is a warning and then a problem, slow growth and few days are none', async () => {
  const { bavail, bsize } = await statfs(config.dataDir);
  const free = bavail * bsize;
  const fullIn = async (days: number) => {
    await store([
      [0, 10 * (free / days)],
      [10, 0],
    ]);
    const { ok, isWarning, message } = await checkGrowth();
    return [ok, isWarning, /full in/.test(textOf(message))];
  };
  expect(await fullIn(4.5)).toEqual([false, false, true]);
  expect(await fullIn(20)).toEqual([true, true, true]);
  expect(await fullIn(100)).toEqual([true, false, true]);
  expect(await fullIn(4_000)).toEqual([true, false, false]);

  await store([
    [0, free],
    [2, 0],
  ]);
  const early = await checkGrowth();
  expect([early.ok, textOf(early.message)]).toEqual([true, 'not known before 3 days']);
  await store([
    [0, 0],
    [10, free],
  ]);
  expect(await checkGrowth()).toMatchObject({ ok: true, isWarning: false });
});
