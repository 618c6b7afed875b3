/** Combines concurrent calls into batches. While one batch runs, the next one collects. */

/**
 * `run` receives up to `max` items and returns one result for each, in order. A single call runs at once. There is no
 * timer: batches grow under load. If `run` fails, all calls of its batch reject.
 */
export function batched<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { max = 200, parallel = 1 }: { max?: number; parallel?: number } = {},
): (item: Item) => Promise<Result> {
  const waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = [];
  let running = 0;

  async function drain(): Promise<void> {
    running += 1;
    // Waiting for the event loop lets calls of the same tick share the first batch.
    await new Promise(setImmediate);

    while (waiting.length > 0) {
      const calls = waiting.splice(0, max);
      try {
        const results = await run(calls.map((call) => call.item));
        for (const [index, call] of calls.entries()) call.resolve(results[index]!);
      } catch (error) {
        for (const call of calls) call.reject(error);
      }
    }
    running -= 1;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running < parallel) void drain();
    });
}
