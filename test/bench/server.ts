/** Starts the measured server as an operator does, in its own processes. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundle } from '../../build.ts';
import { memoryOptions } from '../../src/boot/workers.ts';
import { buildServer, root, startOptions } from '../support/built-server.ts';
import { startChild } from './child.ts';
import { type Backend, type BenchContext, freePort } from './context.ts';
import { recordAfterLoad } from './memory.ts';

export interface BenchServer {
  port: number;
  stop(): Promise<void>;
}

export const environmentOf = (context: BenchContext, backend: Backend) => ({
  ...context.environment,
  REDIS_URL: backend === 'Redis' ? context.redisUrl! : '',
});

/** Requests of the workers to other servers are answered in their process, so nothing leaves this machine. */
export async function startBenchServer(
  context: BenchContext,
  backend: Backend,
  { web = true, workers = true }: { web?: boolean; workers?: boolean } = {},
): Promise<BenchServer> {
  const port = await freePort();
  const environment = { ...environmentOf(context, backend), ROLE: 'web', PORT: String(port) };
  buildServer();
  const given = (process.env.BENCH_NODE_OPTIONS ?? '').split(' ').filter(Boolean);
  const execArgv = [...startOptions, ...given];
  const started = [
    ...(web ? [startChild('dist/main.js', { environment, execArgv })] : []),
    ...(workers
      ? [
          startChild(await buildWorker(), {
            environment: { ...environment, ...memoryOptions.env },
            execArgv: [...execArgv, ...memoryOptions.execArgv],
          }),
        ]
      : []),
  ];
  if (workers) await started.at(-1)!.receive();
  if (web) await answers(port);
  return {
    port,
    stop: async () => {
      if (web) recordAfterLoad('web', started[0]!.pid);
      if (workers) recordAfterLoad('worker', started.at(-1)!.pid);
      await Promise.all(started.map((child) => child.stop()));
    },
  };
}

let workerBuilt: Promise<void> | undefined;

/** The worker answers for other servers in place of the network, and is otherwise built like the shipped one. */
async function buildWorker(): Promise<string> {
  const folder = 'node_modules/.cache/bench';
  workerBuilt ??= bundle({ worker: 'test/bench/processes/worker.ts' }, join(root, folder));
  await workerBuilt;
  return `${folder}/worker.js`;
}

async function answers(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const up = await fetch(`http://127.0.0.1:${port}/livez`).catch(() => null);
    if (up) return void (await up.arrayBuffer());
    await sleep(50);
  }
  throw new Error('the web server does not respond');
}
