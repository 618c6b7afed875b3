/** Resolves origins in an archive to items of this server or to IRIs. */

import { reserveItemId, selectImportedItems } from '../../../db/sql/archive.ts';
import { selectVisibleAt, selectVisibleIds } from '../../../db/sql/items.ts';
import { db, type Executor } from '../../../db/statement.ts';
import { type EventableKind, folders, iris, isLocalIri } from '../../../lib/iris.ts';
import type { StepLinkTarget } from '../../../recipe-import/draft.ts';

export interface NameResolver {
  /** Returns the id of the account's item with one of these origins, or null. */
  findExisting(origins: string[]): Promise<number | null>;
  /** Reserves an id for items of the archive. Returns null if the item is neither in the archive nor reachable. */
  resolve(on: Executor, origin: string): Promise<StepLinkTarget | null>;
}

/** The account and the items of an archive. */
export interface ArchivedNames {
  actor: string;
  /** Returns the type of the archive's item with this origin, or null. */
  findType(origin: string): Promise<EventableKind | null>;
}

export function createNameResolver(accountId: number, { actor, findType }: ArchivedNames): NameResolver {
  const findExisting: NameResolver['findExisting'] = async (origins) => {
    const [imported] = await selectImportedItems(db, accountId, origins);
    if (imported) return imported.eventable_id;
    const ids = origins.flatMap((origin) => ownId(accountId, origin) ?? []);
    const found = ids.length === 0 ? [] : await selectVisibleIds(db, accountId, null, ids);
    return found.find((row) => row.account_id === accountId)?.id ?? null;
  };

  const resolve: NameResolver['resolve'] = async (on, origin) => {
    const type = await findType(origin);
    if (type) {
      const id =
        (await findExisting([origin])) ?? (await reserveItemId(on, accountId, origin))[0]!.eventable_id;
      const [restored] = await selectVisibleIds(on, accountId, null, [id]);
      return restored ? { id, type } : { iri: iris.eventable(type, accountId, id) };
    }
    const [visible] = await selectVisibleAt(on, accountId, null, [origin]);
    if (visible) return { id: visible.id, type: visible.type };
    return isLocalIri(origin) || origin.startsWith(`${actor}/`) ? null : { iri: origin };
  };

  return { findExisting, resolve };
}

const kinds = Object.entries(folders) as [EventableKind, string][];

function ownId(accountId: number, origin: string): number | null {
  const own = `${iris.actor(accountId)}/`;
  if (!origin.startsWith(own)) return null;
  const [folder, id = ''] = origin.slice(own.length).split('/');
  return kinds.some(([, known]) => known === folder) && /^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : null;
}
