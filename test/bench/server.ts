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
  /** Undefined without a web process. */
  webPid: number | undefined;
  stop(): Promise<void>;
}

interface BenchServerOptions {
  web?: boolean;
  workers?: boolean;
  /** A path relative to the repository root. */
  webScript?: string;
}

export const environmentOf = (context: BenchContext, backend: Backend) => ({
  ...context.environment,
  REDIS_URL: backend === 'Redis' ? context.redisUrl! : '',
});

const bundleFolder = 'node_modules/.cache/bench';

/** Requests of the workers to other servers are answered in their process, so nothing leaves this machine. */
export async function startBenchServer(
  context: BenchContext,
  backend: Backend,
  { web = true, workers = true, webScript = 'dist/main.js' }: BenchServerOptions = {},
): Promise<BenchServer> {
  const port = await freePort();
  const environment = { ...environmentOf(context, backend), ROLE: 'web', PORT: String(port) };
  buildServer();
  const given = (process.env.BENCH_NODE_OPTIONS ?? '').split(' ').filter(Boolean);
  const execArgv = [...startOptions, ...given];
  const started = [
    ...(web ? [startChild(webScript, { environment, execArgv })] : []),
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
    webPid: web ? started[0]!.pid : undefined,
    stop: async () => {
      if (web) recordAfterLoad('web', started[0]!.pid);
      if (workers) recordAfterLoad('worker', started.at(-1)!.pid);
      await Promise.all(started.map((child) => child.stop()));
    },
  };
}

let workerBuilt: Promise<string> | undefined;

/** The worker answers for other servers in place of the network, and is otherwise built like the shipped one. */
const buildWorker = (): Promise<string> => (workerBuilt ??= bundleProcess('worker'));

/** Bundles a process of the benchmark that loads the product. Returns a path relative to the repository root. */
export async function bundleProcess(name: string): Promise<string> {
  await bundle({ [name]: `test/bench/processes/${name}.ts` }, join(root, bundleFolder));
  return `${bundleFolder}/${name}.js`;
}

async function answers(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const up = await fetch(`http://127.0.0.1:${port}/livez`).catch(() => null);
    if (up) return void (await up.arrayBuffer());
    await sleep(50);
  }
  throw new Error('the web server does not respond');
}
