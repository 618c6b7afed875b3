/** How long a processor worked, in ms: a busy machine does not make it longer. */
export function processorTime(work: () => unknown): number {
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}
