/** Creates, updates and deletes local statuses. */
import {
  type ItemHeader,
  insertEventable,
  insertMentions,
  nextEventableId,
  updateEventable,
} from '../../db/sql/items.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { DomainError, invalid } from '../../lib/errors.ts';
import { iris } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import type { Visibility } from '../../recipe-import/draft.ts';
import { getAccount } from '../accounts/account.ts';
import { getAuthor } from '../accounts/author.ts';
import { notifyOfItem } from '../accounts/notify.ts';
import { editColumns } from '../items/edit.ts';
import type { EventableType } from '../items/eventable.ts';
import { resolveLocale } from '../items/locale.ts';
import { lookUpMentioned } from '../items/mentions.ts';
import { getItemHeader, lockOwnItem } from '../items/ownership.ts';
import { announceChange, announceCreation, deleteItem } from '../items/publish.ts';
import { renderPost } from '../items/render-post.ts';
import { requireContent } from '../items/require-content.ts';
import { replaceMedia } from '../media/attach.ts';
import { getQuotable, type QuoteTarget, quote } from './quotes.ts';

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

export async function createStatus(accountId: number, draft: StatusDraft): Promise<number> {
  return transact(async (tx) => {
    const account = await getAuthor(accountId, tx);
    const parent = await getParent(tx, accountId, draft);
    const visibility = draft.visibility ?? parent?.visibility ?? 'public';
    const quoted = draft.quoted ? await getQuotable(tx, accountId, draft.quoted, visibility) : null;
    const mentioned = await lookUpMentioned(tx, { authorId: accountId, ...draft, visibility });
    const { columns, mentionedIds, hasPendingMentions } = renderPost(draft.content, mentioned);
    const [{ id } = { id: 0 }] = await nextEventableId(tx);
    const now = new Date();

    const row = {
      type: 'status',
      account_id: accountId,
      iri: iris.eventable('status', accountId, id),
      url: iris.page('status', account.username, id),
      publication: 'published',
      visibility,
      name: '',
      ...columns,
      locale: await resolveLocale(draft.locale, account.locale, columns.content_html),
      sensitive: draft.sensitive,
      spoiler_text: draft.spoilerText,
      in_reply_to_id: parent?.id,
      in_reply_to_iri: parent?.iri,
      context_iri: parent && contextOf(parent),
      quote_iri: quoted?.iri,
      created_at: now,
      published_at: now,
      updated_at: now,
    };
    await insertEventable(tx, id, JSON.stringify(row));
    if (quoted) await quote(tx, accountId, id, quoted);
    if (mentionedIds.length > 0) await insertMentions(tx, id, mentionedIds);
    await replaceMedia(tx, accountId, id, draft.mediaIds ?? []);
    const isReply = parent !== null;
    await announceCreation(tx, { id, accountId, isReply, at: now, hasPendingMentions });
    await notifyOfItem(tx, id);
    return id;
  });
}

export type StatusChanges = Partial<
  Omit<StatusDraft, 'inReplyToId' | 'inReplyToType' | 'quoted' | 'visibility'> & { visibility: Visibility }
>;

export async function updateStatus(accountId: number, id: number, changes: StatusChanges): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwnItem(tx, accountId, 'status', id);
    if (Object.keys(changes).length === 0) return;
    const { content, visibility = item.visibility } = changes;
    const rendered =
      content === undefined
        ? null
        : renderPost(content, await lookUpMentioned(tx, { authorId: accountId, content, visibility }));
    const account = await getAccount(accountId, tx);
    const { locale } = changes;

    const row = {
      ...rendered?.columns,
      ...(locale !== undefined && {
        locale: await resolveLocale(locale, account.locale, rendered?.columns.content_html ?? ''),
      }),
      ...(changes.visibility !== undefined && { visibility: changes.visibility }),
      ...(changes.sensitive !== undefined && { sensitive: changes.sensitive }),
      ...(changes.spoilerText !== undefined && { spoiler_text: changes.spoilerText }),
      ...editColumns(item),
    };
    await updateEventable(tx, id, JSON.stringify(row));
    if (rendered) await insertMentions(tx, id, rendered.mentionedIds);
    if (changes.mediaIds) {
      await replaceMedia(tx, accountId, id, changes.mediaIds);
      await requireContent(tx, id);
    }
    await announceChange(tx, item, visibility, rendered?.hasPendingMentions);
    await notifyOfItem(tx, id);
  });
}

export async function deleteStatus(accountId: number, id: number): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwnItem(tx, accountId, 'status', id);
    await deleteItem(tx, item);
  });
}

/** Returns the conversation IRI for replies to this item: its own context, or one derived from a local first post. */
export function contextOf({ context_iri, iri, author_host, in_reply_to_id }: ItemHeader): string | null {
  if (context_iri !== null || iri === null) return context_iri;
  return author_host === '' && in_reply_to_id === null ? iris.context(iri) : null;
}

async function getParent(tx: Tx, accountId: number, { inReplyToId, inReplyToType }: StatusDraft) {
  if (inReplyToId === null) return null;
  return getItemHeader(tx, accountId, inReplyToId, inReplyToType).catch((error) => {
    throw error instanceof DomainError ? invalid('in_reply_to_id', t('errors.must-be-visible-item')) : error;
  });
}
