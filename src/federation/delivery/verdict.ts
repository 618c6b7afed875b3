/** What becomes of a delivery after a try: over, or to be tried again and when. */
import { FetchError, type FetchFailure } from '../../lib/fetch.ts';

const second = 1_000;
const hour = 3_600 * second;
/** Seconds after the first, second … try; the last repeats. */
const schedule = [30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200];
/** In ms. */
export const giveUpAfter = 7 * 24 * hour;
const longestWait = 24 * hour;
/** A peer that cannot fetch our key just now says 401 too, but it need not be asked for a week. */
const triesRefused = 6;

export type Verdict =
  | { state: 'delivered' | 'failed'; error: string | null }
  | {
      state: 'pending';
      again: Date;
      error: string;
      /** The whole host asked to be left in peace until then. */
      hold: Date | null;
    };

/** Tries made so far, this one included. */
interface Tries {
  attempts: number;
  createdAt: Date;
}

/**
 * As Mastodon has it, a 4xx is the peer's last word except 401, 408 and 429, and so is 501; everything else may pass.
 * Redirects are not followed for a POST and count as trouble of the peer.
 */
export function judgeReply(reply: { status: number; headers: Headers }, tries: Tries): Verdict {
  const { status } = reply;
  const error = `answered ${status}`;
  if (status >= 200 && status < 300) return { state: 'delivered', error: null };
  if (status === 401 && tries.attempts >= triesRefused) return { state: 'failed', error };
  if (isLastWord(status)) return { state: 'failed', error };

  const hold = status === 429 || status === 503 ? parseRetryAfter(reply.headers.get('retry-after')) : null;
  return retry(tries, error, hold);
}

/** What no repetition mends. */
const hopeless = new Set<FetchFailure>(['bad_url', 'private_address']);

export function judgeError(error: unknown, tries: Tries): Verdict {
  if (!(error instanceof FetchError)) throw error;
  if (hopeless.has(error.reason)) return { state: 'failed', error: error.message };
  return retry(tries, error.message, null);
}

export function isExpired(createdAt: Date): boolean {
  return Date.now() - createdAt.getTime() > giveUpAfter;
}

function isLastWord(status: number): boolean {
  return status === 501 || (status >= 400 && status < 500 && ![401, 408, 429].includes(status));
}

function retry({ attempts, createdAt }: Tries, error: string, hold: Date | null): Verdict {
  const wait = schedule[Math.min(attempts, schedule.length) - 1]! * second * (0.8 + 0.4 * Math.random());
  const again = hold ?? new Date(Date.now() + wait);
  if (again.getTime() - createdAt.getTime() > giveUpAfter) return { state: 'failed', error };
  return { state: 'pending', again, error, hold };
}

/** Seconds or a date (RFC 9110, 10.2.3), at most a day ahead; null when absent, past or unreadable. */
function parseRetryAfter(text: string | null): Date | null {
  const value = text?.trim().slice(0, 40) ?? '';
  const at = /^\d+$/.test(value) ? Date.now() + Number(value) * second : Date.parse(value);
  if (Number.isNaN(at) || at <= Date.now()) return null;
  return new Date(Math.min(at, Date.now() + longestWait));
}
