/** Measures received activities with several web and worker processes on this machine. */
import type { BenchContext } from '../context.ts';
import { type Figure, progress } from '../report.ts';
import type { Seeded } from '../seed/seeded.ts';
import { startBenchServer } from '../server.ts';
import { deliverActivities } from './inbox.ts';

const sizes = [
  { web: 1, workers: 1 },
  { web: 1, workers: 2 },
  { web: 2, workers: 2 },
  { web: 2, workers: 4 },
];

export async function measureScaling(context: BenchContext, seeded: Seeded): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const backend of context.backends) {
    for (const { web, workers } of sizes) {
      const measure = `inbox with ${web} web and ${workers} worker processes, ${backend}`;
      progress(measure);
      const servers = [];
      for (let at = 0; at < Math.max(web, workers); at += 1) {
        servers.push(await startBenchServer(context, backend, { web: at < web, workers: at < workers }));
      }
      const ports = servers.slice(0, web).map(({ port }) => port);
      await deliverActivities(context, seeded, ports, { each: 20, bodySigned: false });
      const value = await deliverActivities(context, seeded, ports, { each: 100, bodySigned: false });
      figures.push({ measure, value, unit: 'per s' });
      for (const { stop } of servers) await stop();
    }
  }
  return figures;
}
