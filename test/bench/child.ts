/** Starts processes of the benchmark, which receive their input and send results as messages. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onCleanup } from './cleanup.ts';

export interface Child {
  pid: number | undefined;
  send(message: unknown): void;
  /** Returns the next message. Throws if the process exits first. */
  receive<Message>(): Promise<Message>;
  /** Asks the process to stop and waits for its exit. */
  stop(): Promise<void>;
}

export type Environment = Record<string, string>;

/** `script` is a path relative to the repository root. */
export function startChild(
  script: string,
  { environment = {}, execArgv = [] }: { environment?: Environment; execArgv?: string[] } = {},
): Child {
  const child = fork(join(import.meta.dirname, '../..', script), {
    env: { ...process.env, ...environment },
    execArgv,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  // Only JSON log lines of the server are of interest.
  createInterface(child.stdout!).on('line', (line) => {
    if (line.startsWith('{')) process.stderr.write(`${line.slice(0, 600)}\n`);
  });
  const received: unknown[] = [];
  let wake = () => {};
  child.on('message', (message) => {
    received.push(message);
    wake();
  });
  child.on('exit', () => wake());
  const forget = onCleanup(() => stop(child));

  return {
    pid: child.pid,
    send: (message) => void child.send(message as object),
    receive: async <Message>() => {
      while (received.length === 0) {
        if (hasEnded(child)) throw new Error(`${script} ended with ${child.signalCode ?? child.exitCode}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return received.shift() as Message;
    },
    stop: async () => {
      forget();
      await stop(child);
    },
  };
}

/** Runs a process and returns its single result. */
export async function runProcess<Result>(name: string, input: unknown, environment: Environment = {}): Promise<Result> {
  const child = startChild(`test/bench/processes/${name}.ts`, { environment });
  try {
    child.send(input);
    return await child.receive<Result>();
  } finally {
    await child.stop();
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(late);
}
