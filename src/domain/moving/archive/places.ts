/** What names in an archive stand for here: items that came with it, and others as far as the account may see them. */
import { selectVisibleAt, selectVisibleIds } from '../../../db/sql/eventables.ts';
import { reserveItem, selectItemsNamed } from '../../../db/sql/moving.ts';
import { db, type Executor } from '../../../db/statement.ts';
import { type EventableKind, folders, iris, isOurs } from '../../../lib/iris.ts';
import type { StepLinkTarget } from '../../eventables/draft.ts';
import type { Manifest } from './layout.ts';

export interface Places {
  /** Id of an item of the account that is this one already; null when there is none. */
  findHere(names: string[]): Promise<number | null>;
  /** What the name stands for; null for what is neither here nor in the archive, nor on another server. */
  settle(on: Executor, name: string): Promise<StepLinkTarget | null>;
}

export function placesFor(accountId: number, { actor, items }: Manifest): Places {
  const typeOf = new Map(items.map(({ origin, type }) => [origin, type]));

  const findHere: Places['findHere'] = async (names) => {
    const [imported] = await selectItemsNamed(db, accountId, names);
    if (imported) return imported.eventable_id;
    const ids = names.flatMap((name) => ownId(accountId, name) ?? []);
    const found = ids.length === 0 ? [] : await selectVisibleIds(db, accountId, null, ids);
    return found.find((row) => row.account_id === accountId)?.id ?? null;
  };

  const settle: Places['settle'] = async (on, name) => {
    const type = typeOf.get(name);
    if (type) {
      const id = (await findHere([name])) ?? (await reserveItem(on, accountId, name))[0]!.eventable_id;
      const [there] = await selectVisibleIds(on, accountId, null, [id]);
      return there ? { id, type } : { iri: iris.eventable(type, accountId, id) };
    }
    const [visible] = await selectVisibleAt(on, accountId, null, [name]);
    if (visible) return { id: visible.id, type: visible.type };
    return isOurs(name) || name.startsWith(`${actor}/`) ? null : { iri: name };
  };

  return { findHere, settle };
}

const kinds = Object.entries(folders) as [EventableKind, string][];

function ownId(accountId: number, name: string): number | null {
  const own = `${iris.actor(accountId)}/`;
  if (!name.startsWith(own)) return null;
  const [folder, id = ''] = name.slice(own.length).split('/');
  return kinds.some(([, known]) => known === folder) && /^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : null;
}
