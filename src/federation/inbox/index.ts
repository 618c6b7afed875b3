/** Maps each activity type to its handler. */
import type { ActivityType } from '../activity.ts';
import { onAccept } from './accept.ts';
import type { OnActivity } from './activity.ts';
import { onAnnounce } from './announce.ts';
import { onBlock } from './block.ts';
import { onCreate } from './create.ts';
import { onDelete } from './delete.ts';
import { onFeatured } from './featured.ts';
import { onFlag } from './flag.ts';
import { onFollow } from './follow.ts';
import { onEmojiReact, onLike } from './like.ts';
import { onMove } from './move.ts';
import { onQuoteRequest } from './quote-request.ts';
import { onReject } from './reject.ts';
import { onUndo } from './undo.ts';
import { onUpdate } from './update.ts';

/** Dislikes are not counted. */
const unsupported: OnActivity = async () => 'unsupported';

export const inbox: Record<ActivityType, OnActivity> = {
  Accept: onAccept,
  Add: onFeatured,
  Announce: onAnnounce,
  Block: onBlock,
  Create: onCreate,
  Delete: onDelete,
  Dislike: unsupported,
  EmojiReact: onEmojiReact,
  Flag: onFlag,
  Follow: onFollow,
  Like: onLike,
  Move: onMove,
  QuoteRequest: onQuoteRequest,
  Reject: onReject,
  Remove: onFeatured,
  Undo: onUndo,
  Update: onUpdate,
};
