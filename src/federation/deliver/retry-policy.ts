/** Decides whether a delivery has ended after an attempt, or when to retry it. */
import { FetchError, type FetchFailure } from '../../lib/fetch/fetch.ts';

const second = 1_000;
const hour = 3_600 * second;
/** Seconds to wait after the first, second … attempt; the last value repeats. */
const retryDelays = [30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200];
export const maxDeliveryAgeMs = 7 * 24 * hour;
const maxRetryAfterMs = 24 * hour;
/** A peer also answers 401 while it cannot fetch our key, but that is not worth a week of retries. */
const maxUnauthorizedAttempts = 6;

export type DeliveryOutcome =
  | { state: 'delivered' | 'failed'; error: string | null }
  | {
      state: 'pending';
      again: Date;
      error: string;
      /** The whole host asked for a pause until then. */
      pauseUntil: Date | null;
    };

interface AttemptContext {
  /** This attempt included. */
  attempts: number;
  createdAt: Date;
}

/**
 * Like in Mastodon, 501 and every 4xx except 401, 408 and 429 are final; everything else is retried. Redirects of a POST
 * are not followed and count as an error of the peer.
 */
export function judgeResponse(
  { status, headers }: { status: number; headers: Headers },
  context: AttemptContext,
): DeliveryOutcome {
  const error = `answered ${status}`;
  if (status >= 200 && status < 300) return { state: 'delivered', error: null };
  if (status === 401 && context.attempts >= maxUnauthorizedAttempts) return { state: 'failed', error };
  if (isFinal(status)) return { state: 'failed', error };

  const pauseUntil = status === 429 || status === 503 ? parseRetryAfter(headers.get('retry-after')) : null;
  return retry(context, error, pauseUntil);
}

/** Errors that a retry cannot fix. */
const permanentFailures = new Set<FetchFailure>(['bad_url', 'private_address']);

/** Throws errors other than FetchError. */
export function judgeError(error: unknown, context: AttemptContext): DeliveryOutcome {
  if (!(error instanceof FetchError)) throw error;
  if (permanentFailures.has(error.reason)) return { state: 'failed', error: error.message };
  return retry(context, error.message, null);
}

export function isExpired(createdAt: Date): boolean {
  return Date.now() - createdAt.getTime() > maxDeliveryAgeMs;
}

function isFinal(status: number): boolean {
  return status === 501 || (status >= 400 && status < 500 && ![401, 408, 429].includes(status));
}

function retry(
  { attempts, createdAt }: AttemptContext,
  error: string,
  pauseUntil: Date | null,
): DeliveryOutcome {
  const seconds = retryDelays[Math.min(attempts, retryDelays.length) - 1]!;
  const jitter = 0.8 + 0.4 * Math.random();
  const again = pauseUntil ?? new Date(Date.now() + seconds * second * jitter);
  if (again.getTime() - createdAt.getTime() > maxDeliveryAgeMs) return { state: 'failed', error };
  return { state: 'pending', again, error, pauseUntil };
}

/** Seconds or a date (RFC 9110 §10.2.3), at most a day ahead; null when absent, past or unreadable. */
function parseRetryAfter(text: string | null): Date | null {
  const value = text?.trim().slice(0, 40) ?? '';
  const at = /^\d+$/.test(value) ? Date.now() + Number(value) * second : Date.parse(value);
  if (Number.isNaN(at) || at <= Date.now()) return null;
  return new Date(Math.min(at, Date.now() + maxRetryAfterMs));
}
