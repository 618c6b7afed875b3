/** The shell script that `npm start` runs the server with. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { keepRunning } from '../support/built-server.ts';

const [shell, script] = keepRunning;

function start(code: string): { child: ChildProcess; lines: string[] } {
  const child = spawn(shell!, [script!, process.execPath, '-e', code], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  for (const output of [child.stdout, child.stderr])
    output!.on('data', (data) => lines.push(...`${data}`.trim().split('\n')));
  return { child, lines };
}

test('a command that ends by itself is not run again', async () => {
  const { child, lines } = start('console.log("ran"); process.exit(3)');
  const [code] = await once(child, 'close');
  expect([code, lines]).toEqual([3, ['ran']]);
});

test('a command that is killed is run again, and ends with SIGTERM as it would without the script', async () => {
  const { child, lines } = start(
    'process.on("SIGTERM", () => process.exit(0)); console.log(process.pid); setInterval(() => {}, 1000)',
  );
  const pids = () => lines.filter((line) => /^\d+$/.test(line)).map(Number);
  await expect.poll(() => pids()).toHaveLength(1);
  process.kill(pids()[0]!, 'SIGKILL');
  await expect.poll(() => pids()).toHaveLength(2);
  expect(lines).toContain('The server was killed (signal 9) and starts again in 1 s.');

  child.kill('SIGTERM');
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  expect(() => process.kill(pids()[1]!, 0)).toThrow('ESRCH');
});
