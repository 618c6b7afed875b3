/** Counts requests and reports how many are left. */
import { afterEach, expect, test } from 'vitest';
import type { RateLimit } from '../../src/http/rate-limits.ts';
import { useOwnModules } from '../support/own-modules.ts';
import { leastOf } from '../support/processor-time.ts';
import { hasRedis, startRedis } from '../support/redis.ts';

const limit: RateLimit = { name: 'test', quota: 3, windowSeconds: 60 };
const start = Date.parse('2026-05-01T12:00:00Z');
const given = process.env.REDIS_URL;

afterEach(() => {
  if (given === undefined) delete process.env.REDIS_URL;
  else process.env.REDIS_URL = given;
});

/** A limiter with its own memory, as in a separate process. */
async function counterOf(redisUrl: string) {
  useOwnModules({ REDIS_URL: redisUrl, RATE_LIMITS: 'on' });
  return (await import('../../src/http/rate-limits.ts')).enforceRateLimit;
}

test('after the quota, requests are refused until the window ends', async () => {
  const takeOne = await counterOf('');
  const headers: Record<string, string> = {};
  for (const remaining of [2, 1, 0]) {
    await takeOne(limit, 'ann', headers, start);
    expect(headers.RateLimit).toBe(`"test";r=${remaining};t=60`);
  }
  expect(headers['RateLimit-Policy']).toBe('"test";q=3;w=60');
  expect(headers['X-RateLimit-Limit']).toBe('3');
  expect(headers['X-RateLimit-Reset']).toBe('2026-05-01T12:01:00.000Z');

  const refused = { code: 'rate_limited' };
  await expect(takeOne(limit, 'ann', headers, start + 30_000)).rejects.toMatchObject(refused);
  expect(headers['Retry-After']).toBe('30');
  await takeOne(limit, 'bo', {}, start);
  await takeOne(limit, 'ann', {}, start + 60_001);
});

test('an endless number of client addresses does not fill the memory', async () => {
  const takeOne = await counterOf('');
  const headers: Record<string, string> = {};
  const remaining = async (subject: string) => {
    await takeOne(limit, subject, headers, start);
    return headers['X-RateLimit-Remaining'];
  };
  for (let index = 0; index < 200_000; index += 1) await takeOne(limit, `stranger ${index}`, {}, start);
  // The newest are still counted, the oldest were dropped to make room.
  expect(await remaining('stranger 199999')).toBe('1');
  expect(await remaining('stranger 0')).toBe('2');
});

test.skipIf(!hasRedis())(
  'processes that share a Redis count together, and separately while Redis is down',
  async () => {
    const redis = await startRedis();
    const [one, other] = [await counterOf(redis.url), await counterOf(redis.url)];
    const headers: Record<string, string> = {};
    for (const takeOne of [one, other, one]) await takeOne(limit, 'ann', headers);
    expect(headers.RateLimit).toMatch(/^"test";r=0;t=(5\d|60)$/);
    for (const takeOne of [one, other])
      await expect(takeOne(limit, 'ann', {})).rejects.toMatchObject({ code: 'rate_limited' });
    await Promise.all([one(limit, 'bo', {}), other(limit, 'bo', {}), one(limit, 'bo', {})]);
    await expect(other(limit, 'bo', {})).rejects.toMatchObject({ code: 'rate_limited' });

    await redis.stop();
    for (const takeOne of [one, other]) await takeOne(limit, 'ann', headers);
    expect(headers.RateLimit).toBe('"test";r=2;t=60');

    const late = await counterOf(redis.url);
    await late(limit, 'ann', headers);
    let number = 0;
    const waited = async () => {
      const began = performance.now();
      number += 1;
      await late(limit, `cy ${number}`, headers);
      return performance.now() - began;
    };
    expect(await leastOf(20, 300, waited)).toBeLessThan(300);
  },
);
