/** Statuses and their threads. */
import {
  type ItemHeader,
  insertMentions,
  selectIdsByIri,
  selectItemHeader,
  selectMentionedIds,
} from '../../db/sql/items.ts';
import { updateUndeliveredNotice } from '../../db/sql/notifications.ts';
import {
  claimReplyFetches,
  lockMentioningStatus,
  selectAncestors,
  selectDescendants,
  selectMentionLookUps,
  selectReplies,
  updateRemoteCounts,
} from '../../db/sql/statuses.ts';
import { db, readPage } from '../../db/statement.ts';
import { type BeforeCommit, type Tx, transact } from '../../db/transaction.ts';
import type { Visibility } from '../../db/vocabulary.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { createCache } from '../../lib/cache.ts';
import { config } from '../../lib/config.ts';
import { DomainError, invalid, notFound } from '../../lib/errors.ts';
import { iris, isLocalIri } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import type { Page } from '../../lib/page.ts';
import { getAccount, getAuthorOfNew, type Viewer } from '../accounts/account.ts';
import {
  type Eventable,
  type EventableType,
  getItemHeader,
  lockOwnItem,
  resolveLocale,
  type Status,
} from '../items/eventable.ts';
import type { RemoteItem } from '../items/ingest-remote.ts';
import { findMentioned, lookUpMentioned, renderPost } from '../items/parts.ts';
import { deleteItem } from '../items/publish.ts';
import { toEventables, type WithQuote, withQuotes } from '../items/read.ts';
import { type ChangedRow, editColumns, initialColumns, type NewRow, saveItems, writeColumns } from '../items/save.ts';
import { getQuotable, type QuoteTarget } from './quotes.ts';

// Waits for the look-ups of a post's mentions, and then links the accounts that were found

const pollIntervalMs = 1_000;
/** A post is sent without the mentions that are not looked up in this time. */
const maxDelayMs = 60_000;
/** Nobody else waits for a direct post without other recipients. */
const maxDirectDelayMs = 3_600_000;

/**
 * Returns when to call again while look-ups run, and null once the mentions are final. Idempotent. Tells the author of
 * a direct post if nobody was found.
 */
export async function settleMentions(eventableId: number): Promise<Date | null> {
  const [status] = await selectMentionLookUps(db, eventableId);
  if (!status) return null;

  const waits = status.visibility === 'direct' && !status.has_recipient;
  const deadline = status.updated_at.getTime() + (waits ? maxDirectDelayMs : maxDelayMs);
  const next = status.next_result_at && status.next_result_at.getTime() + pollIntervalMs;
  if (next !== null && Math.max(next, Date.now()) < deadline) return new Date(next);

  await transact((tx) => finish(tx, eventableId));
  return null;
}

/** Mentions of accounts that are still unknown become plain text for good, so that a repeated run sends the same. */
async function finish(tx: Tx, eventableId: number): Promise<void> {
  const [status] = await lockMentioningStatus(tx, eventableId);
  if (!status) return;

  const linked = new Set((await selectMentionedIds(tx, eventableId)).map(({ account_id }) => account_id));
  const known = [...(await findMentioned(tx, status.content))].filter(
    ([, { id, state }]) => linked.has(id) && state !== 'unknown',
  );
  const { columns, mentionedIds } = renderPost(status.content, new Map(known));
  const { content_html } = columns;
  if (content_html !== status.content_html) await writeColumns(tx, eventableId, { content_html });
  await insertMentions(tx, eventableId, mentionedIds);
  const isUndelivered = status.visibility === 'direct' && mentionedIds.every((id) => id === status.account_id);
  await updateUndeliveredNotice(tx, eventableId, isUndelivered);
}

// Fetches missing replies to remote items, by jobs, when a conversation is opened

/** Replies fetched when a conversation is opened. */
export const maxReplies = 200;

/** Avoids needless claims. The database decides whether a fetch is due. */
const recentRequests = createCache<number, true>({ max: 10_000, ttl: 60_000 });

/** Fetches the missing replies to an item, at most once in 15 minutes. */
export async function requestMissingReplies(eventableId: number): Promise<void> {
  if (!config.federates || recentRequests.get(eventableId)) return;
  recentRequests.set(eventableId, true);
  await enqueueReplyFetches([eventableId], maxReplies);
}

