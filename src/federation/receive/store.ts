/** Stores verified activities in `inbound`: concurrent requests share one statement. */
import { insertInbound } from '../../db/sql/federation.ts';
import { db } from '../../db/statement.ts';
import { wakeRelay } from '../../jobs/enqueue.ts';
import { batched } from '../../lib/batch.ts';
import { failpoint } from '../../lib/failpoint.ts';
import type { ActivityClaims } from './activity-claims.ts';
import { digestOf } from './digest.ts';

export interface VerifiedActivity extends ActivityClaims {
  body: string;
  /** The time in the signature of the request, or in the proof of a forwarded activity. */
  signedAt: Date;
  isForwarded: boolean;
  /** A Linked Data Signature may cover only part of the body: nothing else in it is read. */
  verifiedByLdSignature: boolean;
}

/** Resolves when the activity is committed. A duplicate changes nothing. */
export const storeActivity = batched(async (activities: VerifiedActivity[]) => {
  const inserted = await insertInbound(
    db,
    activities.map(({ actor }) => actor),
    activities.map(({ id }) => id),
    activities.map(({ type }) => type),
    activities.map(({ body }) => body),
    activities.map(digestOf),
    activities.map(({ signedAt }) => signedAt),
    activities.map(({ verifiedByLdSignature }) => verifiedByLdSignature),
  );
  failpoint('inbound_committed');
  if (inserted.length > 0) wakeRelay();
  return activities;
});
