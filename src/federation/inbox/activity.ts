/** A verified activity and the outcomes of handling it. Handlers fetch nothing themselves. */
import type { Account } from '../../domain/accounts/account.ts';
import type { ReceivedActivity } from '../activity.ts';

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
