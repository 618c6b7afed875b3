/** A process that reads untrusted input ends at its limits. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ConfinedFailure, ConfinedProcess, runConfined } from '../../src/lib/confined-process.ts';

const limits = {
  timeoutMs: 60_000,
  processorSeconds: 60,
  memoryKilobytes: 1_000_000,
  heapMegabytes: 64,
  maxOutputBytes: 1_000,
};
const hog = join(import.meta.dirname, '../support/resource-hog.ts');
const run = (kind: string, changes: Partial<typeof limits> = {}) =>
  runConfined(hog, [kind], new Uint8Array(), {
    ...limits,
    ...changes,
  }).then(
    (output) => output.toString(),
    (error: unknown) => (error instanceof ConfinedFailure ? error.reason : String(error)),
  );

test.each([
  ['takes too long', 'time', { timeoutMs: 1_000 }, 'time'],
  ['takes too much processor time', 'time', { processorSeconds: 1 }, 'time'],
  ['fills its heap', 'heap', {}, 'memory'],
  ['fails', 'error', {}, 'error'],
  ['is killed by somebody else', 'killed', {}, 'killed'],
  ['writes too much', 'environment', { maxOutputBytes: 1 }, 'output'],
])('a process that %s is ended', async (_, kind, changes, reason) => {
  expect(await run(kind, changes)).toBe(reason);
});

test('a process is loaded before its first request, and answers several', async () => {
  const confined = new ConfinedProcess(hog, ['echo'], limits);
  onTestFinished(() => confined.end());
  const ask = (text: string) =>
    confined.ask(
      (async function* () {
        yield Buffer.from(text);
      })(),
      (output) => (output.length < text.length ? null : text.length),
    );
  expect([String(await ask('flour')), String(await ask('salt'))]).toEqual(['flour', 'salt']);
  await expect(ask('end')).rejects.toThrow(ConfinedFailure);
});

test('a process that takes memory outside its heap is ended', async () => {
  // Node throws, or aborts.
  expect(['memory', 'error']).toContain(await run('native'));
  expect(await run('native', { memoryKilobytes: 3_000_000 })).toBe('');
});

test('a process gets no environment of the server', async () => {
  expect((await run('environment')).split(' ')).not.toContain('NODE_ENV');
  expect(process.env.NODE_ENV).toBe('test');
});

test.runIf(process.platform === 'linux')('the kernel ends such a process first when memory runs out', async () => {
  expect(await run('score')).toBe('900\n');
});
