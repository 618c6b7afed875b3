/** Remembers what the current work is for, so that a log line from deep below can name it. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** A request of a client, while it is being answered. */
export interface CurrentRequest {
  /** In the answer as `X-Request-Id`, and in every log line that the request causes. */
  id: string;
  /** The W3C `traceparent` that a trusted proxy sent. */
  traceparent: string | null;
  /** Why it is refused or fails. */
  failure?: unknown;
}

interface Operation {
  name(): string;
  request: CurrentRequest | null;
}

const current = new AsyncLocalStorage<Operation>();

/** `name` is called only when somebody asks. It contains no user input: a route or a job. */
export const asOperation = <T>(name: () => string, work: () => T, request: CurrentRequest | null = null): T =>
  current.run({ name, request }, work);

/** The route or job of the current work. Undefined for commands and periodic tasks. */
export const operationName = (): string | undefined => current.getStore()?.name();

export const currentRequest = (): CurrentRequest | null => current.getStore()?.request ?? null;

/** Keeps the reason for the line that the request gets in the log. False outside of requests. */
export function noteFailure(failure: unknown): boolean {
  const request = currentRequest();
  if (!request) return false;
  request.failure ??= failure;
  return true;
}
