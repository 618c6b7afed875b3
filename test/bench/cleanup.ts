/** Cleans up in reverse order, however the benchmark ends. */

type Cleanup = () => Promise<void> | void;

const cleanups = new Set<Cleanup>();
let running: Promise<void> | undefined;

/** Registers a clean-up. Returns a function that cancels it. */
export function onCleanup(cleanup: Cleanup): () => void {
  cleanups.add(cleanup);
  return () => void cleanups.delete(cleanup);
}

export function cleanUp(): Promise<void> {
  running ??= (async () => {
    for (const cleanup of [...cleanups].toReversed()) {
      await Promise.resolve(cleanup()).catch((error: Error) => process.stderr.write(`${error.message}\n`));
    }
  })();
  return running;
}

export function cleanUpOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void cleanUp().then(() => process.exit(130)));
  }
}
