/** Measures received activities with several web and worker processes on this machine. */
import { type Figure, progress } from '../report.ts';
import type { Seeded } from '../seed/seeded.ts';
import { startBenchServer } from '../server.ts';
import type { Stage } from '../stage.ts';
import { talk } from './inbox.ts';

const sizes = [
  { web: 1, workers: 1 },
  { web: 1, workers: 2 },
  { web: 2, workers: 2 },
  { web: 2, workers: 4 },
];

export async function measureScaling(stage: Stage, seeded: Seeded): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const backend of stage.backends) {
    for (const { web, workers } of sizes) {
      const measure = `inbox with ${web} web and ${workers} worker processes, ${backend}`;
      progress(measure);
      const servers = [];
      for (let at = 0; at < Math.max(web, workers); at += 1) {
        servers.push(await startBenchServer(stage, backend, { web: at < web, workers: at < workers }));
      }
      const ports = servers.slice(0, web).map(({ port }) => port);
      await talk(stage, seeded, ports, { each: 20, bodySigned: false });
      const value = await talk(stage, seeded, ports, { each: 100, bodySigned: false });
      figures.push({ measure, value, unit: 'per s' });
      for (const { stop } of servers) await stop();
    }
  }
  return figures;
}
