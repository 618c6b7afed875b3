/** Files and columns of the archive of an account. */
import { z } from 'zod';
import { prisma } from '../../../db/client.ts';
import { reserveItemId, selectImportedItems } from '../../../db/sql/archive.ts';
import { selectVisibleAt, selectVisibleIds } from '../../../db/sql/items.ts';
import { listShoppingLines, selectShoppingList } from '../../../db/sql/shopping.ts';
import { db, type Executor } from '../../../db/statement.ts';
import type { Tx } from '../../../db/transaction.ts';
import { type EventableKind, eventableKinds, folders, iris, isLocalIri } from '../../../lib/iris.ts';
import { normaliseHashtags } from '../../../lib/text.ts';
import { boundedText, languageTag } from '../../../recipe-import/bounded-text.ts';
import type { StepLinkTarget } from '../../../recipe-import/draft.ts';
import type { ArchivedItem } from '../../../recipe-import/potluck-item.ts';
import { rational } from '../../../recipe-import/quantity.ts';
import type { Account } from '../../accounts/account.ts';
import { filterContexts, maxFilters, maxKeywords, maxPhraseLength } from '../../filters/filters.ts';
import { getItemHeader, toDetailColumns, uniqueSlug } from '../../items/eventable.ts';
import { enqueueLinkedFetches, findMentioned, renderPost } from '../../items/parts.ts';
import { restoreShoppingList } from '../../shopping/add.ts';
import { toLine } from '../../shopping/shopping.ts';
import { contextOf } from '../../statuses/statuses.ts';

// Defines the files of an account's archive, its manifest and its collections

export const manifestName = 'potluck.json';
export const profileName = 'profile.json';
export const collectionsName = 'collections.json';
/** Names and formats of these files are Mastodon's. */
export const followsName = 'following_accounts.csv';
export const blocksName = 'blocked_accounts.csv';
export const mutesName = 'muted_accounts.csv';
export const domainBlocksName = 'blocked_domains.csv';
/** One hashtag per line. */
export const tagsName = 'followed_tags.csv';
export const likesName = 'likes.json';
export const actorName = 'actor.json';
export const outboxName = 'outbox.json';
export const mediumName = (key: string) => `media/${key}.webp`;

const format = 'potluck-account';
const iri = z.url({ protocol: /^https?$/ }).max(2_000);
const line = z.string().max(1_000);

export const manifest = z.object({
  format: z.literal(format),
  /** Increases when an older reader would lose data. */
  version: z.literal(1),
  /** The account's IRI. The IRIs of its items start with it. */
  actor: iri,
  address: line,
  exported: line,
  /** Origins of the pinned items, in the order in which they were pinned. */
  pinned: z.array(iri).max(20),
  items: z
    .array(z.object({ file: line, type: z.enum(eventableKinds), origin: iri, name: line }))
    .max(200_000),
});
export type Manifest = z.output<typeof manifest>;
export type ManifestItem = Manifest['items'][number];

export const newManifest = (rest: Omit<Manifest, 'format' | 'version'>): Manifest => ({
  format,
  version: 1,
  ...rest,
});

export const archivedCollections = z.object({
  collections: z
    .array(
      z.object({
        name: boundedText(100).refine(Boolean),
        description: boundedText(10_000),
        /** Absent in archives of earlier versions, as are the notes. */
        visibility: z.enum(['public', 'unlisted', 'private']).default('private'),
        /** The file of the chosen picture. */
        cover: z.string().max(200).nullable().default(null),
        coverDescription: boundedText(1_500).default(''),
        items: z.array(z.url().max(1_024)).max(20_000),
        /** By the IRI of the item. */
        notes: z.record(z.url().max(1_024), boundedText(2_000)).default({}),
      }),
    )
    .max(1_000),
});
export type ArchivedCollection = z.output<typeof archivedCollections>['collections'][number];

// Defines the private notes, the shopping list and the filters in an archive

