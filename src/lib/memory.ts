/** Divides the memory of this machine or container between the processes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Tells Linux which process to kill first when memory runs out, and finds out whether it did

/**
 * The higher, the earlier a process is killed (proc_pid_oom_score_adj(5)). The main process and the PostgreSQL server
 * keep the score they were started with, since everything hangs on them.
 */
export const oomScores = { postgresConnection: 100, worker: 500, confined: 900 };

export const oomScoreFile = '/proc/self/oom_score_adj';

/** Every process may raise its score. Does nothing on other systems. */
export function raiseOomScore(score: number): void {
  try {
    if (Number(readFileSync(oomScoreFile, 'utf8')) < score) writeFileSync(oomScoreFile, String(score));
  } catch {
    // Not Linux, or a sandbox without procfs.
  }
}

/** Argument of a worker whose predecessor was killed for want of memory. */
export const afterMemoryKill = 'after-memory-kill';

/** How many processes the kernel has killed for want of memory since it started, in all containers; 0 if unknown. */
export function countOomKills(): number {
  try {
    return Number(/^oom_kill (\d+)$/m.exec(readFileSync('/proc/vmstat', 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/**
 * Settings of glibc for processes that run for long: two arenas for all threads, and buffers of more than 128 KiB go
 * back to the system when they are freed. By itself, glibc keeps up to 32 MB of each once it has seen buffers of that
 * size. The main process gets them from whatever starts it.
 */
export const mallocSettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/**
 * For a process that handles a few large buffers and ends: large pages save a fifth of the time that a picture takes.
 * An older glibc ignores the last one.
 */
export const pictureMallocSettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '4194304',
  MALLOC_TRIM_THRESHOLD_: '4194304',
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
};

/** An option of V8. An idle process would throw away compiled code, and its next request would wait for it. */
export const keepCompiledCode = '--no-flush-bytecode';

interface MemoryPlan {
  /** Pictures that a worker decodes at a time. */
  pictures: number;
  /** Of a process that decodes a picture, beside what Node takes. */
  pictureMegabytes: number;
  /**
   * Connections to PostgreSQL, at most. One that has run most statements takes 20 MB there, so few of each pool are kept
   * when nothing happens.
   */
  connections: { web: number; worker: number; queues: number; kept: number };
  /** Options of V8 for the worker: small heaps collect garbage more often. */
  workerOptions: string[];
  /** By how much the heap of the web process grows before V8 collects garbage; undefined leaves it to V8. */
  webHeapGrowth: number | undefined;
  /** Of each large cache: of timelines, of answers, of documents, of filters. */
  cacheMegabytes: number;
  /** With which PostgreSQL builds an index while a backup is restored. */
  buildMegabytes: number;
  /** Settings of the embedded PostgreSQL. */
  postgres: Record<string, string>;
}

const mebi = 2 ** 20;
const plenty = Number.POSITIVE_INFINITY;

/** The first one whose limit is not exceeded. Measured by `npm run bench -- small-machine`. */
const smallPostgres = { maintenance_work_mem: '16MB', autovacuum_max_workers: '1', io_workers: '1' };
const plans: { upToMegabytes: number; plan: Omit<MemoryPlan, 'pictures'> }[] = [
  {
    upToMegabytes: 640,
    plan: {
      pictureMegabytes: 160,
      connections: { web: 3, worker: 3, queues: 2, kept: 1 },
      workerOptions: ['--heap-growing-percent=20', '--max-old-space-size=160', '--max-semi-space-size=2'],
      webHeapGrowth: 20,
      cacheMegabytes: 8,
      buildMegabytes: 32,
      postgres: { ...smallPostgres, shared_buffers: '24MB', max_connections: '60' },
    },
  },
  {
    upToMegabytes: 1_536,
    plan: {
      pictureMegabytes: 280,
      connections: { web: 3, worker: 3, queues: 2, kept: 1 },
      workerOptions: ['--heap-growing-percent=20', '--max-old-space-size=256', '--max-semi-space-size=4'],
      webHeapGrowth: 20,
      cacheMegabytes: 16,
      buildMegabytes: 64,
      postgres: { ...smallPostgres, shared_buffers: '48MB', max_connections: '100' },
    },
  },
  {
    upToMegabytes: plenty,
    plan: {
      pictureMegabytes: 1_060,
      connections: { web: 10, worker: 16, queues: 11, kept: 2 },
      workerOptions: ['--heap-growing-percent=60'],
      webHeapGrowth: undefined,
      cacheMegabytes: 64,
      buildMegabytes: 256,
      postgres: { shared_buffers: '128MB', max_connections: '200' },
    },
  },
];

/** In bytes: the limit of the container if there is one, else the memory of the machine. */
export function memoryLimit(constrained = process.constrainedMemory(), machine = totalmem()): number {
  // Without a limit the value is 0, or larger than the machine's memory.
  return constrained > 0 && constrained < machine ? constrained : machine;
}

/**
 * Gives back the memory of bytes that nobody reads any more, and empties them. V8 would wait until there are 64 MB of
 * them. Does nothing for a part of a larger buffer, whose rest may belong to somebody else.
 */
export function releaseBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** Above 1.5 GiB, every picture more takes half a GiB and a processor. */
export function memoryPlan(bytes = memoryLimit(), processors = availableParallelism()): MemoryPlan {
  const megabytes = bytes / mebi;
  const { plan } = plans.find(({ upToMegabytes }) => megabytes <= upToMegabytes)!;
  const pictures = Math.floor(Math.min(processors, (megabytes - 1_024) / 512));
  return { ...plan, pictures: Math.min(8, Math.max(1, pictures)) };
}

// Gives memory back when nothing happens

/** Shorter than a minute, and longer than the pauses of somebody who reads a page. */
const intervalMs = 20_000;
/** The share of time in which the event loop of an idle process runs. */
const maxIdleUtilization = 0.02;

/** V8 collects garbage when the heap grows, so after a burst it keeps what the burst has left. Call it once. */
export function releaseMemoryWhenIdle(): void {
  const collect = fullCollection();
  let before: EventLoopUtilization | undefined;
  // The start is a burst, too.
  let wasBusy = true;
  setInterval(() => {
    const total = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(total, before);
    before = total;
    const isBusy = utilization > maxIdleUtilization;
    if (wasBusy && !isBusy) collect();
    wasBusy = isBusy;
  }, intervalMs).unref();
}

/**
 * It takes some milliseconds for each megabyte of the heap, and frees the pages that V8 would keep. Node offers it only
 * with an option of V8, which would add a global to all code.
 */
function fullCollection(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
