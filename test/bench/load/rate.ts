/** Measures how many asynchronous operations complete per second. */

/** Runs `parallel` operations at once for `seconds`, after a warm-up of a tenth of that. */
export async function rateOf(
  work: (turn: number) => Promise<unknown>,
  { parallel, seconds }: { parallel: number; seconds: number },
): Promise<number> {
  await repeat(work, parallel, seconds / 10);
  const began = performance.now();
  const done = await repeat(work, parallel, seconds);
  return (1000 * done) / (performance.now() - began);
}

async function repeat(work: (turn: number) => Promise<unknown>, parallel: number, seconds: number): Promise<number> {
  const end = performance.now() + 1000 * seconds;
  let turn = 0;
  const runOne = async () => {
    while (performance.now() < end) await work(turn++);
  };
  await Promise.all(Array.from({ length: parallel }, runOne));
  return turn;
}
