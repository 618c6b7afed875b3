/** Faults that S20 chooses from. Each resolves when it has passed; recovery takes longer. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Restarts } from './keep-running.ts';
import type { Condition } from './peers/condition.ts';
import { emptyQueue } from './postgres-process.ts';
import { freezePostgres, killPostgres } from './postmaster.ts';
import type { TcpProxy } from './proxy.ts';
import type { Stage } from './scenario.ts';
import type { World } from './world.ts';

export interface FaultContext {
  stage: Stage;
  world: World;
  restarts: Restarts;
  /** Before the web process, and out of the way unless responses are lost. */
  proxy: TcpProxy;
  random: () => number;
}

type Fault = (context: FaultContext) => unknown;

const shortMs = 2_000;
/** Longer than BullMQ's lock of a job. */
const longMs = 12_000;

const conditions: Condition[] = [
  'hangs',
  'refuses',
  'loses response',
  { status: 500 },
  { status: 429, retryAfterSeconds: 2 },
  { delayMs: 3_000 },
];

const common: Record<string, Fault> = {
  'the worker is killed': ({ world }) => world.alpha.processes.killWorker(),
  'the web process is killed': ({ restarts }) => restarts.kill(),
  'PostgreSQL is killed': ({ world }) => killPostgres(world.alpha),
  'PostgreSQL is frozen': async ({ world }) => {
    const thaw = freezePostgres(world.alpha);
    await sleep(shortMs);
    thaw();
  },
  'responses are lost': async ({ world, proxy }) => {
    proxy.target = world.alpha.processes.port;
    world.alpha.proxy.target = proxy.port;
    proxy.cutAfter({ direction: 'down', bytes: 0, connections: 5 });
    await sleep(shortMs);
    if (world.alpha.proxy.target === proxy.port) world.alpha.proxy.target = world.alpha.processes.port;
  },
  'other servers are in trouble': async ({ world, random }) => {
    const hosts = world.peers.hosts.filter(() => random() < 0.3);
    for (const host of hosts) await world.peers.set(host, conditions[Math.floor(random() * conditions.length)]!);
    await sleep(2 * shortMs);
    for (const host of hosts) await world.peers.set(host, 'well');
  },
};

const onRedis: Record<string, Fault> = {
  'Redis is flushed': ({ stage }) => stage.redis!.flush(),
  'Redis is killed and restarted without its data': async ({ stage }) => {
    await stage.redis!.kill();
    await sleep(shortMs);
    await stage.redis!.restart({ keepsData: false });
  },
  'Redis is frozen': async ({ stage }) => {
    stage.redis!.freeze();
    await sleep(longMs);
    stage.redis!.thaw();
  },
};

const onPostgres: Record<string, Fault> = {
  'the tables of the queue are emptied': async ({ world }) => emptyQueue(await world.alpha.databaseUrl()),
};

/** Names and faults of a backend. */
export const faultsOf = ({ redis }: Stage): [name: string, fault: Fault][] =>
  Object.entries({ ...common, ...(redis ? onRedis : onPostgres) });
