/** An activity whose sender is certain, on its way to the operation that does what it says; nothing is fetched on that way. */
import type { Account } from '../../domain/accounts/account.ts';
import type { ReceivedActivity } from '../activity.ts';

export interface Accepted extends ReceivedActivity {
  id: string;
  actor: Account & { iri: string };
  receivedAt: Date;
}

/** What became of it, kept for the operator. */
export type Outcome =
  | 'done'
  /** It says nothing new. */
  | 'unchanged'
  /** Nobody here is concerned. */
  | 'irrelevant'
  /** It was taken back, or its object is gone. */
  | 'gone'
  /** Its actor may not do that, or it cannot be understood. */
  | 'refused'
  /** Not acted on, on purpose. */
  | 'ignored'
  /** There is nothing of the kind here. */
  | 'unsupported'
  /** What it is about cannot be had. */
  | 'unreachable'
  /** Its object is being fetched on its own. */
  | 'fetching';

export type OnActivity = (activity: Accepted) => Promise<Outcome | { again: Date }>;
