/** Writes into an archive when moderators read private items of the member. */
import { selectVisibleIds } from '../../../db/sql/items.ts';
import { db } from '../../../db/statement.ts';
import type { EventableKind } from '../../../lib/iris.ts';
import { listPrivateAccess } from '../../moderation/private-access.ts';
import { jsonWithArray } from './lists.ts';
import { itemOrigin } from './origin.ts';

const batchSize = 200;

/** Newest first. Items that were deleted since then have only their number. */
export async function* moderatorAccessJson(accountId: number): AsyncGenerator<Buffer> {
  async function* accesses() {
    for (let before = Number.MAX_SAFE_INTEGER; ; ) {
      const list = await listPrivateAccess(accountId, { before, limit: batchSize });
      const ids = [...new Set(list.flatMap(({ itemIds }) => itemIds))];
      const own = (await selectVisibleIds(db, accountId, null, ids)).filter(
        (item) => item.account_id === accountId,
      );
      const known = new Map(own.map(({ id, type }) => [id, type as EventableKind]));
      for (const { at, by, action, place, itemIds } of list) {
        const items = itemIds.map((id) => {
          const type = known.get(id);
          return { id, iri: type ? itemOrigin(accountId, { id, type }) : null };
        });
        yield { at: at.toISOString(), by, action, place: place || null, items };
      }
      if (list.length < batchSize) return;
      before = list.at(-1)!.id;
    }
  }
  yield* jsonWithArray({ version: 1 }, 'accesses', accesses());
}
