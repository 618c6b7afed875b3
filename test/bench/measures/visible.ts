/** Measures how soon a local follower sees a new item under light load. */
import { ask } from '../child.ts';
import { openLook, settled } from '../database.ts';
import type { WatchLoad, WatchResult } from '../processes/watch.ts';
import { type Figure, progress } from '../report.ts';
import type { Seeded } from '../seed/seeded.ts';
import { startBenchServer } from '../server.ts';
import type { Stage } from '../stage.ts';

const perSecond = 20;
/** Rounds of no more statuses than the watched page shows, because a cold server may show all of them at once. */
const warmUp = { rounds: 4, count: 10 };

export async function measureVisible(stage: Stage, { publisher, readers }: Seeded): Promise<Figure[]> {
  const figures: Figure[] = [];
  const look = openLook(stage);
  for (const backend of stage.backends) {
    progress(`publish to visible on ${backend}`);
    const { port, stop } = await startBenchServer(stage, backend);
    const watch = (count: number) =>
      ask<WatchResult>('watch', {
        port,
        publisher: publisher.token,
        reader: readers[0]!.token,
        perSecond,
        count,
      } satisfies WatchLoad);
    for (let round = 0; round < warmUp.rounds; round += 1) await watch(warmUp.count);
    const times = await watch(15 * perSecond);
    await settled(look);
    await stop();

    const at = (share: number) => times[Math.ceil(share * times.length) - 1]!;
    const measure = (what: string) => `publish to visible ${what}, ${backend}`;
    figures.push({ measure: measure('p50'), value: at(0.5), unit: 'ms' });
    figures.push({ measure: measure('p99'), value: at(0.99), unit: 'ms', aim: { atMost: 250 } });
  }
  return figures;
}
