/** Delivers to many servers, some of them dead, while the worker is killed. `npm run faults` does it at scale. */
import { afterAll, expect, inject, test } from 'vitest';
import { deliverToCrowd, describeTurnout } from '../faults/crowd.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { scaled } from '../support/length.ts';
import { openNetwork } from '../support/network.ts';

const server = inject('testServer');
const network = openNetwork();
afterAll(() => network.close());

test('every reachable server gets everything although others are dead and the worker is killed', async () => {
  const databaseUrl = await createEmptyDatabase(server, 'crowd');
  const alpha = await network.start({ name: 'crowd', databaseUrl });
  const crowd = scaled({
    short: { hosts: 8, dead: 2, followers: 60, publishes: 4 },
    full: { hosts: 20, dead: 4, followers: 200, publishes: 8 },
  });
  const turnout = await deliverToCrowd(alpha, databaseUrl, { ...crowd, kills: 1, timeoutMs: 60_000 });
  const told = [describeTurnout(turnout), ...alpha.log.slice(-40)].join('\n');
  expect(turnout.missing, told).toBe(0);
  expect(turnout.killed, told).toBe(1);
  expect(turnout.p99, told).toBeLessThan(60_000);
  expect(turnout.lostToTheDead, told).toBeLessThan(0.05);
});
