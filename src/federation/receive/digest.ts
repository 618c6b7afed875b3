/** Tells duplicates of a received activity from a new one under the same id. */
import { hash } from 'node:crypto';
import type { VerifiedActivity } from './store.ts';

/** Activities that real servers send again under the same id after they were undone, sometimes with the same bytes. */
const repeatableTypes = new Set([
  'Accept',
  'Add',
  'Announce',
  'Block',
  'EmojiReact',
  'Follow',
  'Like',
  'Reject',
  'Remove',
  'Undo',
]);

/**
 * Equal for duplicates: the same id and body, and for a repeatable activity without `published` the same signing time.
 * What a forwarder adds to the body does not count. Rule: docs/decisions/0030-reused-activity-ids.md.
 */
export function digestOf({
  actor,
  id,
  type,
  body,
  isDated,
  signedAt,
  isForwarded,
}: Omit<VerifiedActivity, 'verifiedByLdSignature'>): Buffer {
  const isTimed = repeatableTypes.has(type) && (isForwarded || !isDated);
  const parts = [actor, id, isForwarded ? null : body, isTimed ? signedAt.getTime() : null];
  return hash('sha256', JSON.stringify(parts), 'buffer');
}
