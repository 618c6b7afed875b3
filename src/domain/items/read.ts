/** Reads items. */
import { selectCardsByIds, selectItemCardsOf, selectItemIds, selectNewestRecipes } from '../../db/sql/discovery.ts';
import {
  listDrafts,
  listEventablesOf,
  selectEventable,
  selectEventableByIri,
  selectLinkedItems,
  selectRecipeBySlug,
  selectVisibleAt,
} from '../../db/sql/items.ts';
import { selectQuotes } from '../../db/sql/quotes.ts';
import { selectEventablesByIds } from '../../db/sql/search-items.ts';
import {
  type ItemVersion,
  selectRecipeVersionBySlug,
  selectVersionsForAnonymous,
  selectVersionsForMembers,
} from '../../db/sql/versions.ts';
import { db, type Executor, nest, readPage } from '../../db/statement.ts';
import type { QuoteState, Visibility } from '../../db/vocabulary.ts';
import { batched } from '../../lib/batch.ts';
import { config } from '../../lib/config.ts';
import { notFound } from '../../lib/errors.ts';
import { idsOf } from '../../lib/lists.ts';
import type { Page } from '../../lib/page.ts';
import type { AccountCard, Viewer } from '../accounts/account.ts';
import type { Eventable, EventableType, Medium, Ratings, Recipe, Step, StepLink } from './eventable.ts';

// Defines the fields of an item that lists show

export interface ItemSummary extends Ratings {
  id: number;
  type: EventableType;
  iri: string | null;
  url: string | null;
  publication: 'draft' | 'published';
  visibility: Visibility;
  slug: string | null;
  name: string;
  content: string;
  contentHtml: string;
  locale: string;
  preparedAt: Date | null;
  /** Stars of a cooked item, 1 to 5. */
  rating: number | null;
  recipeId: number | null;
  inReplyToId: number | null;
  likesCount: number;
  boostsCount: number;
  repliesCount: number;
  cookedCount: number;
  sensitive: boolean;
  /** Empty if there is no content warning. */
  spoilerText: string;
  /** The IRI of the item that it quotes. */
  quoteIri: string | null;
  createdAt: Date;
  publishedAt: Date;
  editedAt: Date | null;
  liked: boolean;
  boosted: boolean;
  /** At most four. */
  media: Medium[];
  account: AccountCard;
}

// Finds the ids of items by IRI

/** Returns a map from IRI to id, without unknown IRIs. */
export async function findItemIds(iris: string[]): Promise<Map<string, number>> {
  return new Map((await selectItemIds(db, iris)).map(({ iri, id }) => [iri, id]));
}

// Reads complete items for a viewer, each with one statement

interface Versioned {
  /** Changes whenever a response about the item would change for this viewer. */
  responseVersion: string;
}

/** Returns null for missing items and for items that the viewer may not see. */
export async function findEventable(id: number, viewer: Viewer, on: Executor = db): Promise<Eventable | null> {
  return toEventables(await selectEventable(on, viewer.accountId, viewer.host, id))[0] ?? null;
}

/** Throws not_found instead. */
export async function getEventable(id: number, viewer: Viewer, on: Executor = db): Promise<Eventable & Versioned> {
  const item = await findEventable(id, viewer, on);
  if (!item) throw notFound();
  return item as Eventable & Versioned;
}

export async function findEventableByIri(iri: string, viewer: Viewer): Promise<Eventable | null> {
  return toEventables(await selectEventableByIri(db, viewer.accountId, viewer.host, iri))[0] ?? null;
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
export async function getResponseVersion(type: EventableType, id: number, { accountId }: Viewer): Promise<string> {
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
    const ids = idsOf(requests);
    const rows = await selectVersionsForMembers(db, viewers, null, ids);
    const found = new Map(rows.map((row) => [row.place, row]));
    return requests.map((_, index) => found.get(index + 1));
  },
  { parallel: 2 },
);

export async function getRecipeBySlug(accountId: number, slug: string, viewer: Viewer): Promise<Recipe & Versioned> {
  const rows = await selectRecipeBySlug(db, viewer.accountId, viewer.host, accountId, slug);
  const [recipe] = toEventables(rows);
  if (!recipe) throw notFound();
  return recipe as Recipe & Versioned;
}

/** Returns the current `responseVersion` of the recipe, or throws, as `getRecipeBySlug` does. */
export async function getResponseVersionBySlug(accountId: number, slug: string, viewer: Viewer): Promise<string> {
  const [found] = await selectRecipeVersionBySlug(db, viewer.accountId, viewer.host, accountId, slug);
  if (!found) throw notFound();
  return found.responseVersion;
}

/**
 * Lists the account's own items of one type, newest first unless the page says otherwise. Null lists drafts and others.
 */
export async function listOwn<Type extends EventableType>(
  type: Type,
  accountId: number,
  page: Page,
  publications: Eventable['publication'][] | null = null,
): Promise<Extract<Eventable, { type: Type }>[]> {
  const rows = await readPage(listEventablesOf, page, [accountId, null, accountId, type], publications);
  return toEventables(rows) as Extract<Eventable, { type: Type }>[];
}

