/** Measures the same page and inbox with a database a hundred times as large. */
import { runProcess } from '../child.ts';
import type { BenchContext } from '../context.ts';
import { explainHotStatements } from '../explain.ts';
import type { GetLoad, GetResult } from '../processes/get.ts';
import type { Growth } from '../processes/grow.ts';
import { type Figure, progress } from '../report.ts';
import type { Seeded } from '../seed/seeded.ts';
import { startBenchServer } from '../server.ts';
import { deliverActivities } from './inbox.ts';

/** Later measurements run on the large database. */
export async function measureEnlarged(context: BenchContext, seeded: Seeded): Promise<Figure[]> {
  const reader = seeded.readers[0]!;
  const { port, stop } = await startBenchServer(context, context.backends[0]!);
  const pages = [{ path: '/api/v1/timeline', token: reader.token }];
  const measure = async () => {
    const load: GetLoad = { port, pages, connections: 1, seconds: 3 };
    const inbox = await deliverActivities(context, seeded, [port], { each: 60, bodySigned: false });
    const { rate } = await runProcess<GetResult>('get', load);
    return { milliseconds: 1000 / rate, inbox };
  };

  progress('page and inbox at 10,000 events');
  await deliverActivities(context, seeded, [port], { each: 20, bodySigned: false });
  const small = await measure();
  progress('enlarging the database to 1,000,000 events');
  const growth: Growth = { reader: reader.id, authors: 5_000, items: 1_000_000 };
  progress(`  ${await runProcess<number>('grow', growth, context.environment)} events`);
  await deliverActivities(context, seeded, [port], { each: 20, bodySigned: false });
  const large = await measure();
  await stop();
  if (process.env.BENCH_EXPLAIN) await explainHotStatements(context, seeded);

  const name = 'at 10,000';
  return [
    {
      measure: 'home timeline at 1,000,000 events, 5,000 follows',
      value: large.milliseconds,
      unit: 'ms',
      floor: { name, value: small.milliseconds },
      aim: { ratioAtMost: 1.3 },
    },
    {
      measure: 'inbox at 1,000,000 items',
      value: large.inbox,
      unit: 'per s',
      floor: { name, value: small.inbox },
      aim: { ratio: 0.8 },
    },
  ];
}
