/** Faults that S20 chooses from. Each resolves when it has passed; recovery takes longer. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fixture } from './fixture.ts';
import type { Restarts } from './keep-running.ts';
import type { Condition } from './peers/condition.ts';
import { emptyQueue } from './postgres-process.ts';
import { freezePostgres, killPostgres } from './postmaster.ts';
import type { TcpProxy } from './proxy.ts';
import type { ScenarioContext } from './scenario.ts';

export interface FaultContext {
  context: ScenarioContext;
  fixture: Fixture;
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
  'the worker is killed': ({ fixture }) => fixture.alpha.processes.killWorker(),
  'the web process is killed': ({ restarts }) => restarts.kill(),
  'PostgreSQL is killed': ({ fixture }) => killPostgres(fixture.alpha),
  'PostgreSQL is frozen': async ({ fixture }) => {
    const thaw = freezePostgres(fixture.alpha);
    await sleep(shortMs);
    thaw();
  },
  'responses are lost': async ({ fixture, proxy }) => {
    proxy.target = fixture.alpha.processes.port;
    fixture.alpha.proxy.target = proxy.port;
    proxy.cutAfter({ direction: 'down', bytes: 0, connections: 5 });
    await sleep(shortMs);
    if (fixture.alpha.proxy.target === proxy.port) fixture.alpha.proxy.target = fixture.alpha.processes.port;
  },
  'other servers are in trouble': async ({ fixture, random }) => {
    const hosts = fixture.peers.hosts.filter(() => random() < 0.3);
    for (const host of hosts) await fixture.peers.set(host, conditions[Math.floor(random() * conditions.length)]!);
    await sleep(2 * shortMs);
    for (const host of hosts) await fixture.peers.set(host, 'well');
  },
};

const onRedis: Record<string, Fault> = {
  'Redis is flushed': ({ context }) => context.redis!.flush(),
  'Redis is killed and restarted without its data': async ({ context }) => {
    await context.redis!.kill();
    await sleep(shortMs);
    await context.redis!.restart({ keepsData: false });
  },
  'Redis is frozen': async ({ context }) => {
    context.redis!.freeze();
    await sleep(longMs);
    context.redis!.thaw();
  },
};

const onPostgres: Record<string, Fault> = {
  'the tables of the queue are emptied': async ({ fixture }) => emptyQueue(await fixture.alpha.databaseUrl()),
};

/** Names and faults of a backend. */
export const faultsOf = ({ redis }: ScenarioContext): [name: string, fault: Fault][] =>
  Object.entries({ ...common, ...(redis ? onRedis : onPostgres) });
