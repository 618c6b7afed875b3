/** When to come back to an activity that waits for another server: ever later, for a day. */

const soonest = 2_000;
const patience = 24 * 60 * 60_000;

export function lookAgain(receivedAt: Date, now = Date.now()): { again: Date } | 'unreachable' {
  const age = now - receivedAt.getTime();
  return age > patience ? 'unreachable' : { again: new Date(now + Math.max(soonest, age)) };
}
