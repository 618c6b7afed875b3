/** Runs `npm start` as an operator does: it starts everything, and SIGTERM ends everything. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { findEmbedded } from '../../src/db/embedded/embedded.ts';
import { root } from '../support/built-server.ts';
import { scratchFolder } from '../support/scratch.ts';

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('SIGTERM to `npm start` ends web, worker and PostgreSQL', async () => {
  const dataDir = scratchFolder('npm-start');
  const { PATH, HOME, LANG } = process.env;
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { PATH, HOME, LANG, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(npm, 'exit');
  let worker = 0;
  let port = 0;
  let listening = '';
  for await (const line of createInterface(npm.stdout)) {
    if (line.includes('"worker is ready"')) worker = JSON.parse(line).pid;
    port = Number(/listening +http:\/\/[^ ]+:(\d+)/.exec(line)?.[1] ?? port);
    if (line.startsWith('  listening ')) listening = line;
    if (line.startsWith('  queue ')) break;
  }
  expect(listening).toContain(`set BASE_URL=http://localhost:${port}`);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  expect([isAlive(worker), await findEmbedded(dataDir)]).toEqual([true, expect.any(String)]);

  npm.kill('SIGTERM');
  await exit;
  await expect.poll(() => findEmbedded(dataDir)).toBeNull();
  await expect.poll(() => isAlive(worker)).toBe(false);
  await expect(fetch(`http://127.0.0.1:${port}/livez`)).rejects.toThrow();
});

test('errors of the built server name lines of the sources', async () => {
  const node = spawn(process.execPath, ['dist/workers/main.js'], {
    cwd: root,
    env: { DATABASE_URL: 'postgresql://127.0.0.1:1/nothing', LOG_LEVEL: 'silent' },
  });
  let printed = '';
  for await (const part of node.stderr) printed += part;
  expect(printed).toMatch(/\/src\/jobs\/queues\.ts:\d+:\d+/);
});
