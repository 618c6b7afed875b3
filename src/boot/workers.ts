/** The worker process, a child of this one: started, and started again when it ends by itself. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MetricObject } from 'prom-client';
import { environmentFor } from '../lib/config.ts';
import { log } from '../lib/log.ts';

export interface Workers {
  /** What the worker counts of itself; null when it does not say. */
  readMetrics(): Promise<MetricObject[] | null>;
  stop(): Promise<void>;
}

/** The worker ended before it was ready, and has said why. */
export class WorkerRefusal extends Error {
  override readonly name = 'WorkerRefusal';
}

const entry = resolve(import.meta.dirname, '../../workers/main.ts');
const patience = { first: 200, longest: 10_000, ready: 10_000, end: 15_000, metrics: 1_000 };
/** A worker that lived this long, in ms, starts again at once. */
const healthy = 30_000;

/**
 * Resolves when the worker is ready for the first time, or waits for a queue that is out of reach.
 * Throws WorkerRefusal.
 */
export async function startWorkers(databaseUrl: string): Promise<Workers> {
  let stopping = false;
  let wait = patience.first;
  let child: ChildProcess;
  let again: NodeJS.Timeout | undefined;

  const start = () => {
    const startedAt = Date.now();
    child = fork(entry, { env: environmentFor({ DATABASE_URL: databaseUrl }) });
    child.once('exit', (code, signal) => {
      if (stopping) return;
      wait = Date.now() - startedAt > healthy ? patience.first : Math.min(2 * wait, patience.longest);
      log.warn({ code, signal, again: wait }, 'the worker ended; it starts again');
      again = setTimeout(start, wait);
    });
    return child;
  };

  const stop = async () => {
    stopping = true;
    clearTimeout(again);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), patience.end);
    await exit;
    clearTimeout(late);
  };

  const readMetrics = async () => {
    if (!child.connected) return null;
    const answer = once(child, 'message', { signal: AbortSignal.timeout(patience.metrics) });
    child.send('metrics');
    const [said] = await answer.catch(() => [null]);
    return Array.isArray(said) ? (said as MetricObject[]) : null;
  };

  const first = await Promise.race([
    once(start(), 'message').then(() => 'ready'),
    once(child!, 'exit').then(() => 'ended'),
    sleep(patience.ready, 'late', { ref: false }),
  ]);
  if (first === 'late') log.warn('the worker is not ready yet: what is published now goes out later');
  if (first !== 'ended') return { readMetrics, stop };

  await stop();
  throw new WorkerRefusal('The worker does not start: see above');
}
