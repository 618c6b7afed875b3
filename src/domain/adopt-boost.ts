/** Boosts by accounts of other servers, which are what comes most after statuses: taken in many at a time. */

import { insertBoosts } from '../db/sql/adopt-boosts.ts';
import { lockIris } from '../db/sql/tombstones.ts';
import { transact } from '../db/transaction.ts';
import { jobs } from '../jobs/catalogue.ts';
import { wakeRelay } from '../jobs/wake.ts';
import { batched } from '../lib/batch.ts';

export interface Boosted {
  accountId: number;
  eventableId: number;
  iri: string;
  at: Date;
}

/**
 * True when it is done; false when it is not new, or not of what everybody may see, and has to be looked at on its own. So
 * does any failure: one that cannot be stored must not keep others out.
 */
export const adoptBoost = (boosted: Boosted): Promise<boolean> => insert(boosted).catch(() => false);

const insert = batched(
  (all: Boosted[]): Promise<boolean[]> =>
    transact(async (tx) => {
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
      const places = new Set(made.map(({ place }) => place));
      return all.map((_, place) => places.has(place));
    }),
  { max: 64 },
);
