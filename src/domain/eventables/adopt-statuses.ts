/** Statuses of other servers, which are most of what comes from there: adopted many at a time. */
import { insertStatuses, updateStatuses } from '../../db/sql/adopt-statuses.ts';
import { lockIris } from '../../db/sql/tombstones.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { wakeRelay } from '../../jobs/wake.ts';
import { batched } from '../../lib/batch.ts';
import { deleteFiles } from '../media/files.ts';
import type { RemoteItem } from './remote-item.ts';
import { toMediaRows, toNewRow, toRow } from './remote-row.ts';

/** Whether it stands alone: it concerns nobody but its author's followers, and nothing beside it changes with it. */
const isPlain = (item: RemoteItem): boolean =>
  item.type === 'status' &&
  [item.inReplyToIri, item.recipeIri, item.forkedFromIri].every((iri) => iri === null) &&
  item.mentionedIris.length + item.steps.length + item.ingredients.length === 0;

/** A status as it came, and whether its author's server said that it is new. */
interface Given {
  item: RemoteItem;
  announced: boolean;
}

/**
 * Its id, if it is plain and either new and nothing here has waited for it, or a newer version of what was plain before;
 * null says that it has to be adopted on its own. So does any failure: one item that cannot be stored must not keep others
 * out.
 */
export async function adoptPlain(item: RemoteItem, announced: boolean): Promise<number | null> {
  return isPlain(item) ? adoptTogether({ item, announced }).catch(() => null) : null;
}

const adoptTogether = batched(
  (all: Given[]): Promise<(number | null)[]> =>
    transact(async (tx) => {
      const changes = all.map(toChange).filter((_, place) => !all[place]!.announced);
      const [, made, changed] = await Promise.all([
        lockIris(
          tx,
          all.map(({ item }) => item.iri),
        ),
        insertStatuses(tx, JSON.stringify(all.map(toNew)), jobs.fanOutEvent.name),
        changes.length === 0 ? [] : updateStatuses(tx, JSON.stringify(changes)),
      ]);
      if (made.some(({ waiting }) => waiting > 0)) tx.afterCommit(wakeRelay);
      await deleteFiles(tx, changed[0]?.media_keys ?? []);
      const idAt = new Map([...made, ...changed].map(({ place, id }) => [place, id]));
      return all.map((_, place) => idAt.get(place) ?? null);
    }),
  { max: 64 },
);

const nowhere = { recipe_id: null, forked_from_id: null };

const toNew = ({ item }: Given, place: number) => ({
  place,
  item: toNewRow(item, nowhere),
  media: toMediaRows(item),
});

const toChange = ({ item }: Given, place: number) => ({
  place,
  item: { ...toRow(item, nowhere), account_id: item.authorId, iri: item.iri },
  media: toMediaRows(item),
});
