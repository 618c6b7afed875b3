/** What each activity does here. */
import type { ActivityType } from '../activity.ts';
import { onAccept } from './accept.ts';
import type { OnActivity } from './activity.ts';
import { onAnnounce } from './announce.ts';
import { onBlock } from './block.ts';
import { onCreate } from './create.ts';
import { onDelete } from './delete.ts';
import { onFollow } from './follow.ts';
import { onLike } from './like.ts';
import { onReject } from './reject.ts';
import { onUndo } from './undo.ts';
import { onUpdate } from './update.ts';

/** Kept for the operator to see, without an effect. */
const ignore: OnActivity = async () => 'ignored';

export const inbox: Record<ActivityType, OnActivity> = {
  Accept: onAccept,
  Add: ignore,
  Announce: onAnnounce,
  Block: onBlock,
  Create: onCreate,
  Delete: onDelete,
  Dislike: ignore,
  EmojiReact: onLike,
  Flag: ignore,
  Follow: onFollow,
  Like: onLike,
  Move: ignore,
  QuoteRequest: ignore,
  Reject: onReject,
  Remove: ignore,
  Undo: onUndo,
  Update: onUpdate,
};
