/** Waits for the look-ups of a post's mentions, and then links the accounts that were found. */

import { insertMentions, selectMentionedIds, updateEventable } from '../../db/sql/items.ts';
import { updateUndeliveredNotice } from '../../db/sql/notifications.ts';
import { lockMentioningStatus, selectMentionLookUps } from '../../db/sql/statuses.ts';
import { db } from '../../db/statement.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { findMentioned } from '../items/mentions.ts';
import { renderPost } from '../items/render-post.ts';

const pollIntervalMs = 1_000;
/** A post is sent without the mentions that are not looked up in this time. */
const maxDelayMs = 60_000;
/** Nobody else waits for a direct post without other recipients. */
const maxDirectDelayMs = 3_600_000;

/**
 * Returns when to call again while look-ups run, and null once the mentions are final. Idempotent. Tells the author of a
 * direct post if nobody was found.
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
  if (content_html !== status.content_html)
    await updateEventable(tx, eventableId, JSON.stringify({ content_html }));
  await insertMentions(tx, eventableId, mentionedIds);
  const isUndelivered =
    status.visibility === 'direct' && mentionedIds.every((id) => id === status.account_id);
  await updateUndeliveredNotice(tx, eventableId, isUndelivered);
}