export const notesName = 'notes.json';
export const shoppingListName = 'shopping_list.json';
export const filtersName = 'filters.json';
/** Not imported again: it is a log of the server that wrote the archive. */
export const moderatorAccessName = 'moderator_access.json';

const notBlank = (max: number) => boundedText(max).refine((text) => text.trim() !== '');

export const archivedNotes = z.object({
  notes: z
    .array(
      z.object({
        /** Origin of the recipe. */
        recipe: z.url().max(1_024),
        content: notBlank(5_000),
      }),
    )
    .max(20_000),
});
export type ArchivedNote = z.output<typeof archivedNotes>['notes'][number];

const fraction = z
  .object({ numerator: z.int().min(0), denominator: z.int().min(1) })
  .transform(({ numerator, denominator }) => rational(numerator, denominator))
  .nullable();

/** Lines of recipes become lines of the member's own. */
export const archivedShoppingList = z.object({
  lines: z
    .array(
      z.object({
        name: notBlank(200),
        quantity: fraction,
        quantityMax: fraction,
        unit: boundedText(200).nullable(),
        optional: z.boolean(),
        locale: languageTag,
        checked: z.boolean(),
      }),
    )
    .max(1_000),
});

const keywords = z
  .array(z.object({ phrase: notBlank(maxPhraseLength), wholeWord: z.boolean() }))
  .min(1)
  .max(maxKeywords);

export const archivedFilters = z.object({
  filters: z
    .array(
      z.object({
        title: notBlank(100),
        contexts: z.array(z.enum(filterContexts)).min(1).max(filterContexts.length),
        action: z.enum(['warn', 'hide']),
        keywords,
        expiresAt: z.iso
          .datetime()
          .transform((text) => new Date(text))
          .nullable(),
      }),
    )
    .max(maxFilters),
});

// Defines the profile in an archive

export const profile = z.object({
  name: boundedText(100),
  /** Markdown. */
  summary: boundedText(5_000),
  locale: languageTag,
  locked: z.boolean(),
  discoverable: z.boolean(),
  indexable: z.boolean(),
  recipesAsArticles: z.boolean(),
  quotePolicy: z.enum(['everyone', 'followers', 'nobody']).optional(),
  /** Informational: aliases must be set again after the import. */
  alsoKnownAs: z.array(z.url()).max(100),
  avatar: z.object({ file: boundedText(200), description: boundedText(1_500) }).nullable(),
  header: z.object({ file: boundedText(200) }).nullish(),
});
export type Profile = z.output<typeof profile>;

// Determines the origin of items: their IRI in an archive, which also drafts have

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

// Resolves origins in an archive to items of this server or to IRIs

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

// Converts an archived item to a database row of this server

interface Columns {
  columns: Record<string, unknown>;
  mentionedIds: number[];
  isReply: boolean;
}

