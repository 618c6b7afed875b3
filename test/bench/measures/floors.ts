/** Measures the limits of this machine in the same run. */
import { runProcess, startChild } from '../child.ts';
import type { Backend, BenchContext } from '../context.ts';
import type { GetLoad, GetResult } from '../processes/get.ts';
import { type Figure, progress } from '../report.ts';
import type { Seeded } from '../seed/seeded.ts';
import { environmentOf } from '../server.ts';

export interface Floors {
  http: number;
  read: number;
  sign: number;
  verify: number;
  jobs: Partial<Record<Backend, number>>;
}

export async function measureFloors(context: BenchContext, { cooks }: Seeded): Promise<Floors> {
  progress('floors');
  const http = await bareHttp();
  const read = await runProcess<number>('floor-read', { url: context.databaseUrl, ...cooks });
  const rsa = await runProcess<{ sign: number; verify: number }>('floor-rsa', {});
  const jobs: Floors['jobs'] = {};
  for (const backend of context.backends) {
    const count = backend === 'Redis' ? 20_000 : 4_000;
    jobs[backend] = await runProcess<number>('floor-job', count, environmentOf(context, backend));
  }
  return { http, read, ...rsa, jobs };
}

async function bareHttp(): Promise<number> {
  const server = startChild('test/bench/processes/bare-server.ts');
  server.send({});
  const port = await server.receive<number>();
  const load: GetLoad = { port, pages: [{ path: '/' }], connections: 40, seconds: 3 };
  const { rate } = await runProcess<GetResult>('get', load);
  await server.stop();
  return rate;
}

export function floorFigures({ http, read, sign, verify, jobs }: Floors): Figure[] {
  const floor = (measure: string, value: number): Figure => ({ measure, value, unit: 'per s' });
  return [
    floor('floor: bare http', http),
    floor('floor: prepared read by pg', read),
    floor('floor: RSA-2048 sign', sign),
    floor('floor: RSA-2048 verify', verify),
    ...Object.entries(jobs).map(([backend, rate]) => floor(`floor: no-op jobs on ${backend}`, rate)),
  ];
}
