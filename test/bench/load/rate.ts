/** How often something asynchronous can be done in a second. */

/** Keeps `parallel` of them under way for `seconds`, after a tenth of that to warm up. */
export async function rateOf(
  work: (turn: number) => Promise<unknown>,
  { parallel, seconds }: { parallel: number; seconds: number },
): Promise<number> {
  await repeat(work, parallel, seconds / 10);
  const began = performance.now();
  const done = await repeat(work, parallel, seconds);
  return (1000 * done) / (performance.now() - began);
}

async function repeat(
  work: (turn: number) => Promise<unknown>,
  parallel: number,
  seconds: number,
): Promise<number> {
  const end = performance.now() + 1000 * seconds;
  let turn = 0;
  const lane = async () => {
    while (performance.now() < end) await work(turn++);
  };
  await Promise.all(Array.from({ length: parallel }, lane));
  return turn;
}
