/** Names what moderators decide, for members and for moderators. */

import type { Decision } from '../../domain/moderation/decisions.ts';
import { t } from '../../lib/language/text.ts';

export const decisionTitle = (action: Decision['action']): string => t(`decisions.title-${action}`);

/** What it means for the member, as a sentence. */
export const decisionMeaning = (action: Decision['action']): string => t(`decisions.meaning-${action}`);

export const appealState = ({ appealedAt, appealClosedAt, undoneAt }: Decision): string => {
  if (!appealedAt) return '';
  if (!appealClosedAt) return t('decisions.appeal-open');
  return t(undoneAt ? 'decisions.appeal-granted' : 'decisions.appeal-rejected');
};
