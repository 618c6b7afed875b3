/** Measures processor time in ms, which a busy machine hardly changes. */

/** The minimum of up to four attempts; stops at the first one below `maxMs`. */
export function leastProcessorTime(maxMs: number, work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 4 && least >= maxMs; attempt += 1) {
    const start = process.threadCpuUsage();
    work();
    least = Math.min(least, since(start));
  }
  return least;
}

export async function medianProcessorTime(times: number, work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let count = 0; count < times; count += 1) {
    const start = process.threadCpuUsage();
    await work();
    taken.push(since(start));
  }
  return taken.sort((a, b) => a - b)[Math.floor(times / 2)]!;
}

function since(start: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}

/**
 * The most processor time that this thread takes between two turns of its event loop while `work` runs: for so long, nobody
 * else is served.
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
