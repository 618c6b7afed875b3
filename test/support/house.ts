/** The processes of one server, from its start to its end, whichever end that is. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface House {
  /** Where it listens, on loopback. */
  port: number;
  /** The process that serves the web; its group holds the worker as well. */
  pid: number;
  /** The last one that said it was ready. */
  workerPid(): number | undefined;
  running(): boolean;
  killWeb(): Promise<void>;
  killWorker(): void;
  /** As Ctrl-C in a terminal: every process of the group gets it. Answers after how many ms all had ended, and how. */
  interrupt(): Promise<End>;
  /** SIGTERM to the first process. */
  stop(): Promise<End>;
}

interface End {
  ms: number;
  code: number | null;
}

/** How long it may take to be ready, in ms. */
const patience = 120_000;

/** Rejects with what it printed when it ends before it is ready. */
export async function startHouse(root: string, env: Record<string, string>, log: string[]): Promise<House> {
  const child = spawn(process.execPath, [join(root, 'src/main.ts')], {
    ...{ cwd: root, env, detached: true },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const pid = child.pid!;
  const workers: number[] = [];
  let port = 0;
  const exit = once(child, 'exit') as Promise<[number | null]>;

  const heard = async (input: NodeJS.ReadableStream, hear: (line: string) => void) => {
    for await (const line of createInterface(input)) {
      log.push(line);
      hear(line);
    }
  };
  const ready = new Promise<void>((resolve, reject) => {
    heard(child.stdout, (line) => {
      port = Number(/listening +http:\/\/[^ ]+:(\d+)/.exec(line)?.[1] ?? port);
      if (line.includes('"worker is ready"')) workers.push(JSON.parse(line).pid);
      if (line.startsWith('  queue ')) resolve();
    }).catch(reject);
    heard(child.stderr, () => {}).catch(reject);
    void exit.then(([code]) =>
      reject(new Error(`the server ended with ${code}:\n${log.slice(-20).join('\n')}`)),
    );
    setTimeout(() => reject(new Error(`not ready after ${patience} ms`)), patience).unref();
  });
  await ready;

  // Being in a group of its own, it misses the Ctrl-C that ends us.
  const abandon = () => signal(-pid, 'SIGKILL');
  process.once('exit', abandon);
  void exit.then(() => process.off('exit', abandon));

  const running = () => child.exitCode === null && child.signalCode === null;
  const end = async (begin: () => void): Promise<End> => {
    const began = performance.now();
    if (running()) begin();
    const [code] = await exit;
    while (workers.some(lives)) await new Promise((resolve) => setTimeout(resolve, 20));
    return { ms: performance.now() - began, code };
  };

  return {
    ...{ port, pid, running },
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

/** One that nobody has buried is dead all the same. */
function lives(pid: number): boolean {
  if (!signal(pid, 0)) return false;
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'));
}
