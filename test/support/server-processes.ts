/** Starts and ends the processes of one server. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { buildServer, startEnvironment, startOptions } from './built-server.ts';
import type { HeldPort } from './held-port.ts';
import { uncaughtIn } from './uncaught-lines.ts';
import { waitTimeoutMs } from './wait-timeout.ts';

export interface ServerProcesses {
  /** Where it listens, on loopback. */
  port: number;
  /** The web process; its process group includes the worker. */
  pid: number;
  /** The worker that reported ready last. */
  workerPid(): number | undefined;
  running(): boolean;
  killWeb(): Promise<void>;
  killWorker(): void;
  /**
   * Sends SIGINT to the process group, as Ctrl-C does. Returns duration in ms and exit code. Like `stop`, it rejects if
   * the server, or one before it with the same log, wrote of an error that nobody handled.
   */
  interrupt(): Promise<End>;
  /** SIGTERM to the first process. */
  stop(): Promise<End>;
}

interface End {
  ms: number;
  code: number | null;
}

/**
 * Rejects with its output if it exits before it is ready.
 * @param root a checkout whose build is up to date, or this one
 * @param options `held` is the port to use, passed as systemd does (sd_listen_fds(3)); `enter` is put before the
 * command
 */
export async function startServer(
  root: string,
  env: Record<string, string>,
  log: string[],
  { held, enter = [] }: { held?: HeldPort | undefined; enter?: string[] | undefined } = {},
): Promise<ServerProcesses> {
  // The set-up of a test run has built it.
  if (!process.env.VITEST) buildServer();
  const command = [process.execPath, ...startOptions, join(root, 'dist/main.js')];
  // The shell becomes the server and keeps its process id.
  const activation = ['/bin/sh', '-c', 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"', 'sh'];
  const [program, ...args] = [...enter, ...(held ? activation : []), ...command];
  const child = spawn(program!, args, {
    cwd: root,
    env: { ...startEnvironment, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', ...(held ? [held.socket] : [])],
  }) as ChildProcessByStdio<null, Readable, Readable>;
  const pid = child.pid!;
  const workers: number[] = [];
  let port = 0;
  const exit = once(child, 'exit') as Promise<[number | null]>;

  const readLines = async (input: NodeJS.ReadableStream, hear: (line: string) => void) => {
    for await (const line of createInterface(input)) {
      log.push(line);
      hear(line);
    }
  };
  const ready = new Promise<void>((resolve, reject) => {
    readLines(child.stdout, (line) => {
      port = Number(/listening +http:\/\/[^ ]+:(\d+)/.exec(line)?.[1] ?? port);
      if (line.includes('"worker is ready"')) workers.push(JSON.parse(line).pid);
      if (line.startsWith('  queue ')) resolve();
    }).catch(reject);
    readLines(child.stderr, () => {}).catch(reject);
    void exit.then(([code]) =>
      reject(new Error(`the server ended with ${code}: ${log.at(-1)}\n${log.slice(-20).join('\n')}`)),
    );
    setTimeout(() => reject(new Error(`not ready after ${waitTimeoutMs} ms`)), waitTimeoutMs).unref();
  });
  await ready;

  // In its own process group it misses the Ctrl-C that ends the test.
  const abandon = () => signal(-pid, 'SIGKILL');
  process.once('exit', abandon);
  void exit.then(() => process.off('exit', abandon));

  const running = () => child.exitCode === null && child.signalCode === null;
  const end = async (begin: () => void): Promise<End> => {
    const began = performance.now();
    if (running()) begin();
    const [code] = await exit;
    while (workers.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 20));
    const uncaught = uncaughtIn(log);
    if (uncaught.length > 0) throw new Error(`an error reached nobody:\n${uncaught.join('\n')}`);
    return { ms: performance.now() - began, code };
  };

  return {
    port,
    pid,
    running,
    workerPid: () => workers.at(-1),
    killWeb: async () => {
      child.kill('SIGKILL');
      await exit;
    },
    killWorker: () => {
      const worker = workers.at(-1);
      if (worker !== undefined) signal(worker, 'SIGKILL');
    },
    interrupt: () => end(() => signal(-pid, 'SIGINT')),
    stop: () => end(() => signal(pid, 'SIGTERM')),
  };
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** A zombie counts as dead. */
function isAlive(pid: number): boolean {
  if (!signal(pid, 0)) return false;
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'));
}
