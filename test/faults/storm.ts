/** Publishes while processes are killed, and counts what two readers see in the end. */
import type { ApiClient } from '../support/api-client.ts';
import type { Instance } from '../support/instance.ts';
import { type Arrivals, awaitArrivals } from './arrivals.ts';
import { gather } from './cast.ts';
import { chance, pickPositions } from './chance.ts';
import { publishAll } from './publish.ts';

export interface Storm {
  publishes: number;
  kills: number;
  /** The same seed kills the same processes at the same publishes. */
  seed: number;
  /** Happens halfway. */
  disaster?: () => Promise<void>;
  /** Milliseconds within which every publish must arrive everywhere. */
  timeoutMs: number;
}

export interface Damage {
  acknowledged: number;
  repeated: number;
  killed: { web: number; worker: number };
  readers: Record<string, Arrivals>;
  /** Duration of publishing alone. */
  ms: number;
}

export async function weather(alpha: Instance, beta: Instance, storm: Storm): Promise<Damage> {
  const { ann, bo, cy } = await gather(alpha, beta);
  const names = Array.from({ length: storm.publishes }, (_, n) => `Dish ${String(n).padStart(3, '0')}`);
  const random = chance(storm.seed);
  const positions = pickPositions(random, storm.kills, storm.publishes);
  const killed = { web: 0, worker: 0 };
  const under: Promise<unknown>[] = [];
  let restarting: Promise<unknown> = Promise.resolve();

  let next: 'web' | 'worker' = random() < 0.5 ? 'web' : 'worker';
  const strike = (): void => {
    const victim = next;
    next = victim === 'web' ? 'worker' : 'web';
    if (victim === 'worker') {
      killed.worker += 1;
      alpha.processes.killWorker();
      return;
    }
    killed.web += 1;
    // Sequential: a restarting process is killed after it is ready.
    restarting = restarting.then(async () => {
      await alpha.processes.killWeb();
      await alpha.restart();
    });
  };

  const began = performance.now();
  const { acknowledged, repeated } = await publishAll(ann, names, (index) => {
    if (positions.has(index)) strike();
    if (storm.disaster && index === Math.floor(storm.publishes / 2)) under.push(storm.disaster());
  });
  const ms = performance.now() - began;
  await Promise.all([restarting, ...under]);

  const look = (reader: ApiClient, path: string) =>
    awaitArrivals(reader, `${path}?limit=80`, acknowledged, storm.timeoutMs);
  const [local, remote, own] = await Promise.all([
    look(cy, '/timeline'),
    look(bo, '/timeline'),
    look(ann, '/recipes'),
  ]);
  const readers = {
    'a follower here': local,
    'a follower elsewhere': remote,
    'the author’s recipes': own,
  };
  return { acknowledged: acknowledged.length, repeated, killed, readers, ms };
}

export const isWhole = ({ readers }: Damage): boolean =>
  Object.values(readers).every(({ lost, duplicated }) => lost.length + duplicated.length === 0);

export function describeDamage({ acknowledged, repeated, killed, readers, ms }: Damage): string {
  const seconds = (time: number) => `${(time / 1000).toFixed(1)} s`;
  const lines = Object.entries(readers).map(
    ([reader, { arrived, lost, duplicated, ms: waited }]) =>
      `    ${reader}: arrived ${arrived}, lost ${lost.length}, duplicated ${duplicated.length}, ` +
      `the last one after ${seconds(waited)}${[...lost, ...duplicated].length > 0 ? ` (${[...lost, ...duplicated].join(', ')})` : ''}`,
  );
  return [
    `acknowledged ${acknowledged} in ${seconds(ms)}, asked again ${repeated} times, ` +
      `killed web ${killed.web} times, worker ${killed.worker} times`,
    ...lines,
  ].join('\n');
}