export async function toItemColumns(
  tx: Tx,
  id: number,
  item: ArchivedItem,
  account: Account,
  resolver: NameResolver,
): Promise<Columns> {
  const { type, publication, visibility, locale, content } = item;
  const isPublished = publication === 'published';
  const slug =
    type === 'recipe' && item.slug !== null ? await uniqueSlug(tx, account.id, item.slug) : undefined;
  const rendered = renderPost(content, await findMentioned(tx, content));
  const { mentionedIds } = rendered;
  const common = {
    ...{ type, publication, visibility, locale, content, content_html: rendered.columns.content_html },
    ...{ account_id: account.id, slug },
    ...(isPublished && {
      iri: iris.eventable(type, account.id, id),
      url: iris.page(type, account.username, slug ?? id),
    }),
    ...{ name: '', sensitive: false, spoiler_text: '', tags: item.tags },
    hashtags: normaliseHashtags([...item.tags, ...rendered.columns.tags]),
    created_at: notAfterNow(item.createdAt),
    published_at: notAfterNow(item.publishedAt),
    updated_at: new Date(),
  };
  /** Points to a known item by id, to another by its IRI. */
  const pointer = async (column: string, origin: string | null) => {
    const target = origin === null ? null : await resolver.resolve(tx, origin);
    if (!target) return { id: null, columns: {} };
    if ('id' in target) return { id: target.id, columns: { [`${column}_id`]: target.id } };
    if (!isPublished) return { id: null, columns: {} };
    await enqueueLinkedFetches(tx, [target.iri], { maxFetches: 1 });
    return { id: null, columns: { [`${column}_iri`]: target.iri } };
  };

  switch (item.type) {
    case 'recipe': {
      const { name, serving, servingType, sourceUrl, prepTime, cookTime } = item;
      const forked = await pointer('forked_from', item.forkedFrom);
      return {
        columns: {
          ...{ ...common, name, serving, serving_type: servingType, source_url: sourceUrl },
          as_article: account.recipesAsArticles,
          ...{ prep_time: prepTime, cook_time: cookTime, ...toDetailColumns(item.details) },
          ...forked.columns,
        },
        ...{ mentionedIds, isReply: false },
      };
    }
    case 'preparation':
    case 'baking': {
      const { name, serving, servingType, preparedAt, rating } = item;
      const recipe = await pointer('recipe', item.recipe);
      const own = { name, serving, serving_type: servingType, prepared_at: preparedAt, rating };
      return { columns: { ...common, ...own, ...recipe.columns }, mentionedIds, isReply: false };
    }
    case 'status': {
      const replied = await pointer('in_reply_to', item.inReplyTo);
      const parent = replied.id === null ? null : await getItemHeader(tx, account.id, replied.id);
      const own = { sensitive: item.sensitive, spoiler_text: item.spoilerText };
      return {
        columns: {
          ...{ ...common, ...rendered.columns, ...own, ...replied.columns },
          ...(parent && { in_reply_to_iri: parent.iri, context_iri: contextOf(parent) }),
        },
        mentionedIds,
        isReply: item.inReplyTo !== null,
      };
    }
  }
}

const notAfterNow = (date: Date) => new Date(Math.min(date.getTime(), Date.now()));

// Writes and restores the shopping list in an archive

export async function readShoppingList(accountId: number): Promise<z.input<typeof archivedShoppingList>> {
  const [list] = await selectShoppingList(db, accountId);
  const lines = list ? (await listShoppingLines(db, list.id)).map(toLine) : [];
  return {
    lines: lines.map(({ name, quantity, quantityMax, unit, optional, locale, checked }) => ({
      ...{ name, quantity, quantityMax, unit, optional, locale, checked },
    })),
  };
}

/** Only a member with an empty list gets the archived one. */
export const restoreArchivedList = (
  accountId: number,
  { lines }: z.output<typeof archivedShoppingList>,
): Promise<void> => restoreShoppingList(accountId, lines);

// The README.txt in an archive

export const readme = `An account of a Potluck server, complete.

recipes/*.json        each recipe as schema.org JSON-LD, which other recipe programs read; drafts, too
preparations/, bakings/, statuses/
                      preparations, bakings and posts as JSON-LD
media/                the pictures in their largest size; their alt texts are in the items
profile.json          the profile
following_accounts.csv, blocked_accounts.csv, muted_accounts.csv, blocked_domains.csv
                      as Mastodon exports and imports them
collections.json      collections, with the IRIs of their items, in order, and notes
notes.json            private notes, with the IRIs of their recipes
shopping_list.json    the shopping list, with amounts as fractions
filters.json          filters: words that the member does not want to read
followed_tags.csv     followed hashtags, one per line
likes.json            IRIs of liked items
moderator_access.json when moderators or the operator of the server read private items, which ones and why
actor.json, outbox.json
                      profile and items as ActivityPub
potluck.json          the list of items, by file and IRI

"potluck:item" in each item is the exact item: amounts as fractions, Markdown, which ingredient belongs to which
step, links between items. Import this file at Settings, Import, or with: npm run cli -- account import NAME FILE
It contains private items and drafts: keep the file safe.
`;