/** Fetches at most `maxFetches` replies in total to these items and, recursively, to the replies. */
export async function enqueueReplyFetches(eventableIds: number[], maxFetches: number): Promise<void> {
  await transact((tx) => claimAndEnqueue(tx, eventableIds, maxFetches));
}

async function claimAndEnqueue(tx: Tx, eventableIds: number[], maxFetches: number): Promise<void> {
  const claimed = await claimReplyFetches(tx, eventableIds);
  const maxEach = Math.floor(maxFetches / Math.max(1, claimed.length));
  if (maxEach === 0) return;
  for (const { id } of claimed) await enqueue(tx, jobs.loadReplies, { eventableId: id, maxReplies: maxEach });
}

/** Stores the counts that an item's own server states, and enqueues fetches of the replies that it lists. */
export async function ingestRepliesPage(
  eventableId: number,
  { iri, counts, replies }: { iri: string; counts: RemoteItem['counts']; replies: string[] },
  maxFetches: number,
): Promise<void> {
  await transact(async (tx) => {
    if (counts) await updateRemoteCounts(tx, eventableId, counts.likes, counts.boosts, counts.replies);
    const remote = [...new Set(replies)].filter((reply) => !isLocalIri(reply));
    const known = new Map((await selectIdsByIri(tx, remote)).map((row) => [row.iri, row.id]));
    const missing = remote.filter((reply) => !known.has(reply)).slice(0, maxFetches);
    const maxEach = Math.floor((maxFetches - missing.length) / Math.max(1, remote.length));

    for (const reply of missing) {
      await enqueue(tx, jobs.loadObject, { iri: reply, depth: 0, expectedInReplyTo: iri, replies: maxEach });
    }
    await claimAndEnqueue(tx, [...known.values()], maxEach * known.size);
  });
}

// Reads conversations for a viewer

const limits = { ancestors: 40, descendants: 200, depth: 20 };

/** Lists the direct replies to an item. Throws not_found. */
export async function listReplies(
  type: EventableType,
  id: number,
  viewer: Viewer,
  page: Page,
): Promise<WithQuote<Status>[]> {
  await requireVisible(type, id, viewer);
  await requestMissingReplies(id);
  return toStatuses(await readPage(selectReplies, page, [viewer.accountId, viewer.host, id]), viewer);
}

interface Thread {
  /** At most 40, the first item first. That is often a recipe. */
  ancestors: WithQuote<Eventable>[];
  /** At most 200, at most 20 levels deep, each after its parent. */
  descendants: WithQuote<Status>[];
}

/** Throws not_found. */
export async function getThread(id: number, viewer: Viewer): Promise<Thread> {
  await requireVisible('status', id, viewer);
  await requestMissingReplies(id);
  const { accountId, host } = viewer;
  const [ancestors, descendants] = await Promise.all([
    selectAncestors(db, accountId, host, id, limits.ancestors),
    selectDescendants(db, accountId, host, id, limits.depth, limits.descendants),
  ]);
  return {
    ancestors: await withQuotes(toEventables(ancestors), viewer),
    descendants: await toStatuses(descendants, viewer),
  };
}

/** Lists replies and their replies: at most 200, at most 20 levels deep. Does not check the item itself. */
export async function listDescendants(id: number, viewer: Viewer): Promise<WithQuote<Status>[]> {
  const { accountId, host } = viewer;
  const rows = await selectDescendants(db, accountId, host, id, limits.depth, limits.descendants);
  return toStatuses(rows, viewer);
}

const toStatuses = (rows: Record<string, unknown>[], viewer: Viewer) =>
  withQuotes(toEventables(rows) as Status[], viewer);

async function requireVisible(type: EventableType, id: number, { accountId, host }: Viewer): Promise<void> {
  const [item] = await selectItemHeader(db, accountId, host, id);
  if (item?.type !== type) throw notFound();
}

// Creates, updates and deletes local statuses

export interface StatusDraft {
  /** Markdown. */
  content: string;
  /** Null takes that of the item it replies to, or else public. */
  visibility: Visibility | null;
  locale: string | null;
  sensitive: boolean;
  spoilerText: string;
  inReplyToId: number | null;
  /** The required type of the parent. */
  inReplyToType?: EventableType;
  /** The item that is quoted below the text. */
  quoted?: QuoteTarget | null;
  /** Uploaded pictures. With at least one, the content may be blank. */
  mediaIds?: number[];
}

