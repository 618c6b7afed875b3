/** Two servers, of which one has a member that follows a member of the other. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../demo/eventually.ts';
import type { Instance } from '../../support/instance.ts';
import type { Network } from '../../support/network.ts';
import { type Api, apiOf } from '../small-machine/load.ts';
import { type Counter, openCounter, prepareCountedCluster } from './counters.ts';

const timeoutMs = 60_000;

export interface Published {
  /** Milliseconds from the request to its response, to the row on the other server, and to the follower's timeline. */
  answered: number;
  delivered: number;
  shown: number;
}

export interface Pair {
  sender: Instance;
  receiver: Instance;
  sent: Counter;
  received: Counter;
  publish(kind: keyof typeof items): Promise<Published>;
}

let published = 0;

const items = {
  status: () => ({
    path: '/api/v1/statuses',
    body: { content: `The dough slept for two days, number ${published}. #bread`, visibility: 'public' },
  }),
  recipe: () => ({
    path: '/api/v1/recipes',
    body: {
      name: `Flatbread ${published}`,
      description: 'Quick, thin and soft.',
      visibility: 'public',
      ingredients: ['300 g flour', '200 ml water', '1 tsp salt'],
      steps: [{ content: 'Knead everything for five minutes.' }, { content: 'Bake in a hot pan.', duration: 180 }],
      tags: ['bread'],
    },
  }),
};

/** Starts both, lets the member of the second follow that of the first, and starts both again. */
export async function startPair(network: Network, folder: string, redisUrl: string | null): Promise<Pair> {
  const start = async (name: string, address: string) => {
    const dataDir = join(folder, name);
    await prepareCountedCluster(dataDir);
    const env = { DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
    return network.start({ name, address, env, ...(redisUrl && { redisUrl }) });
  };
  const sender = await start('sender', '127.0.0.2');
  const receiver = await start('receiver', '127.0.0.3');
  const [ann] = await sender.createMembers(['ann']);
  const [bob] = await receiver.createMembers(['bob']);
  await follow(sender, apiOf(receiver, bob!.token));
  for (const instance of [sender, receiver]) {
    await instance.processes.stop();
    await instance.restart();
  }

  const [sent, received] = await Promise.all([openCounter(sender), openCounter(receiver)]);
  const arrivals = new Map<string, () => void>();
  await received.watch(['eventable', 'home_entry'], (table) => arrivals.get(table)?.());
  const arrival = (table: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`nothing was written into ${table}`)), timeoutMs);
      arrivals.set(table, () => {
        clearTimeout(late);
        resolve(performance.now());
      });
    });

  return {
    sender,
    receiver,
    sent,
    received,
    publish: async (kind) => {
      published += 1;
      const { path, body } = items[kind]();
      const arrived = Promise.all([arrival('eventable'), arrival('home_entry')]);
      const began = performance.now();
      const { ms, status, json } = await apiOf(sender, ann!.token).ask('POST', path, body);
      if (status !== 201) throw new Error(`${path} answered ${status}: ${JSON.stringify(json)}`);
      const [delivered, shown] = await arrived;
      return { answered: ms, delivered: delivered - began, shown: shown - began };
    },
  };
}

async function follow(sender: Instance, follower: Api): Promise<void> {
  const address = encodeURIComponent(`ann@${sender.host}`);
  const find = async () => (await follower.ask('GET', `/api/v1/accounts/${address}`)).json;
  await eventually('ann to be loaded', find, (account) => account?.state === 'loaded', timeoutMs);
  const { id } = await find();
  await follower.ask('POST', `/api/v1/accounts/${id}/follow`);
  await eventually(
    'the follow to be accepted',
    async () => (await follower.ask('GET', `/api/v1/accounts/relationships?id=${id}`)).json,
    (relationships) => relationships?.[0]?.following === true,
    timeoutMs,
  );
  // What the follow caused comes to an end.
  await sleep(2_000);
}
