/** What other servers tell most: done many at a time, in one transaction. */
import { type Tx, transact } from '../db/transaction.ts';
import { batched } from '../lib/batch.ts';

/**
 * `work` answers the places of those that it did. True for these; false for one that has to be looked at on its own. So does
 * any failure: one that cannot be stored must not keep others out.
 */
export function together<Told>(
  work: (tx: Tx, all: Told[]) => Promise<{ place: number }[]>,
): (told: Told) => Promise<boolean> {
  const run = batched(
    (all: Told[]): Promise<boolean[]> =>
      transact(async (tx) => {
        const places = new Set((await work(tx, all)).map(({ place }) => place));
        return all.map((_, place) => places.has(place));
      }),
    { max: 64 },
  );
  return (told) => run(told).catch(() => false);
}