/** Lists the account's drafts of all types, newest first unless the page says otherwise. */
export const listDraftsOf = (accountId: number, page: Page) =>
  readPage(listDrafts, page, [accountId, null, accountId, null]);

type LinkRow = StepLink & { stepId: number };
type Original = { id: number | null; iri: string | null };
type Loaded = Eventable & { links: LinkRow[]; steps: Step[]; original: Original | null };

/** Converts rows of `fullItemSelect`. */
export function toEventables(rows: Record<string, unknown>[]): Eventable[] {
  return nest<Loaded>(rows).map(({ links, original, ...item }) => {
    const byStep = Map.groupBy(links, (link) => link.stepId);
    for (const step of item.steps) step.links = (byStep.get(step.id) ?? []).map(({ stepId: _, ...link }) => link);
    item.media = item.media.map(toMedium);
    const forkedFrom = { forkedFromId: original?.id ?? null, forkedFromIri: original?.iri ?? null };
    return { ...item, ...forkedFrom } as Eventable;
  });
}

/** JSON built by PostgreSQL has dates as strings. */
export const toMedium = (medium: Medium): Medium => ({ ...medium, createdAt: new Date(medium.createdAt) });

export const withMedia = <Item extends { media: Medium[] }>(item: Item): Item => ({
  ...item,
  media: item.media.map(toMedium),
});

// Lists items as cards for web pages

export interface ItemCard extends ItemSummary {
  /** Seconds. */
  prepTime: number | null;
  /** Seconds. */
  cookTime: number | null;
  /** Seconds, as stated. */
  totalTime: number | null;
  /** Seconds. */
  restTime: number | null;
  tags: string[];
}

/** Lists public recipes of local, discoverable accounts, newest first. */
export async function listNewestRecipes({ accountId, host }: Viewer, limit: number): Promise<ItemCard[]> {
  return toCards(await selectNewestRecipes(db, accountId, host, limit));
}

/** Lists the published items of an account that the viewer may see, without direct messages and replies. */
export async function listItemsOf(
  accountId: number,
  types: EventableType[],
  viewer: Viewer,
  page: Page,
): Promise<ItemCard[]> {
  return toCards(await readPage(selectItemCardsOf, page, [viewer.accountId, viewer.host, accountId, types]));
}

/** Returns the items in the order of the ids, without those that the viewer may not see. */
export async function listCardsByIds(ids: number[], { accountId, host }: Viewer): Promise<ItemCard[]> {
  return ids.length === 0 ? [] : toCards(await selectCardsByIds(db, accountId, host, ids));
}

export const toCards = (rows: Record<string, unknown>[]): ItemCard[] => nest<ItemCard>(rows).map(withMedia);

// Lists the items that an item's steps link to, directly or through other items

const maxLinkedItems = 100;

/**
 * Lists at most 100 linked items of the same kind, nearest first, each once. Links are followed through items of other
 * kinds, but not through items that the viewer may not see. Throws not_found.
 */
export async function listLinked<Type extends EventableType>(
  type: Type,
  id: number,
  viewer: Viewer,
): Promise<Extract<Eventable, { type: Type }>[]> {
  const { accountId, host } = viewer;
  const rows = await selectLinkedItems(db, accountId, host, id, type, config.maxLinkDepth, maxLinkedItems + 1);
  const [root, ...linked] = toEventables(rows);
  if (!root) throw notFound();
  return linked as Extract<Eventable, { type: Type }>[];
}

// Loads what statuses quote, for a viewer

export interface Quote {
  /** Whether the author of the quoted item approves. */
  state: QuoteState;
  /** The IRI of the approval (FEP-044f). */
  authorizationIri: string | null;
  /** Null unless the quote is accepted, the viewer may see the item, and lists may show its author to the viewer. */
  item: ItemSummary | null;
}

export type WithQuote<Item> = Item & { quote: Quote | null };

interface Quoting {
  id: number;
  quoteIri: string | null;
}

/** Adds what each item quotes, as `findQuotes` does. */
export async function withQuotes<Item extends Quoting>(items: Item[], viewer: Viewer): Promise<WithQuote<Item>[]> {
  const quotes = await findQuotes(items, viewer);
  return items.map((item) => ({ ...item, quote: quotes.get(item.id) ?? null }));
}

export async function withQuote<Item extends Quoting>(item: Item, viewer: Viewer): Promise<WithQuote<Item>> {
  return (await withQuotes([item], viewer))[0]!;
}

type LoadedQuote = Quote & { quotingId: number; item: { id: number | null } };

/** Returns quotes by the id of the quoting item. Takes one statement, and none if nothing is quoted. */
export async function findQuotes(items: Quoting[], { accountId, host }: Viewer): Promise<ReadonlyMap<number, Quote>> {
  const ids = items.filter(({ quoteIri }) => quoteIri !== null).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = nest<LoadedQuote>(await selectQuotes(db, accountId, host, ids));
  return new Map(
    rows.map(({ quotingId, item, ...quote }) => [
      quotingId,
      { ...quote, item: item.id === null ? null : withMedia(item) },
    ]),
  );
}
