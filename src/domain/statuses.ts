/** Short posts of ours. */
import { countReply, insertEventable, nextEventableId } from '../db/sql/eventables.ts';
import { insertMentions } from '../db/sql/parts.ts';
import { type Tx, transact } from '../db/transaction.ts';
import { DomainError, invalid } from '../lib/errors.ts';
import { iris } from '../lib/iris.ts';
import { findHashtags, findMentions, renderMarkdown } from '../lib/markdown.ts';
import { type AccountCard, findAccountByHandle, getAccount } from './accounts/account.ts';
import type { Visibility } from './eventables/draft.ts';
import type { EventableType } from './eventables/eventable.ts';
import { decideLocale } from './eventables/locale.ts';
import { getStanding, lockOwned } from './eventables/own.ts';
import { announceCreation, remove } from './eventables/publish.ts';
import { notifyOfItem } from './notifications.ts';

export interface StatusDraft {
  /** Markdown. */
  content: string;
  visibility: Visibility;
  locale: string | null;
  sensitive: boolean;
  spoilerText: string;
  inReplyToId: number | null;
  /** What the item answered must be. */
  inReplyToType?: EventableType;
}

const maxMentions = 20;

export async function createStatus(accountId: number, draft: StatusDraft): Promise<number> {
  return transact(async (tx) => {
    const account = await getAccount(accountId, tx);
    const parent = await getParent(tx, accountId, draft);
    const mentioned = await findMentioned(tx, draft.content);
    const contentHtml = renderMarkdown(draft.content, {
      mention: (handle) => linkTo(mentioned.get(handle)),
    });
    const [{ id } = { id: 0 }] = await nextEventableId(tx);
    const now = new Date();

    const row = {
      type: 'status',
      account_id: accountId,
      iri: iris.eventable('status', accountId, id),
      url: iris.page('status', account.username, id),
      publication: 'published',
      visibility: draft.visibility,
      name: '',
      content: draft.content,
      content_html: contentHtml,
      locale: decideLocale(draft.locale, account.locale, contentHtml),
      sensitive: draft.sensitive,
      spoiler_text: draft.spoilerText,
      in_reply_to_id: parent?.id,
      in_reply_to_iri: parent?.iri,
      tags: findHashtags(draft.content),
      created_at: now,
      published_at: now,
      updated_at: now,
    };
    await insertEventable(tx, id, JSON.stringify(row));
    const ids = new Set([...mentioned.values()].map((card) => card.id));
    if (ids.size > 0) await insertMentions(tx, id, [...ids]);
    if (parent) await countReply(tx, parent.id, 1);
    await announceCreation(tx, { id, accountId, isReply: parent !== null, at: now });
    await notifyOfItem(tx, id);
    return id;
  });
}

export async function deleteStatus(accountId: number, id: number): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwned(tx, accountId, 'status', id);
    if (item.in_reply_to_id !== null) await countReply(tx, item.in_reply_to_id, -1);
    await remove(tx, item);
  });
}

async function getParent(tx: Tx, accountId: number, { inReplyToId, inReplyToType }: StatusDraft) {
  if (inReplyToId === null) return null;
  return getStanding(tx, accountId, inReplyToId, inReplyToType).catch((error) => {
    throw error instanceof DomainError ? invalid('in_reply_to_id', 'must be an item you can see') : error;
  });
}

/** By the handle as it stands in the text; accounts not known here are only text. */
async function findMentioned(tx: Tx, content: string): Promise<Map<string, AccountCard>> {
  const found = new Map<string, AccountCard>();
  for (const handle of findMentions(content).slice(0, maxMentions)) {
    const account = await findAccountByHandle(handle, tx);
    if (account && !account.deletedAt) found.set(handle, account);
  }
  return found;
}

function linkTo(card: AccountCard | undefined): { href: string; name: string } | null {
  const href = card?.url ?? card?.iri;
  return card && href ? { href, name: card.username } : null;
}
