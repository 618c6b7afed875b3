/** Cleans up in reverse order, however the benchmark ends. */

type Ending = () => Promise<void> | void;

const endings = new Set<Ending>();
let under: Promise<void> | undefined;

/** Registers a clean-up. Returns a function that cancels it. */
export function atEnd(ending: Ending): () => void {
  endings.add(ending);
  return () => void endings.delete(ending);
}

export function endAll(): Promise<void> {
  under ??= (async () => {
    for (const ending of [...endings].toReversed()) {
      await Promise.resolve(ending()).catch((error: Error) => process.stderr.write(`${error.message}\n`));
    }
  })();
  return under;
}

export function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void endAll().then(() => process.exit(130)));
  }
}
