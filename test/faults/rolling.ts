/** Restarts two web processes and two workers in turn while clients publish and read. */
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from '../../src/db/embedded/embedded.ts';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';
import { startBalancer } from '../support/balancer.ts';
import type { Instance } from '../support/instance.ts';
import { scratchFolder } from '../support/scratch.ts';
import type { ServerProcesses } from '../support/server-processes.ts';
import { awaitArrivals } from './arrivals.ts';
import { seedFollowers } from './crowd.ts';
import { type Hosts, openHosts } from './hosts.ts';
import { demand, type Trial } from './trial.ts';

const roles = ['web', 'web', 'worker', 'worker'] as const;
const followers = 6;
/** Milliseconds between two requests of one client. */
const pause = 40;
/** Milliseconds for the last publish to arrive. */
const timeoutMs = 60_000;

export const rolling: Trial[] = [
  {
    name: 'two web processes and two workers, each restarted in turn',
    run: async (start) => {
      const folder = scratchFolder('rolling');
      const database = await startEmbedded(folder);
      const houses: ServerProcesses[] = [];
      const hosts = await openHosts(3, 0);
      const balancer = await startBalancer();
      try {
        const alpha = await start({ name: 'alpha', databaseUrl: database.url, env: { ROLE: 'web' } });
        houses.push(alpha.processes);
        for (const role of roles.slice(1)) houses.push(await alpha.add(role));
        balancer.targets.add(houses[0]!.port).add(houses[1]!.port);
        alpha.proxy.target = balancer.port;

        const ann = await alpha.join('ann');
        await seedFollowers(database.url, hosts.living, followers);
        const client = keepAsking(ann);
        const ends = await restartAll(alpha, houses, balancer.targets);
        await client.stop();
        return await judge(client, ann, hosts, ends);
      } finally {
        await Promise.all(houses.map((house) => house.stop()));
        balancer.stop();
        hosts.close();
        await database.stop();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  },
];

/** Returns the milliseconds that each took to exit. */
async function restartAll(
  alpha: Instance,
  houses: ServerProcesses[],
  targets: Set<number>,
): Promise<number[]> {
  const ends: number[] = [];
  for (const [place, role] of roles.entries()) {
    const { ms, code } = await houses[place]!.stop();
    demand(`the ${role} to end well`, code === 0, `exit code ${code}`);
    ends.push(ms);
    targets.delete(houses[place]!.port);
    houses[place] = await alpha.add(role);
    if (role === 'web') targets.add(houses[place]!.port);
    await sleep(1_000);
  }
  return ends;
}

interface Client {
  acknowledged: string[];
  /** Requests without a response, or with a wrong one. */
  failed: string[];
  read: number;
  stop(): Promise<unknown>;
}

/** Two publishers and two readers, none of which retries. */
function keepAsking(ann: ApiClient): Client {
  const client = { acknowledged: [] as string[], failed: [] as string[], read: 0 };
  let over = false;
  let number = 0;

  const ask = async (what: string, answer: Promise<ApiAnswer>, status: number) => {
    const seen = await answer.then(
      ({ status, body }) => `${status} ${status < 400 ? '' : JSON.stringify(body)}`,
      (error: Error) => error.message,
    );
    if (Number.parseInt(seen, 10) === status) return true;
    client.failed.push(`${what}: ${seen}`);
    return false;
  };
  const forever = async (once: () => Promise<void>) => {
    while (!over) {
      await once();
      await sleep(pause);
    }
  };
  const publish = async () => {
    const name = `Dish ${number++}`;
    const recipe = { name, serving: 2, steps: [{ content: 'Stir.' }] };
    if (await ask(name, ann.post('/recipes', { recipe }), 201)) client.acknowledged.push(name);
  };
  const read = async () => {
    if (await ask('her timeline', ann.get('/timeline'), 200)) client.read += 1;
  };

  const busy = [publish, publish, read, read].map(forever);
  return Object.assign(client, {
    stop: () => {
      over = true;
      return Promise.all(busy);
    },
  });
}

async function judge(client: Client, ann: ApiClient, { arrivals, living }: Hosts, ends: number[]) {
  const { acknowledged, failed, read } = client;
  const own = await awaitArrivals(ann, '/recipes?limit=80', acknowledged, timeoutMs);
  const due = acknowledged.length * living.length;
  const came = () => new Set(arrivals.map(({ host, id }) => `${host} ${id}`)).size;
  for (const began = performance.now(); came() < due && performance.now() - began < timeoutMs; )
    await sleep(100);
  // Time for duplicates to arrive.
  await sleep(2_000);

  const told =
    `acknowledged ${acknowledged.length}, read ${read} times, failed ${failed.length}; lost ${own.lost.length}, ` +
    `duplicated ${own.duplicated.length}; delivered ${came()} of ${due}, twice ${arrivals.length - came()}; ` +
    `ended in ${ends.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(', ')}`;
  demand('no request to fail', failed.length === 0, `${told}\n    ${failed.slice(0, 9).join('\n    ')}`);
  demand('every recipe once', own.lost.length + own.duplicated.length === 0, told);
  demand('every delivery once', came() === due && arrivals.length === due, told);
  return told;
}
