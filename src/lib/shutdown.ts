/** Shuts the process down once, after what is under way. */
import { log } from './log.ts';

// Holds whether this process is shutting down, which the readiness check reports before the port closes

let draining = false;

export const isDraining = (): boolean => draining;

export function setDraining(): void {
  draining = true;
}

// Shuts a process down gracefully, or at once on a second signal or after a deadline

/** npm forwards a signal that the process has already received, so a second one within this time is ignored. */
const ignoreRepeatedSignalMs = 2_000;
const deadlineMs = 18_000;

/** Runs `drain` and exits on SIGTERM, SIGINT, an uncaught exception, or when the returned function is called. */
export function onShutdown(drain: () => Promise<void>): (exitCode?: number) => void {
  let startedAt: number | undefined;

  const shutDown = (exitCode = 0) => {
    if (startedAt !== undefined) {
      if (Date.now() - startedAt > ignoreRepeatedSignalMs) process.exit(1);
      return;
    }
    startedAt = Date.now();
    setDraining();
    setTimeout(() => {
      log.error('draining took too long');
      process.exit(1);
    }, deadlineMs).unref();

    drain().then(
      () => process.exit(exitCode),
      (error: Error) => {
        log.error({ error: error.message, stack: error.stack }, 'draining failed');
        process.exit(1);
      },
    );
  };

  process.on('SIGTERM', () => shutDown());
  process.on('SIGINT', () => shutDown());
  process.on('uncaughtException', (error) => {
    log.fatal({ error: error.message, stack: error.stack }, 'uncaught exception');
    shutDown(1);
  });
  process.on('unhandledRejection', (reason) => {
    throw reason;
  });
  return shutDown;
}
