/** Starts worker processes that a test may kill, and records which jobs they start. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished } from 'vitest';
import { openQueues } from '../../src/jobs/queues.ts';
import { reconcile } from '../../workers/schedule.ts';
import { startWorkers } from '../../workers/work.ts';
import { testProgram } from './built-server.ts';
import { handlersWith } from './load-object-job.ts';
import { startTestRelay } from './test-jobs.ts';

export interface WorkerChild {
  pid: number;
  /** The name of each started job, in order. */
  startedJobs: string[];
  /** Resolves to the signal that ended it, or null. */
  ended: Promise<NodeJS.Signals | null>;
}

/** @param failAt as in FAIL_AT */
export function startWorkerChild(failAt = '', parameters: string[] = []): WorkerChild {
  const child = spawn(process.execPath, [testProgram('worker-process'), ...parameters], {
    env: { ...process.env, FAIL_AT: failAt },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const startedJobs: string[] = [];
  createInterface(child.stdout).on('line', (line) => startedJobs.push(line));
  const ended = once(child, 'close').then(([, signal]) => signal as NodeJS.Signals | null);

  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { pid: child.pid!, startedJobs, ended };
}

/** Starts one worker after another, each of which is killed. Returns the jobs that they started. */
export async function killWorkers(times: number, parameters: string[] = []): Promise<string[]> {
  const startedJobs: string[] = [];
  for (let count = 0; count < times; count += 1) {
    const child = startWorkerChild('', parameters);
    expect(await child.ended).toBe('SIGKILL');
    startedJobs.push(...child.startedJobs);
  }
  return startedJobs;
}

/** Continues in this process, whose handlers are loaded already. Returns the jobs that it starts. */
export async function continueWork(): Promise<string[]> {
  const queues = await openQueues(process.env.DATABASE_URL!, { lockMs: 10_000, checkIntervalMs: 200 });
  // A worker that died while it dispatched leaves jobs that no queue has. The schedule finds them after 10 s.
  const reconciling = setInterval(() => void reconcile(queues, 2).catch(() => {}), 500);
  onTestFinished(async () => {
    clearInterval(reconciling);
    await queues.close();
  });
  startTestRelay(queues);
  const startedJobs: string[] = [];
  startWorkers(
    queues,
    handlersWith(async (name) => {
      startedJobs.push(name);
      return 'done';
    }),
  );
  return startedJobs;
}
