/** Reads whole items, each by one statement, always for a viewer. */

import { nest } from '../../db/nest.ts';
import {
  listEventablesOf,
  listEventablesOfAscending,
  selectEventable,
  selectEventableByIri,
  selectRecipeBySlug,
  selectVisibleAt,
} from '../../db/sql/eventables.ts';
import { selectEventablesByIds } from '../../db/sql/search.ts';
import {
  type ItemStamp,
  selectRecipeStamp,
  selectStampsForAnyone,
  selectStampsForMembers,
} from '../../db/sql/stamps.ts';
import { db, type Executor } from '../../db/statement.ts';
import { batched } from '../../lib/batch.ts';
import { notFound } from '../../lib/errors.ts';
import { inOrder, type Page, windowOf } from '../../lib/page.ts';
import type { Eventable, EventableType, Medium, Recipe, Step, StepLink } from './eventable.ts';
import { type Viewer, viewerOf } from './visibility.ts';

/** What says, by the same text, that an item read before would be read the same again. */
export interface Stamped {
  stamp: string;
}

/** Throws not_found for what is missing and for what the viewer may not see. */
export async function getEventable(
  id: number,
  viewer: Viewer,
  on: Executor = db,
): Promise<Eventable & Stamped> {
  const [item] = toEventables(await selectEventable(on, viewer.accountId, viewer.host, id));
  if (!item) throw notFound();
  return item as Eventable & Stamped;
}

export async function findEventableByIri(
  iri: string,
  viewer: Viewer,
  on: Executor = db,
): Promise<Eventable | null> {
  return toEventables(await selectEventableByIri(on, viewer.accountId, viewer.host, iri))[0] ?? null;
}

/** In the order of the ids; what the viewer may not see is left out. */
export async function listByIds(ids: number[], { accountId, host }: Viewer): Promise<Eventable[]> {
  return ids.length === 0 ? [] : toEventables(await selectEventablesByIds(db, accountId, host, ids));
}

/** By the address of its page or its IRI, if it is one of ours. */
export async function findItemAt(url: string, viewer: Viewer): Promise<Eventable | null> {
  const [found] = await selectVisibleAt(db, viewer.accountId, viewer.host, [url]);
  return found ? getEventable(found.id, viewer) : null;
}

/** The item of one kind; another kind under that id is as good as none. */
export async function getOfType<Type extends EventableType>(
  type: Type,
  id: number,
  viewer: Viewer,
): Promise<Extract<Eventable, { type: Type }> & Stamped> {
  const item = await getEventable(id, viewer);
  if (item.type !== type) throw notFound();
  return item as Extract<Eventable, { type: Type }> & Stamped;
}

/** The stamp with which `getOfType` would answer now. Throws not_found as it does. */
export async function getStamp(type: EventableType, id: number, { accountId }: Viewer): Promise<string> {
  const found = await (accountId === null ? stampForAnyone(id) : stampForMember({ accountId, id }));
  if (found?.type !== type) throw notFound();
  return found.stamp;
}

/** Read anew for every request, but for many of them at a time. */
const stampForAnyone = batched(async (ids: number[]): Promise<(ItemStamp | undefined)[]> => {
  const found = new Map((await selectStampsForAnyone(db, null, null, ids)).map((row) => [row.id, row]));
  return ids.map((id) => found.get(id));
});

const stampForMember = batched(
  async (asked: { accountId: number; id: number }[]): Promise<(ItemStamp | undefined)[]> => {
    const viewers = asked.map(({ accountId }) => accountId);
    const ids = asked.map(({ id }) => id);
    const rows = await selectStampsForMembers(db, viewers, null, ids);
    const found = new Map(rows.map((row) => [row.place, row]));
    return asked.map((_, index) => found.get(index + 1));
  },
  { parallel: 2 },
);

export async function getRecipeBySlug(
  accountId: number,
  slug: string,
  viewer: Viewer,
): Promise<Recipe & Stamped> {
  const rows = await selectRecipeBySlug(db, viewer.accountId, viewer.host, accountId, slug);
  const [recipe] = toEventables(rows);
  if (!recipe) throw notFound();
  return recipe as Recipe & Stamped;
}

/** The stamp with which `getRecipeBySlug` would answer now. Throws not_found as it does. */
export async function getStampBySlug(accountId: number, slug: string, viewer: Viewer): Promise<string> {
  const [found] = await selectRecipeStamp(db, viewer.accountId, viewer.host, accountId, slug);
  if (!found) throw notFound();
  return found.stamp;
}

/** The account's own items of one kind, newest first unless the page says otherwise. */
export async function listOwn<Type extends EventableType>(
  type: Type,
  accountId: number,
  page: Page,
): Promise<Extract<Eventable, { type: Type }>[]> {
  const { above, below, ascending } = windowOf(page);
  const list = ascending ? listEventablesOfAscending : listEventablesOf;
  const { accountId: viewer, host } = viewerOf(accountId);
  const rows = await list(db, viewer, host, accountId, type, above, below, page.limit);
  return inOrder(toEventables(rows), page) as Extract<Eventable, { type: Type }>[];
}

type LinkRow = StepLink & { stepId: number };
type Loaded = Eventable & { links: LinkRow[]; steps: Step[] };

/** Rows of `whole`. */
export function toEventables(rows: Record<string, unknown>[]): Eventable[] {
  return nest<Loaded>(rows).map(({ links, ...item }) => {
    const byStep = Map.groupBy(links, (link) => link.stepId);
    for (const step of item.steps)
      step.links = (byStep.get(step.id) ?? []).map(({ stepId: _, ...link }) => link);
    item.media = item.media.map(toMedium);
    return item as Eventable;
  });
}

/** JSON built by the database has dates as text. */
export const toMedium = (medium: Medium): Medium => ({ ...medium, createdAt: new Date(medium.createdAt) });
