/** Processes JSON-LD in a thread, which ends when a document takes too much time or memory, and when it is idle. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { log } from '../../lib/log.ts';
import { programPath } from '../../lib/programs.ts';
import { limitConcurrency } from '../../lib/semaphore.ts';
import { Refusal } from '../refusal.ts';
import type { Processing } from './processing.ts';

export interface JsonLdTask {
  name: keyof Processing;
  input: unknown;
}

type Result<Name extends keyof Processing> = Awaited<ReturnType<Processing[Name]>> | null;

/** Ordinary documents take 1 to 10 ms. */
const deadlineMs = 2_000;
const startTimeoutMs = 20_000;
/** The thread takes about 20 MB. */
const idleMs = 30_000;
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 };
const maxWaiting = 64;
const busySeconds = 30;

let thread: Worker | null = null;
let idleTimer: NodeJS.Timeout | undefined;
let waiting = 0;
const oneAtATime = limitConcurrency(1);

/**
 * Returns null for a document that is no JSON-LD, needs an unknown context, or takes too much time or memory. Throws a
 * Refusal with 429 when too many documents are waiting.
 */
export async function processJsonLd<Name extends keyof Processing>(
  name: Name,
  input: Parameters<Processing[Name]>[0],
): Promise<Result<Name>> {
  if (waiting >= maxWaiting)
    throw new Refusal(429, 'too many documents with JSON-LD are waiting, try again soon', busySeconds);
  waiting += 1;
  try {
    return (await oneAtATime(() => run({ name, input }))) as Result<Name>;
  } finally {
    waiting -= 1;
  }
}

async function run(task: JsonLdTask): Promise<unknown> {
  clearTimeout(idleTimer);
  try {
    thread ??= await start();
    thread.ref();
    thread.postMessage(task);
    return await answerOf(thread, deadlineMs);
  } catch (error) {
    log.warn({ task: task.name, error: String(error) }, 'a JSON-LD document could not be processed');
    await end();
    return null;
  } finally {
    thread?.unref();
    idleTimer = setTimeout(() => void oneAtATime(end), idleMs).unref();
  }
}

async function start(): Promise<Worker> {
  const worker = new Worker(programPath('workers/json-ld'), { resourceLimits, env: {}, execArgv: [] });
  worker.on('error', () => {});
  worker.once('exit', () => {
    if (thread === worker) thread = null;
  });
  await answerOf(worker, startTimeoutMs);
  return worker;
}

/** Rejects when the thread ends, or does not answer in time. */
async function answerOf(worker: Worker, timeoutMs: number): Promise<unknown> {
  const settled = new AbortController();
  const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const ended = once(worker, 'exit', { signal }).then(() => Promise.reject(new Error('the thread ended')));
    const [answer] = await Promise.race([once(worker, 'message', { signal }), ended]);
    return answer;
  } finally {
    settled.abort();
  }
}

async function end(): Promise<void> {
  const ending = thread;
  thread = null;
  await ending?.terminate();
}
