/** A worker exits when its parent process is gone, at any time. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { builtProgram } from '../support/built-server.ts';

test.for([
  ['while it starts', false],
  ['when it is ready', true],
] as const)('a worker that loses its parent %s exits by itself', async ([, isReady]) => {
  const child = fork(builtProgram('workers/main'), { stdio: 'ignore' });
  const ended = once(child, 'exit');
  try {
    if (isReady) await once(child, 'message');
    child.disconnect();
    expect(await ended).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
  }
});
