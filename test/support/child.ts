/** Starts other processes that use a database at the same time as the test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Resolves to the first line it prints, as JSON. */
export async function startChild<T>(...args: string[]): Promise<{ child: ChildProcess; answer: T }> {
  const child = spawnChild(...args);
  const [line] = await Promise.race([
    once(createInterface(child.stdout!), 'line'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the child ended with ${code}`))),
  ]);
  return { child, answer: JSON.parse(line) };
}

export function spawnChild(...args: string[]): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, 'database-user.ts'), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

/** Asks the process to stop and waits for its exit. */
export async function stopChild(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.stdin!.end();
  await ended;
}

export async function killChild(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
