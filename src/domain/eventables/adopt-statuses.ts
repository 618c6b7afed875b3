/** New statuses of other servers, which are most of what comes from there: adopted many at a time. */
import { insertStatuses } from '../../db/sql/adopt-statuses.ts';
import { lockIris } from '../../db/sql/tombstones.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { wakeRelay } from '../../jobs/wake.ts';
import { batched } from '../../lib/batch.ts';
import type { RemoteItem } from './remote-item.ts';
import { toNewRow } from './remote-row.ts';

/** Whether it stands alone: it concerns nobody but its author's followers, and nothing beside it changes with it. */
const isPlain = (item: RemoteItem): boolean =>
  item.type === 'status' &&
  [item.inReplyToIri, item.recipeIri, item.forkedFromIri].every((iri) => iri === null) &&
  item.mentionedIris.length + item.steps.length + item.ingredients.length === 0;

/**
 * Its id, if it is plain, new, and nothing here has waited for it; null says that it has to be adopted on its own. So does
 * any failure: one item that cannot be stored must not keep others out.
 */
export async function adoptPlain(item: RemoteItem): Promise<number | null> {
  return isPlain(item) ? adoptTogether(item).catch(() => null) : null;
}

const adoptTogether = batched(
  (items: RemoteItem[]): Promise<(number | null)[]> =>
    transact(async (tx) => {
      const [, made] = await Promise.all([
        lockIris(
          tx,
          items.map(({ iri }) => iri),
        ),
        insertStatuses(tx, JSON.stringify(items.map(toGiven)), jobs.fanOutEvent.name),
      ]);
      if (made.some(({ waiting }) => waiting > 0)) tx.afterCommit(wakeRelay);
      const idAt = new Map(made.map(({ place, id }) => [place, id]));
      return items.map((_, place) => idAt.get(place) ?? null);
    }),
  { max: 64 },
);

const nowhere = { recipe_id: null, forked_from_id: null };

const toGiven = (item: RemoteItem, place: number) => ({
  place,
  item: toNewRow(item, nowhere),
  media: item.media.map(({ contentType, ...medium }) => ({ ...medium, content_type: contentType })),
});
