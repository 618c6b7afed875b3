/** A worker exits when its parent process is gone, at any time. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const entry = resolve(import.meta.dirname, '../../workers/main.ts');

test.for([
  ['while it starts', false],
  ['when it is ready', true],
] as const)('a worker that loses its parent %s exits by itself', async ([, isReady]) => {
  const child = fork(entry, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  try {
    if (isReady) await once(child, 'message');
    child.disconnect();
    expect(await ended).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
  }
});
