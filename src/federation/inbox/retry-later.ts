/** Computes when to retry an activity that waits for another server, for at most a day. */

const soonest = 2_000;
const maxAgeMs = 24 * 60 * 60_000;

export function lookAgain(receivedAt: Date, now = Date.now()): { again: Date } | 'unreachable' {
  const age = now - receivedAt.getTime();
  return age > maxAgeMs ? 'unreachable' : { again: new Date(now + Math.max(soonest, age)) };
}
