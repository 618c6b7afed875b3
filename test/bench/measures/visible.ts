/** Measures how soon a local follower sees a new item under light load. */
import { runProcess } from '../child.ts';
import type { BenchContext } from '../context.ts';
import { openDatabase, waitForEmptyOutbox } from '../database.ts';
import type { WatchLoad, WatchResult } from '../processes/watch.ts';
import { type Figure, progress } from '../report.ts';
import type { Seeded } from '../seed/seeded.ts';
import { startBenchServer } from '../server.ts';

const perSecond = 20;
/** Rounds of no more statuses than the watched page shows, because a cold server may show all of them at once. */
const warmUp = { rounds: 4, count: 10 };

export async function measureVisible(context: BenchContext, { publisher, readers }: Seeded): Promise<Figure[]> {
  const figures: Figure[] = [];
  const database = openDatabase(context);
  for (const backend of context.backends) {
    progress(`publish to visible on ${backend}`);
    const { port, stop } = await startBenchServer(context, backend);
    const watch = (count: number) =>
      runProcess<WatchResult>('watch', {
        port,
        publisher: publisher.token,
        reader: readers[0]!.token,
        perSecond,
        count,
      } satisfies WatchLoad);
    for (let round = 0; round < warmUp.rounds; round += 1) await watch(warmUp.count);
    const times = await watch(15 * perSecond);
    await waitForEmptyOutbox(database);
    await stop();

    const at = (share: number) => times[Math.ceil(share * times.length) - 1]!;
    const measure = (what: string) => `publish to visible ${what}, ${backend}`;
    figures.push({ measure: measure('p50'), value: at(0.5), unit: 'ms' });
    figures.push({ measure: measure('p99'), value: at(0.99), unit: 'ms', aim: { atMost: 250 } });
  }
  return figures;
}
