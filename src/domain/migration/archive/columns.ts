/** Converts what an archive holds to rows of this server: origins and items. */
import { prisma } from '../../../db/client.ts';
import { reserveItemId, selectImportedItems } from '../../../db/sql/archive.ts';
import { selectVisibleAt, selectVisibleIds } from '../../../db/sql/items.ts';
import { db, type Executor } from '../../../db/statement.ts';
import type { Tx } from '../../../db/transaction.ts';
import { type EventableKind, folders, iris, isLocalIri, normalIri } from '../../../lib/iris.ts';
import { normaliseHashtags } from '../../../lib/text.ts';
import type { StepLinkTarget } from '../../../recipe-import/draft.ts';
import type { ArchivedItem } from '../../../recipe-import/potluck-item.ts';
import type { Account } from '../../accounts/account.ts';
import { getItemHeader, toDetailColumns, uniqueSlug } from '../../items/eventable.ts';
import { enqueueLinkedFetches, findMentioned, renderPost } from '../../items/parts.ts';
import { initialColumns, type NewRow, notAfterNow, type OwnColumns, type SharedColumns } from '../../items/save.ts';
import { contextForReply } from '../../statuses/statuses.ts';
import { takeFetches } from '../fetches.ts';

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
interface ArchivedNames {
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
      const id = (await findExisting([origin])) ?? (await reserveItemId(on, accountId, origin))[0]!.eventable_id;
      const [restored] = await selectVisibleIds(on, accountId, null, [id]);
      return restored ? { id, type } : { iri: iris.eventable(type, accountId, id) };
    }
    const [visible] = await selectVisibleAt(on, accountId, null, [origin]);
    if (visible) return { id: visible.id, type: visible.type };
    return isLocalIri(origin) || origin.startsWith(`${actor}/`) ? null : { iri: normalIri(origin) };
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

// Converts an archived item to a row of this server

export async function toNewRow(
  tx: Tx,
  id: number,
  item: ArchivedItem,
  account: Account,
  resolver: NameResolver,
): Promise<{ row: NewRow; mentionedIds: number[] }> {
  const { columns, mentionedIds } = renderPost(item.content, await findMentioned(tx, item.content));
  const shared: SharedColumns = {
    ...initialColumns(account.id),
    ...columns,
    ...(await addressesOf(tx, id, item, account)),
    publication: item.publication,
    visibility: item.visibility,
    locale: item.locale,
    // Statuses have no tags but those in their text.
    ...(item.type !== 'status' && {
      tags: item.tags,
      hashtags: normaliseHashtags([...item.tags, ...columns.tags]),
    }),
    name: item.type === 'status' ? '' : item.name,
    created_at: notAfterNow(item.createdAt),
    published_at: notAfterNow(item.publishedAt),
  };
  const own = await toOwnColumns(tx, item, account, (origin) => pointTo(tx, origin, item, account, resolver));
  return { row: { ...shared, ...own }, mentionedIds };
}

async function addressesOf(tx: Tx, id: number, item: ArchivedItem, { id: accountId, username }: Account) {
  const { type, publication } = item;
  const slug = type === 'recipe' && item.slug !== null ? await uniqueSlug(tx, accountId, item.slug) : undefined;
  if (publication !== 'published') return { slug };
  return { slug, iri: iris.eventable(type, accountId, id), url: iris.page(type, username, slug ?? id) };
}

interface Pointer {
  id?: number | undefined;
  iri?: string;
}

/** Points to a known item by id, to another by its IRI. */
async function pointTo(
  tx: Tx,
  origin: string | null,
  { publication }: ArchivedItem,
  { id: accountId }: Account,
  resolver: NameResolver,
): Promise<Pointer> {
  const target = origin === null ? null : await resolver.resolve(tx, origin);
  if (!target || 'id' in target) return { id: target?.id };
  if (publication !== 'published') return {};
  const fetched = isLocalIri(target.iri) ? [] : await takeFetches(tx, accountId, [target.iri]);
  await enqueueLinkedFetches(tx, fetched, { maxFetches: 1 });
  return { iri: target.iri };
}

async function toOwnColumns(
  tx: Tx,
  item: ArchivedItem,
  account: Account,
  point: (origin: string | null) => Promise<Pointer>,
): Promise<Partial<SharedColumns> & OwnColumns[EventableKind]> {
  if (item.type === 'recipe') {
    const original = await point(item.forkedFrom);
    return {
      type: item.type,
      serving: item.serving,
      serving_type: item.servingType,
      source_url: item.sourceUrl,
      as_article: account.recipesAsArticles,
      prep_time: item.prepTime,
      cook_time: item.cookTime,
      ...toDetailColumns(item.details),
      forked_from_id: original.id,
      forked_from_iri: original.iri,
    };
  }
  if (item.type === 'status') {
    const replied = await point(item.inReplyTo);
    const parent = replied.id === undefined ? null : await getItemHeader(tx, account.id, replied.id);
    return {
      type: item.type,
      sensitive: item.sensitive,
      spoiler_text: item.spoilerText,
      in_reply_to_id: replied.id,
      in_reply_to_iri: parent ? parent.iri : replied.iri,
      context_iri: parent && contextForReply(parent, item.visibility),
    };
  }
  const recipe = await point(item.recipe);
  return {
    type: item.type,
    serving: item.serving,
    serving_type: item.servingType,
    prepared_at: item.preparedAt,
    rating: item.rating,
    recipe_id: recipe.id,
    recipe_iri: recipe.iri,
  };
}
