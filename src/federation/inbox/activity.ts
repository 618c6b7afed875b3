/** What handlers of activities get and return. */
import type { Account } from '../../domain/accounts/account.ts';
import type { ReceivedActivity } from '../activity.ts';

// A verified activity and the outcomes of handling it. Handlers fetch nothing themselves.

export interface Accepted extends ReceivedActivity {
  id: string;
  actor: Account & { iri: string };
  receivedAt: Date;
  /** When its actor sent it: `published`, else when it was signed. A multiple of a second. */
  sentAt: Date;
}

/** The outcome, stored for operators. */
export type Outcome =
  | 'done'
  /** A duplicate, or older than the stored state. */
  | 'unchanged'
  /** No local account is concerned. */
  | 'irrelevant'
  /** It was undone, or its object was deleted. */
  | 'gone'
  /** Its actor is not allowed to do this, or it is malformed. */
  | 'refused'
  /** Ignored on purpose. */
  | 'ignored'
  /** An unsupported activity type. */
  | 'unsupported'
  /** Its object cannot be fetched. */
  | 'unreachable'
  /** A separate job fetches its object. */
  | 'fetching';

export type OnActivity = (activity: Accepted) => Promise<Outcome | { again: Date }>;

// Computes when to retry an activity that waits for another server, for at most a day

const soonest = 2_000;
const maxAgeMs = 24 * 60 * 60_000;

export function lookAgain(receivedAt: Date): { again: Date } | 'unreachable' {
  const now = Date.now();
  const age = now - receivedAt.getTime();
  return age > maxAgeMs ? 'unreachable' : { again: new Date(now + Math.max(soonest, age)) };
}
