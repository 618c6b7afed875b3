/** Tells duplicates of a received activity from a new one under the same id. */
import { hash } from 'node:crypto';
import type { ActivityClaims } from './activity-claims.ts';

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

interface Received extends ActivityClaims {
  body: string;
  signedAt: Date;
  isForwarded: boolean;
}

/**
 * Equal for duplicates: the same id and body, and for a repeatable activity without `published` the same signing time.
 * What a forwarder adds to the body does not count. Rule: docs/decisions/0030-reused-activity-ids.md.
 */
export function digestOf({ actor, id, type, body, isDated, signedAt, isForwarded }: Received): Buffer {
  const isTimed = repeatableTypes.has(type) && (isForwarded || !isDated);
  const parts = [actor, id, isForwarded ? null : body, isTimed ? signedAt.getTime() : null];
  return hash('sha256', JSON.stringify(parts), 'buffer');
}
