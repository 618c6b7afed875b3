/** Measures received activities, from the signed POST to their rows. */
import { startChild } from '../child.ts';
import type { Backend, BenchContext } from '../context.ts';
import { openDatabase, waitForEmptyOutbox } from '../database.ts';
import type { InboxLoad } from '../processes/talk.ts';
import { type Figure, progress } from '../report.ts';
import type { Seeded } from '../seed/seeded.ts';
import { startBenchServer } from '../server.ts';
import type { Floors } from './floors.ts';

/** Number of the run, part of the activity ids. */
let run = Math.floor(performance.timeOrigin / 1000) % 1_000_000;

export async function measureInbox(context: BenchContext, seeded: Seeded, floors: Floors): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const backend of context.backends) {
    const { port, stop } = await startBenchServer(context, backend);
    await deliverActivities(context, seeded, [port], { each: 20, bodySigned: false });
    for (const bodySigned of [false, true]) {
      const what = `inbox${bodySigned ? ' with body signature' : ''}, ${backend}`;
      progress(what);
      const value = await deliverActivities(context, seeded, [port], {
        each: backend === 'Redis' ? 200 : 120,
        bodySigned,
      });
      figures.push({ measure: what, value, unit: 'per s', ...aimOf(backend, floors) });
    }
    await stop();
  }
  return figures;
}

const aimOf = (backend: Backend, { jobs }: Floors): Partial<Figure> => ({
  floor: { name: 'jobs', value: jobs[backend]! },
  aim: backend === 'Redis' ? { atLeast: 1_000 } : { ratio: 0.7 },
});

/** Returns activities per second, from the first POST until the last activity has taken effect. */
export async function deliverActivities(
  context: BenchContext,
  { peers, statusIris, cooks }: Seeded,
  ports: number[],
  { each, bodySigned }: { each: number; bodySigned: boolean },
): Promise<number> {
  run += 1;
  const speakers = startChild('test/bench/processes/talk.ts');
  const load: InboxLoad = { ports, peers, count: each, mix: { run, statusIris, cooks, bodySigned } };
  speakers.send(load);
  await speakers.receive();
  const database = openDatabase(context);
  const { last } = await database.row<{ last: string }>('SELECT coalesce(max(id), 0) AS last FROM inbound');

  speakers.send('go');
  const began = await database.row<{ now: Date }>('SELECT clock_timestamp() AS now');
  const { statuses, seconds } = await speakers.receive<{ statuses: Record<number, number>; seconds: number }>();
  await speakers.stop();
  const total = peers.length * each;
  if (statuses[202] !== total) throw new Error(`the inbox returned ${JSON.stringify(statuses)}`);

  await database.until('handled', total, 'SELECT count(handled_at) FROM inbound WHERE id > $1', [last]);
  const handled = await database.row<{ seconds: number; outcomes: string }>(
    `SELECT extract(epoch FROM max(handled_at) - $2)::float8 AS seconds,
       (SELECT string_agg(outcome || ' ' || n, ', ') FROM (
         SELECT outcome, count(*) AS n FROM inbound WHERE id > $1 GROUP BY 1 ORDER BY 2 DESC) o) AS outcomes
     FROM inbound WHERE id > $1`,
    [last, began.now],
  );
  progress(`  ${Math.round(total / seconds)} accepted per s; ${handled.outcomes}`);
  await waitForEmptyOutbox(database);
  return total / handled.seconds;
}
