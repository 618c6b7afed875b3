/** Reads complete items for a viewer, each with one statement. */

import { nest } from '../../db/nest-columns.ts';
import {
  listEventablesOf,
  listEventablesOfAscending,
  selectEventable,
  selectEventableByIri,
  selectRecipeBySlug,
  selectVisibleAt,
} from '../../db/sql/items.ts';
import { selectEventablesByIds } from '../../db/sql/search.ts';
import {
  type ItemVersion,
  selectRecipeVersionBySlug,
  selectVersionsForAnonymous,
  selectVersionsForMembers,
} from '../../db/sql/versions.ts';
import { db, type Executor } from '../../db/statement.ts';
import { batched } from '../../lib/batch.ts';
import { notFound } from '../../lib/errors.ts';
import { inOrder, type Page, rangeOf } from '../../lib/page.ts';
import { type Viewer, viewerOf } from '../accounts/viewer.ts';
import type { Eventable, EventableType, Medium, Recipe, Step, StepLink } from './eventable.ts';

export interface Versioned {
  /** Changes whenever a response about the item would change for this viewer. */
  responseVersion: string;
}

/** Throws not_found for missing items and for items that the viewer may not see. */
export async function getEventable(
  id: number,
  viewer: Viewer,
  on: Executor = db,
): Promise<Eventable & Versioned> {
  const [item] = toEventables(await selectEventable(on, viewer.accountId, viewer.host, id));
  if (!item) throw notFound();
  return item as Eventable & Versioned;
}

export async function findEventableByIri(
  iri: string,
  viewer: Viewer,
  on: Executor = db,
): Promise<Eventable | null> {
  return toEventables(await selectEventableByIri(on, viewer.accountId, viewer.host, iri))[0] ?? null;
}

/** Returns the items in the order of the ids, without those that the viewer may not see. */
export async function listByIds(ids: number[], { accountId, host }: Viewer): Promise<Eventable[]> {
  return ids.length === 0 ? [] : toEventables(await selectEventablesByIds(db, accountId, host, ids));
}

/** Finds a local item by its IRI or the URL of its page. */
export async function findItemAt(url: string, viewer: Viewer): Promise<Eventable | null> {
  const [found] = await selectVisibleAt(db, viewer.accountId, viewer.host, [url]);
  return found ? getEventable(found.id, viewer) : null;
}

/** Throws not_found also when the item is of another type. */
export async function getOfType<Type extends EventableType>(
  type: Type,
  id: number,
  viewer: Viewer,
): Promise<Extract<Eventable, { type: Type }> & Versioned> {
  const item = await getEventable(id, viewer);
  if (item.type !== type) throw notFound();
  return item as Extract<Eventable, { type: Type }> & Versioned;
}

/** Returns the current `responseVersion` of the item, or throws, as `getOfType` does. */
export async function getResponseVersion(
  type: EventableType,
  id: number,
  { accountId }: Viewer,
): Promise<string> {
  const found = await (accountId === null ? versionForAnonymous(id) : versionForMember({ accountId, id }));
  if (found?.type !== type) throw notFound();
  return found.responseVersion;
}

/** Concurrent reads are batched into one query. */
const versionForAnonymous = batched(async (ids: number[]): Promise<(ItemVersion | undefined)[]> => {
  const found = new Map((await selectVersionsForAnonymous(db, null, null, ids)).map((row) => [row.id, row]));
  return ids.map((id) => found.get(id));
});

const versionForMember = batched(
  async (requests: { accountId: number; id: number }[]): Promise<(ItemVersion | undefined)[]> => {
    const viewers = requests.map(({ accountId }) => accountId);
    const ids = requests.map(({ id }) => id);
    const rows = await selectVersionsForMembers(db, viewers, null, ids);
    const found = new Map(rows.map((row) => [row.place, row]));
    return requests.map((_, index) => found.get(index + 1));
  },
  { parallel: 2 },
);

export async function getRecipeBySlug(
  accountId: number,
  slug: string,
  viewer: Viewer,
): Promise<Recipe & Versioned> {
  const rows = await selectRecipeBySlug(db, viewer.accountId, viewer.host, accountId, slug);
  const [recipe] = toEventables(rows);
  if (!recipe) throw notFound();
  return recipe as Recipe & Versioned;
}

/** Returns the current `responseVersion` of the recipe, or throws, as `getRecipeBySlug` does. */
export async function getResponseVersionBySlug(
  accountId: number,
  slug: string,
  viewer: Viewer,
): Promise<string> {
  const [found] = await selectRecipeVersionBySlug(db, viewer.accountId, viewer.host, accountId, slug);
  if (!found) throw notFound();
  return found.responseVersion;
}

/** Lists the account's own items of one type, newest first unless the page says otherwise. Null lists drafts and others. */
export async function listOwn<Type extends EventableType>(
  type: Type,
  accountId: number,
  page: Page,
  publications: Eventable['publication'][] | null = null,
): Promise<Extract<Eventable, { type: Type }>[]> {
  const { above, below, ascending } = rangeOf(page);
  const list = ascending ? listEventablesOfAscending : listEventablesOf;
  const { accountId: viewer, host } = viewerOf(accountId);
  const rows = await list(db, viewer, host, accountId, type, above, below, page.limit, publications);
  return inOrder(toEventables(rows), page) as Extract<Eventable, { type: Type }>[];
}

type LinkRow = StepLink & { stepId: number };
type Original = { id: number | null; iri: string | null };
type Loaded = Eventable & { links: LinkRow[]; steps: Step[]; original: Original | null };

/** Converts rows of `fullItemSelect`. */
export function toEventables(rows: Record<string, unknown>[]): Eventable[] {
  return nest<Loaded>(rows).map(({ links, original, ...item }) => {
    const byStep = Map.groupBy(links, (link) => link.stepId);
    for (const step of item.steps)
      step.links = (byStep.get(step.id) ?? []).map(({ stepId: _, ...link }) => link);
    item.media = item.media.map(toMedium);
    const forkedFrom = { forkedFromId: original?.id ?? null, forkedFromIri: original?.iri ?? null };
    return { ...item, ...forkedFrom } as Eventable;
  });
}

/** JSON built by PostgreSQL has dates as strings. */
export const toMedium = (medium: Medium): Medium => ({ ...medium, createdAt: new Date(medium.createdAt) });
