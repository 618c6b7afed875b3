/** Measures deliveries of one status to followers on many servers. */
import type { BenchContext } from '../context.ts';
import { openDatabase, waitForEmptyOutbox } from '../database.ts';
import { post } from '../load/post.ts';
import { type Figure, progress } from '../report.ts';
import type { Seeded } from '../seed/seeded.ts';
import { startBenchServer } from '../server.ts';
import type { Floors } from './floors.ts';

export async function measureDeliveries(context: BenchContext, seeded: Seeded, floors: Floors): Promise<Figure[]> {
  const figures: Figure[] = [];
  const database = openDatabase(context);
  for (const backend of context.backends) {
    progress(`deliveries on ${backend}`);
    const { port, stop } = await startBenchServer(context, backend);
    const delivered = async (content: string) => {
      const { last } = await database.row<{ last: string }>('SELECT coalesce(max(id), 0) AS last FROM activity');
      await post(port, seeded.author.token, '/api/v1/statuses', { content });
      await database.until(
        'delivered',
        seeded.followerCount,
        `SELECT count(*) FROM delivery WHERE activity_id > $1 AND state = 'delivered'`,
        [last],
      );
      const { seconds } = await database.row<{ seconds: number }>(
        `SELECT extract(epoch FROM max(updated_at) - min(created_at))::float8 AS seconds FROM delivery WHERE activity_id > $1`,
        [last],
      );
      await waitForEmptyOutbox(database);
      return seeded.followerCount / seconds;
    };
    await delivered('Warming up');
    const rate = await delivered('Bread');
    await stop();

    const jobs = { name: 'jobs', value: floors.jobs[backend]! };
    figures.push(
      backend === 'Redis'
        ? figure(backend, rate, { name: 'signatures', value: floors.sign }, 0.6)
        : figure(backend, rate, jobs, 0.7),
    );
  }
  return figures;
}

const figure = (backend: string, value: number, floor: Figure['floor'], ratio: number): Figure => ({
  measure: `deliveries, ${backend}`,
  value,
  unit: 'per s',
  floor,
  aim: { ratio },
});
