/** The names that items bear in an archive: their IRIs, which for one's own stay the same while they are drafts. */
import { selectOrigins } from '../../../db/sql/moving.ts';
import { db } from '../../../db/statement.ts';
import { type EventableKind, iris } from '../../../lib/iris.ts';

interface Named {
  id: number | null;
  type: EventableKind | null;
  iri: string | null;
}

/** Of the account's own item. */
export const originOf = (accountId: number, { id, type }: { id: number; type: EventableKind }): string =>
  iris.eventable(type, accountId, id);

/** Of what an item of the account points at; null for what has no name at all. */
export function originOfTarget(accountId: number, { id, type, iri }: Named): string | null {
  if (iri === null) return id === null || type === null ? null : originOf(accountId, { id, type });
  // Published again, one's own has another IRI each time.
  const own = `${iris.actor(accountId)}/`;
  return iri.startsWith(own) ? `${own}${iri.slice(own.length).split('/').slice(0, 2).join('/')}` : iri;
}

/** What items were called where they came from, by their ids. */
export async function findFormerly(accountId: number, ids: number[]): Promise<Map<number, string[]>> {
  const rows = ids.length === 0 ? [] : await selectOrigins(db, accountId, ids);
  const byId = Map.groupBy(rows, (row) => row.eventable_id);
  return new Map([...byId].map(([id, named]) => [id, named.map((row) => row.origin)]));
}
