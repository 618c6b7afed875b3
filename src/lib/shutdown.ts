/** Ends a process in good order: drains once, at once when asked again, at the latest after a deadline. */
import { log } from './log.ts';

/** npm passes a signal on that the process has already had: a repetition within this many ms is the same signal. */
const sameSignal = 2_000;
const deadline = 18_000;

/** `drain` runs on SIGTERM, SIGINT, an uncaught exception, or when what is returned is called; then the process exits. */
export function onShutdown(drain: () => Promise<void>): (exitCode?: number) => void {
  let since: number | undefined;

  const shutDown = (exitCode = 0) => {
    if (since !== undefined) {
      if (Date.now() - since > sameSignal) process.exit(1);
      return;
    }
    since = Date.now();
    setTimeout(() => {
      log.error('draining took too long');
      process.exit(1);
    }, deadline).unref();

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
