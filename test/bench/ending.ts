/** Leaves nothing behind: what was started is ended in reverse order, however the bench ends. */

type Ending = () => Promise<void> | void;

const endings = new Set<Ending>();
let under: Promise<void> | undefined;

/** Returns how to take it back. */
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
