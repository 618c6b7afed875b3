/** Measures the fan-out of one status to 100,000 home timelines. */
import type { BenchContext } from '../context.ts';
import { openDatabase, waitForEmptyOutbox } from '../database.ts';
import { post } from '../load/post.ts';
import { type Figure, progress } from '../report.ts';
import type { Seeded } from '../seed/seeded.ts';
import { startBenchServer } from '../server.ts';

export async function measureFanOut(context: BenchContext, { star }: Seeded): Promise<Figure[]> {
  const figures: Figure[] = [];
  const database = openDatabase(context);
  for (const backend of context.backends) {
    progress(`fan-out on ${backend}`);
    const { port, stop } = await startBenchServer(context, backend);
    const times: number[] = [];
    for (const round of ['one', 'two', 'three']) {
      const id = await post(port, star.token, '/api/v1/statuses', { content: `Loaf ${round} on ${backend}` });
      await database.until('fanned out', 1, 'SELECT count(fanned_out_at) FROM event WHERE eventable_id = $1', [id]);
      const { seconds, entries } = await database.row<{ seconds: number; entries: string }>(
        `SELECT extract(epoch FROM fanned_out_at - created_at)::float8 AS seconds,
           (SELECT count(*) FROM home_entry WHERE eventable_id = $1) AS entries
         FROM event WHERE eventable_id = $1`,
        [id],
      );
      if (Number(entries) < 100_000) throw new Error(`only ${entries} home timelines were reached`);
      times.push(seconds);
      await waitForEmptyOutbox(database);
    }
    await stop();
    const value = times.toSorted((a, b) => a - b)[1]!;
    figures.push({ measure: `fan-out to 100,000, ${backend}`, value, unit: 's', aim: { atMost: 2 } });
  }
  return figures;
}
