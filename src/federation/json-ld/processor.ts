/** Processes JSON-LD in a process of its own, which ends when a document takes too much, and when it is idle. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { log } from '../../lib/log.ts';
import { programPath } from '../../lib/programs.ts';
import { limitPerKey } from '../../lib/semaphore.ts';
import { Refusal } from '../request.ts';
import type { Processing } from './processing.ts';

export interface JsonLdTask {
  name: keyof Processing;
  input: unknown;
}

type Result<Name extends keyof Processing> = Awaited<ReturnType<Processing[Name]>> | null;

/** Of processor time, so that a busy machine refuses nothing. Ordinary documents take 1 to 10 ms. */
const processorMs = 2_000;
/** The process got no processor time, or hangs. */
const maxWaitMs = 20_000;
/** The process takes about 35 MB of its own. */
const idleMs = 30_000;
const heapMegabytes = 96;
/** `ulimit` ends a process whose parent died while it was busy, and an old one at times. */
const confined = 'ulimit -t 600; ulimit -d 1000000; ulimit -c 0; exec "$0" "$@"';
const node = [process.execPath, `--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=4'];
const maxWaiting = 64;
const maxWaitingPerHost = 16;
const busySeconds = 30;

let child: ChildProcess | null = null;
let idleTimer: NodeJS.Timeout | undefined;
const inTurn = limitPerKey(maxWaiting, maxWaitingPerHost);

/** The document itself takes too much time or memory, on any machine. */
class TooExpensive extends Error {}

/**
 * Returns null for a document that is no JSON-LD, needs an unknown context, or takes too much time or memory. Throws a
 * Refusal that says when to try again: 429 when too many documents are waiting, and 503 when the process failed.
 * @param sender a URL of the server that sent the document; servers take turns
 */
export async function processJsonLd<Name extends keyof Processing>(
  name: Name,
  input: Parameters<Processing[Name]>[0],
  sender: string,
): Promise<Result<Name>> {
  const result = inTurn(new URL(sender).host, () => run({ name, input }));
  if (!result) throw new Refusal(429, 'too many documents with JSON-LD are waiting, try again soon', busySeconds);
  return (await result) as Result<Name>;
}

async function run(task: JsonLdTask): Promise<unknown> {
  clearTimeout(idleTimer);
  try {
    child ??= await start();
    const answer = answerOf(child);
    child.send(task, () => {});
    return (await answer).result;
  } catch (error) {
    log.warn({ task: task.name, error: String(error) }, 'a JSON-LD document could not be processed');
    end();
    if (error instanceof TooExpensive) return null;
    throw new Refusal(503, 'the document could not be processed now, try again later', busySeconds);
  } finally {
    idleTimer = setTimeout(end, idleMs).unref();
  }
}

async function start(): Promise<ChildProcess> {
  const started = spawn('/bin/sh', ['-c', confined, ...node, programPath('workers/json-ld')], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
  });
  started.on('error', () => {});
  started.once('exit', () => {
    if (child === started) child = null;
  });
  child = started;
  await answerOf(started);
  started.unref();
  started.channel?.unref();
  return started;
}

/** Rejects when the process ends, with TooExpensive if its heap was full, or when the document is over its budget. */
async function answerOf(busy: ChildProcess): Promise<{ result: unknown }> {
  const settled = new AbortController();
  const { signal } = settled;
  const answered = once(busy, 'message', { signal }).then(([answer]) => answer);
  const ended = once(busy, 'exit', { signal }).then(([code, killedBy]) => {
    // V8 aborts when its heap is full.
    if (killedBy === 'SIGABRT') throw new TooExpensive('the document takes too much memory');
    throw new Error(`the process ended with ${code ?? killedBy}`);
  });
  try {
    return await Promise.race([answered, ended, overBudget(busy.pid, signal)]);
  } finally {
    settled.abort();
  }
}

async function overBudget(pid: number | undefined, signal: AbortSignal): Promise<never> {
  const before = processorTimeOf(pid);
  const until = performance.now() + maxWaitMs;
  for (let left = processorMs; left > 0; left = processorMs - (processorTimeOf(pid) - before)) {
    if (performance.now() >= until) throw new Error('the process did not answer in time');
    await wait(Math.max(left, 100), undefined, { signal });
  }
  throw new TooExpensive('the document takes too much time');
}

const hasProcFiles = existsSync('/proc/self/stat');

/** In ms. Systems without `/proc` count all time, beginning anywhere. */
function processorTimeOf(pid: number | undefined): number {
  if (!hasProcFiles) return performance.now();
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ');
  // User and system time, in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function end(): void {
  child?.kill('SIGKILL');
  child = null;
}
