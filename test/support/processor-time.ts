/** How long a processor works, in ms: a busy machine does not make it much longer. */

/** The least of up to four attempts, of which one within `enough` is the last: others at work only ever add to it. */
export function leastProcessorTime(enough: number, work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 4 && least >= enough; attempt += 1) {
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
