/** Names what moderators decide, for members and for moderators. */
import type { Decision } from '../../domain/moderation/decisions.ts';

export const decisionTitles: Record<Decision['action'], string> = {
  warn: 'Warning',
  remove_items: 'Posts removed',
  mark_sensitive: 'Posts marked as sensitive',
  limit: 'Account limited',
  suspend: 'Account suspended',
};

/** What it means for the member, as a sentence. */
export const decisionMeanings: Record<Decision['action'], string> = {
  warn: 'You received a warning. Nothing else changed.',
  remove_items: 'The posts below were deleted here and on other servers.',
  mark_sensitive: 'The posts below are shown behind a warning.',
  limit:
    'Only your followers see your posts in lists and searches, and only they are notified of what you do.',
  suspend: 'Your account and its posts are hidden, and you cannot log in.',
};

export const appealState = ({ appealedAt, appealClosedAt, undoneAt }: Decision): string => {
  if (!appealedAt) return '';
  if (!appealClosedAt) return 'Appeal waiting for an answer';
  return undoneAt ? 'Appeal granted' : 'Appeal rejected';
};
