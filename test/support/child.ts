/** Starts other processes that use a database at the same time as the test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { testProgram } from './built-server.ts';

/** Resolves to the first line it prints, as JSON. */
export const startChild = <T>(...args: string[]) => firstLineOf<T>(spawnChild(...args));

/** @param prefix precedes the command, such as that of a process view */
export const startChildIn = <T>(prefix: string[], ...args: string[]) => firstLineOf<T>(spawnIn(prefix, args));

async function firstLineOf<T>(child: ChildProcess): Promise<{ child: ChildProcess; response: T }> {
  const [line] = await Promise.race([
    once(createInterface(child.stdout!), 'line'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the child ended with ${code}`))),
  ]);
  return { child, response: JSON.parse(line) };
}

export const spawnChild = (...args: string[]): ChildProcess => spawnIn([], args);

function spawnIn(prefix: string[], args: string[]): ChildProcess {
  const [program, ...rest] = [...prefix, process.execPath, testProgram('database-user')];
  return spawn(program!, [...rest, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
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
