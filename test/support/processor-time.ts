/** Measures processor time in ms, which a busy machine changes little, and how slow this machine is at the moment. */

/** How long `fixedWork` takes on an idle desktop, in ms. */
const desktopMs = 10;

/** How many times longer work takes here and now than on an idle desktop, at least 1. */
interface Slowdown {
  processor: number;
  wall: number;
}

/** The least of three attempts counts, because the first one is not compiled yet. */
export function measureSlowdown(): Slowdown {
  const slowdown = { processor: Number.POSITIVE_INFINITY, wall: Number.POSITIVE_INFINITY };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const began = performance.now();
    const start = process.threadCpuUsage();
    fixedWork();
    slowdown.processor = Math.min(slowdown.processor, since(start) / desktopMs);
    slowdown.wall = Math.min(slowdown.wall, (performance.now() - began) / desktopMs);
  }
  return { processor: Math.max(1, slowdown.processor), wall: Math.max(1, slowdown.wall) };
}

/** Waits for memory more than it computes, as parsers do. */
function fixedWork(): number {
  const seen = new Map(Array.from({ length: 20_000 }, (_, at) => [`key ${at}`, { at }]));
  return JSON.stringify([...seen]).replace(/\d+/g, '#').length;
}

/** Converts a time above its limit to that of an idle desktop. Only for work: a wait takes as long on every machine. */
export function onIdleDesktop(ms: number, maxMs: number, kind: keyof Slowdown = 'processor'): number {
  return ms < maxMs ? ms : ms / measureSlowdown()[kind];
}

/** Returns the processor time of this thread while `work` runs. */
export async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const start = process.threadCpuUsage();
  await work();
  return since(start);
}

/**
 * The minimum of several measurements in ms, since a busy machine delays some; stops at the first one below `maxMs`.
 */
export async function leastOf(attempts: number, maxMs: number, measure: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && least >= maxMs; attempt += 1) least = Math.min(least, await measure());
  return least;
}

/** The minimum of up to four attempts, as on an idle desktop; stops at the first one below `maxMs`. */
export function leastProcessorTime(maxMs: number, work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 4 && least >= maxMs; attempt += 1) {
    const start = process.threadCpuUsage();
    work();
    least = Math.min(least, onIdleDesktop(since(start), maxMs));
  }
  return least;
}

export async function medianProcessorTime(times: number, work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let count = 0; count < times; count += 1) {
    taken.push(await processorTime(work));
  }
  return taken.sort((a, b) => a - b)[Math.floor(times / 2)]!;
}

function since(start: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}

/**
 * The most processor time that this thread takes between two turns of its event loop while `work` runs: for so long,
 * nobody else is served.
 */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let start = process.threadCpuUsage();
  const turn = () => {
    longest = Math.max(longest, since(start));
    start = process.threadCpuUsage();
  };
  const timer = setInterval(turn, 2);
  try {
    await work();
    turn();
  } finally {
    clearInterval(timer);
  }
  return longest;
}
