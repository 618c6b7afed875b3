/** How long a processor worked, in ms: a busy machine does not make it longer. */
export function processorTime(work: () => unknown): number {
  const start = process.threadCpuUsage();
  work();
  return since(start);
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
