/** Items of other servers that are gone, often many at a time. */
import { retireItems } from '../../db/sql/retire-items.ts';
import { lockIris } from '../../db/sql/tombstones.ts';
import { transact } from '../../db/transaction.ts';
import { batched } from '../../lib/batch.ts';
import type { Account } from '../accounts/account.ts';
import { deleteFiles } from '../media/files.ts';

interface End {
  iri: string;
  actor: Account;
  at: Date | null;
}

/**
 * A Delete by the item's owner: gone, with a tombstone, whether it was known or not; somebody else's stays. `at` is when
 * its server says that it went. False for what is no item: accounts delete themselves, and what was done is undone, which
 * a tombstone would stand in the way of.
 */
export function retire(iri: string, actor: Account, at: Date | null = null): Promise<boolean> {
  const end = { iri, actor, at };
  // One that cannot be ended must not keep others here.
  return retireTogether(end).catch(async () => (await retireAll([end]))[0]!);
}

const retireTogether = batched(retireAll, { max: 64 });

async function retireAll(ends: End[]): Promise<boolean[]> {
  const gone = ends.map(({ iri }) => iri);
  return transact(async (tx) => {
    const [, ended] = await Promise.all([
      lockIris(tx, gone),
      retireItems(
        tx,
        gone,
        ends.map(({ actor }) => actor.id),
        ends.map(({ actor }) => actor.iri!),
        ends.map(({ at }) => at),
      ),
    ]);
    await deleteFiles(tx, ended[0]?.media_keys ?? []);
    const places = new Set(ended.map(({ place }) => place));
    return ends.map((_, place) => places.has(place));
  });
}
