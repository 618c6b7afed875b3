/** The house under measure: its own processes, started as an operator's are. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild } from './child.ts';
import { type Backend, freePort, type Stage } from './stage.ts';

export interface House {
  port: number;
  stop(): Promise<void>;
}

export const environmentOf = (stage: Stage, backend: Backend) => ({
  ...stage.environment,
  REDIS_URL: backend === 'Redis' ? stage.redisUrl! : '',
});

/** Nothing leaves this machine: whatever the workers send to other servers is answered within their process. */
export async function startHouse(
  stage: Stage,
  backend: Backend,
  { web = true, workers = true }: { web?: boolean; workers?: boolean } = {},
): Promise<House> {
  const port = await freePort();
  const environment = { ...environmentOf(stage, backend), ROLE: 'web', PORT: String(port) };
  const execArgv = (process.env.BENCH_NODE_OPTIONS ?? '').split(' ').filter(Boolean);
  const started = [
    ...(web ? [startChild('src/main.ts', { environment, execArgv })] : []),
    ...(workers ? [startChild('test/bench/processes/worker.ts', { environment, execArgv })] : []),
  ];
  if (workers) await started.at(-1)!.hear();
  if (web) await answers(port);
  return { port, stop: async () => void (await Promise.all(started.map((child) => child.stop()))) };
}

async function answers(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const up = await fetch(`http://127.0.0.1:${port}/livez`).catch(() => null);
    if (up) return void (await up.arrayBuffer());
    await sleep(50);
  }
  throw new Error('the web server does not answer');
}
