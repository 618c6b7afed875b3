/** Starts the worker process as a child and restarts it when it exits. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MetricObject } from 'prom-client';
import { environmentFor } from '../lib/config.ts';
import { log } from '../lib/log.ts';
import { afterMemoryKill, countOomKills, keepCompiledCode, mallocSettings, memoryPlan } from '../lib/memory.ts';
import { databaseByMessage, programPath } from '../lib/programs.ts';

export interface Workers {
  /**
   * Resolves when the worker is ready, after a timeout if its queue is unreachable, or when it is stopped. Rejects with
   * WorkerRefusal.
   */
  ready: Promise<void>;
  /** Returns the metrics of the worker, or null if it does not respond. */
  readMetrics(): Promise<MetricObject[] | null>;
  stop(): Promise<void>;
}

/** The worker exited before it was ready and printed the reason. */
export class WorkerRefusal extends Error {
  override readonly name = 'WorkerRefusal';
}

const restartDelayMs = { min: 200, afterMemoryKill: 2_000, max: 10_000 };
const timeoutMs = { ready: 10_000, stop: 15_000, metrics: 1_000 };
/** A worker that ran this long restarts with the shortest delay. */
const healthyAfterMs = 30_000;

/**
 * Keeps a worker small after a burst: V8 collects garbage earlier than by itself, and the threads share two arenas of
 * glibc (docs/decisions/0035-memory.md).
 */
export const memoryOptions = {
  execArgv: [keepCompiledCode, ...memoryPlan().workerOptions],
  env: mallocSettings,
};

/**
 * A worker loads its program at once, and connects when it knows where to.
 * @param databaseUrl resolves when the database can be used
 */
export function startWorkers(databaseUrl: Promise<string>): Workers {
  let stopping = false;
  let wait = restartDelayMs.min;
  let child: ChildProcess;
  let again: NodeJS.Timeout | undefined;

  const start = (reason: typeof afterMemoryKill | '' = '') => {
    const startedAt = Date.now();
    const oomKills = countOomKills();
    const started = fork(programPath('workers/main'), [databaseByMessage, reason], {
      env: environmentFor({ ...compileCache(), ...memoryOptions.env }),
      execArgv: [...process.execArgv, ...memoryOptions.execArgv],
    });
    child = started;
    const { pid } = child;
    void databaseUrl.then((url) => started.send({ databaseUrl: url }, () => {}));
    // Such as a message that did not reach it. What matters is its exit.
    child.on('error', (error) => log.warn({ error: error.message }, 'the worker could not be reached'));
    child.once('exit', (code, signal) => {
      if (stopping) return;
      wait = Date.now() - startedAt > healthyAfterMs ? restartDelayMs.min : Math.min(2 * wait, restartDelayMs.max);
      // V8 aborts when its heap is full.
      const lacksMemory = signal === 'SIGABRT' || (signal === 'SIGKILL' && countOomKills() > oomKills);
      if (lacksMemory) wait = Math.max(wait, restartDelayMs.afterMemoryKill);
      const killed = lacksMemory ? 'the worker was killed for want of memory' : 'the worker exited';
      log.warn({ worker: pid, code, signal, again: wait }, `${killed} and will be restarted`);
      again = setTimeout(() => start(lacksMemory ? afterMemoryKill : ''), wait);
    });
    return child;
  };

  const stop = async () => {
    stopping = true;
    clearTimeout(again);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), timeoutMs.stop);
    await exit;
    clearTimeout(late);
  };

  const readMetrics = async () => {
    if (!child.connected) return null;
    const answer = once(child, 'message', { signal: AbortSignal.timeout(timeoutMs.metrics) });
    child.send('metrics');
    const [metrics] = await answer.catch(() => [null]);
    return Array.isArray(metrics) ? (metrics as MetricObject[]) : null;
  };

  const untilReady = async () => {
    const first = await Promise.race([
      once(start(), 'message').then(() => 'ready'),
      once(child, 'exit').then(() => 'ended'),
      databaseUrl.then(() => sleep(timeoutMs.ready, 'late', { ref: false })),
    ]);
    if (stopping) return;
    if (first === 'late') log.warn('the worker is not ready yet, so jobs are delayed');
    if (first !== 'ended') return;
    await stop();
    throw new WorkerRefusal('The worker did not start. See above for the reason.');
  };

  const ready = untilReady();
  // It is awaited later.
  ready.catch(() => {});
  return { ready, readMetrics, stop };
}

/** Makes the worker use this process's compile cache, whose folder is one for each version of Node. */
function compileCache(): Record<string, string> {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}
