/** Remembers what the current work is for, so that a log line from deep below can name it. */
import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<() => string>();

/** `name` is called only when somebody asks. It contains no user input: a route or a job. */
export const asOperation = <T>(name: () => string, work: () => T): T => current.run(name, work);

/** The route or job of the current work. Undefined for commands and periodic tasks. */
export const operationName = (): string | undefined => current.getStore()?.();
