/** Starts the built worker as the server does, which is several times faster than from its sources. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished } from 'vitest';
import { environmentFor } from '../../src/lib/config.ts';
import { builtProgram } from './built-server.ts';

export function startBuiltWorker(changes: Record<string, string> = {}): ChildProcess {
  const worker = fork(builtProgram('workers/main'), {
    env: environmentFor(changes),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(() => void worker.kill('SIGKILL'));
  return worker;
}

/**
 * Lets a worker work until it is killed there.
 * @param failAt as in FAIL_AT
 */
export async function workUntilKilled(failAt: string): Promise<void> {
  const worker = startBuiltWorker({ FAIL_AT: `${failAt}:kill` });
  expect((await once(worker, 'exit'))[1]).toBe('SIGKILL');
}
