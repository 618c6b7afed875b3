/** Keeps accepted activities: many of them in one statement, committed before any of them is answered. */
import { insertInbound } from '../../db/sql/inbound.ts';
import { db } from '../../db/statement.ts';
import { wakeRelay } from '../../jobs/wake.ts';
import { batched } from '../../lib/batch.ts';
import { failpoint } from '../../lib/failpoint.ts';
import type { ActivityClaims } from './claims.ts';

export interface Believed extends ActivityClaims {
  body: string;
  /** Somebody else brought it, and its signature need not cover it all. */
  signedPartOnly: boolean;
}

/** Resolves once the activity is in the database; one that was there already changes nothing. */
export const accept = batched(async (accepted: Believed[]) => {
  const kept = await insertInbound(
    db,
    accepted.map(({ actor }) => actor),
    accepted.map(({ id }) => id),
    accepted.map(({ type }) => type),
    accepted.map(({ body }) => body),
    accepted.map(({ signedPartOnly }) => signedPartOnly),
  );
  failpoint('inbound_committed');
  if (kept.length > 0) wakeRelay();
  return accepted;
});
