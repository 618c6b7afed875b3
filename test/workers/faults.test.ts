/** Kills processes while clients publish, on a small scale. `npm run faults` does it on a large scale. */
import { afterAll, afterEach, expect, inject, test } from 'vitest';
import { describeDamage, isWhole, type Storm, weather } from '../faults/storm.ts';
import { createEmptyDatabase } from '../support/database.ts';
import type { Instance } from '../support/instance.ts';
import { scaled } from '../support/length.ts';
import { openNetwork } from '../support/network.ts';
import { hasRedis, startRedis } from '../support/redis.ts';

const server = inject('testServer');
const network = openNetwork();
const running: Instance[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((instance) => instance.close()));
});
afterAll(() => network.close());

async function expectWhole(alpha: Instance, beta: Instance, storm: Storm): Promise<void> {
  const damage = await weather(alpha, beta, storm);
  expect(damage.acknowledged).toBe(storm.publishes);
  const logs = [alpha, beta].map(({ name, log }) => `--- ${name}\n${log.slice(-40).join('\n')}`);
  expect(isWhole(damage), [describeDamage(damage), ...logs].join('\n')).toBe(true);
}

async function startPair(prefix: string, redisUrl?: string): Promise<[Instance, Instance]> {
  const start = async (name: string) => {
    const databaseUrl = await createEmptyDatabase(server, `${prefix}_${name}`);
    return network.start({ name: `${prefix}-${name}`, databaseUrl, ...(name === 'alpha' && { redisUrl }) });
  };
  const pair = await Promise.all([start('alpha'), start('beta')]);
  running.push(...pair);
  return pair;
}

const small = {
  ...scaled({ short: { publishes: 12, kills: 2 }, full: { publishes: 30, kills: 4 } }),
  timeoutMs: 120_000,
};

test('acknowledged publishes arrive once everywhere although processes are killed', async () => {
  const [alpha, beta] = await startPair('storm');
  await expectWhole(alpha, beta, { ...small, seed: 2 });
});

test.runIf(hasRedis())('with Redis wiped in the middle as well', async () => {
  const redis = await startRedis();
  try {
    const [alpha, beta] = await startPair('flood', redis.url);
    await expectWhole(alpha, beta, { ...small, seed: 5, disaster: redis.flush });
  } finally {
    await Promise.all(running.splice(0).map((instance) => instance.close()));
    await redis.stop();
  }
});
