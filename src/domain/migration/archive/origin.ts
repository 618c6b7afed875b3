/** Determines the origin of items: their IRI in an archive, which also drafts have. */
import { prisma } from '../../../db/client.ts';
import { type EventableKind, iris } from '../../../lib/iris.ts';

interface Target {
  id: number | null;
  type: EventableKind | null;
  iri: string | null;
}

/** The origin of one of the account's own items. */
export const itemOrigin = (accountId: number, { id, type }: { id: number; type: EventableKind }): string =>
  iris.eventable(type, accountId, id);

/** The origin of an item that one of the account's items refers to; null without id and IRI. */
export function targetOrigin(accountId: number, { id, type, iri }: Target): string | null {
  if (iri === null) return id === null || type === null ? null : itemOrigin(accountId, { id, type });
  // Own items get another IRI suffix each time they are published.
  const own = `${iris.actor(accountId)}/`;
  return iri.startsWith(own) ? `${own}${iri.slice(own.length).split('/').slice(0, 2).join('/')}` : iri;
}

/** Returns the origins of restored items on earlier servers, by item id. */
export async function listFormerOrigins(accountId: number, ids: number[]): Promise<Map<number, string[]>> {
  const rows = await prisma().importedItem.findMany({
    select: { origin: true, eventableId: true },
    where: { accountId, eventableId: { in: ids }, finishedAt: { not: null } },
    orderBy: { origin: 'asc' },
    take: 1_000,
  });
  const byId = Map.groupBy(rows, (row) => Number(row.eventableId));
  return new Map([...byId].map(([id, origins]) => [id, origins.map((row) => row.origin)]));
}
