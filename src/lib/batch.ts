/** Turns many small calls into few large ones: while one batch is under way, the next one gathers. */

/**
 * `run` gets up to `max` items and answers one result for each, in order. A lone call goes out at once;
 * under load the batch grows by itself, without a timer. A failing batch rejects all of its calls.
 */
export function batched<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { max = 200, parallel = 1 }: { max?: number; parallel?: number } = {},
): (item: Item) => Promise<Result> {
  const waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = [];
  let running = 0;

  async function drain(): Promise<void> {
    running += 1;
    // A turn of the event loop lets calls made in the same tick share the first batch.
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