export async function createStatus(
  accountId: number,
  draft: StatusDraft,
  beforeCommit?: BeforeCommit<number>,
): Promise<number> {
  return transact(async (tx) => {
    const { author: account, id } = await getAuthorOfNew(accountId, tx);
    const parent = await getParent(tx, accountId, draft);
    const visibility = draft.visibility ?? parent?.visibility ?? 'public';
    const quoted = draft.quoted ? await getQuotable(tx, accountId, draft.quoted, visibility) : null;
    const mentioned = await lookUpMentioned(tx, { authorId: accountId, ...draft, visibility });
    const { columns, mentionedIds, hasPendingMentions } = renderPost(draft.content, mentioned);
    const row: NewRow = {
      ...initialColumns(accountId),
      ...columns,
      type: 'status',
      iri: iris.eventable('status', accountId, id),
      url: iris.page('status', account.username, id),
      publication: 'published',
      visibility,
      name: '',
      locale: await resolveLocale(draft.locale, account.locale, columns.content_html),
      sensitive: draft.sensitive,
      spoiler_text: draft.spoilerText,
      in_reply_to_id: parent?.id,
      in_reply_to_iri: parent?.iri,
      context_iri: parent && contextForReply(parent, visibility),
      quote_iri: quoted?.iri,
    };
    const { mediaIds } = draft;
    const isReply = parent !== null;
    await saveItems(tx, [{ origin: 'local', id, row, isReply, quoted, mentionedIds, mediaIds, hasPendingMentions }]);
    return id;
  }, beforeCommit);
}

export type StatusChanges = Partial<
  Omit<StatusDraft, 'inReplyToId' | 'inReplyToType' | 'quoted' | 'visibility'> & { visibility: Visibility }
>;

export async function updateStatus(accountId: number, id: number, changes: StatusChanges): Promise<void> {
  await transact(async (tx) => {
    const before = await lockOwnItem(tx, accountId, 'status', id);
    if (Object.keys(changes).length === 0) return;
    const { content, locale, mediaIds, visibility } = changes;
    const rendered =
      content === undefined
        ? null
        : renderPost(
            content,
            await lookUpMentioned(tx, { authorId: accountId, content, visibility: visibility ?? before.visibility }),
          );
    const account = await getAccount(accountId, tx);
    const row: ChangedRow = {
      ...rendered?.columns,
      ...(locale !== undefined && {
        locale: await resolveLocale(locale, account.locale, rendered?.columns.content_html ?? ''),
      }),
      visibility,
      sensitive: changes.sensitive,
      spoiler_text: changes.spoilerText,
      ...editColumns(before),
    };
    const { mentionedIds, hasPendingMentions } = rendered ?? {};
    await saveItems(tx, [{ origin: 'local', before, row, mentionedIds, mediaIds, hasPendingMentions }]);
  });
}

export async function deleteStatus(accountId: number, id: number): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwnItem(tx, accountId, 'status', id);
    await deleteItem(tx, item);
  });
}

const isForAll = (visibility: Visibility) => visibility === 'public' || visibility === 'unlisted';

/**
 * Returns the conversation IRI for a reply to this item: its own context, or one derived from a local first post. Null
 * for a reply that more people may read, because the IRI names the first post.
 */
export function contextForReply(parent: ItemHeader, visibility: Visibility): string | null {
  const { context_iri, iri, author_host, in_reply_to_id } = parent;
  if (isForAll(visibility) && !isForAll(parent.visibility)) return null;
  if (context_iri !== null || iri === null) return context_iri;
  return author_host === '' && in_reply_to_id === null ? iris.context(iri) : null;
}

async function getParent(tx: Tx, accountId: number, { inReplyToId, inReplyToType }: StatusDraft) {
  if (inReplyToId === null) return null;
  return getItemHeader(tx, accountId, inReplyToId, inReplyToType).catch((error) => {
    throw error instanceof DomainError ? invalid('in_reply_to_id', t('errors.must-be-visible-item')) : error;
  });
}
