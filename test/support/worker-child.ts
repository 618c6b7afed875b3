/** Starts worker processes that a test may kill, and records which jobs they start. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

export interface WorkerChild {
  pid: number;
  /** The name of each started job, in order. */
  startedJobs: string[];
  /** Resolves to the signal that ended it, or null. */
  ended: Promise<NodeJS.Signals | null>;
}

/** @param failAt as in FAIL_AT */
export function startWorkerChild(failAt = '', parameters: string[] = []): WorkerChild {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'worker-process.ts'), ...parameters], {
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

/** Replaces a dead worker until `over` holds. Returns the jobs that each one started. */
export async function restartUntil(over: () => Promise<boolean>, parameters: string[] = []): Promise<string[][]> {
  const startedByRun: string[][] = [];
  for (;;) {
    const child = startWorkerChild('', startedByRun.length > 0 ? parameters : []);
    startedByRun.push(child.startedJobs);
    let dead = false;
    void child.ended.then(() => {
      dead = true;
    });
    while (!dead) {
      if (await over()) return startedByRun;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
