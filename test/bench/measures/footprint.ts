/** Measures how fast a fresh instance starts, and how much memory it takes when nothing happens. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../support/built-server.ts';
import { scratchFolder } from '../../support/scratch.ts';
import { startServer } from '../../support/server-processes.ts';
import { readPss } from '../memory.ts';
import { type Figure, progress } from '../report.ts';

const idleMs = 10_000;

export async function measureFootprint(): Promise<Figure[]> {
  progress('start and memory of a fresh instance');
  const folder = scratchFolder('footprint');
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, PORT: '0', DATA_DIR: folder, NODE_COMPILE_CACHE: join(folder, 'compiled') };

  const start = async () => {
    const began = performance.now();
    const server = await startServer(root, env, []);
    return { server, seconds: (performance.now() - began) / 1000 };
  };
  const first = await start();
  await first.server.stop();
  const { server, seconds } = await start();
  await sleep(idleMs);
  const memory = [
    { measure: 'memory, idle web', value: readPss(server.pid), aim: { atMost: 150 } },
    { measure: 'memory, idle worker', value: readPss(server.workerPid() ?? 0), aim: { atMost: 120 } },
  ];
  await server.stop();

  return [
    { measure: 'first start', value: first.seconds, unit: 's' },
    { measure: 'second start', value: seconds, unit: 's', aim: { atMost: 1.5 } },
    ...memory.flatMap(({ value, ...rest }): Figure[] => (value === null ? [] : [{ ...rest, value, unit: 'MB' }])),
  ];
}
