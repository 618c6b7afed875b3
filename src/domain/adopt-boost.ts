/** Boosts by accounts of other servers, which are what comes most after statuses: taken in many at a time. */

import { insertBoosts } from '../db/sql/adopt-boosts.ts';
import { lockIris } from '../db/sql/tombstones.ts';
import { jobs } from '../jobs/catalogue.ts';
import { wakeRelay } from '../jobs/wake.ts';
import { together } from './together.ts';

export interface Boosted {
  accountId: number;
  eventableId: number;
  iri: string;
  at: Date;
}

/** True when it is done; false when it is not new, or not of what everybody may see, and has to be looked at on its own. */
export const adoptBoost = together(async (tx, all: Boosted[]) => {
  const given = all.map(({ accountId, eventableId, iri, at }, place) => ({
    ...{ place, account_id: accountId, eventable_id: eventableId, iri, at },
  }));
  const [, made] = await Promise.all([
    lockIris(
      tx,
      all.map(({ iri }) => iri),
    ),
    insertBoosts(tx, null, null, JSON.stringify(given), jobs.fanOutEvent.name),
  ]);
  if (made.some(({ waiting }) => waiting > 0)) tx.afterCommit(wakeRelay);
  return made;
});
