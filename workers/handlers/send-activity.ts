/** Builds an activity, stores its bytes and lists the inboxes that receive it. Waits for the look-ups of mentioned accounts. */
import { settleMentions } from '../../src/domain/statuses/settle-mentions.ts';
import { send } from '../../src/federation/deliver/send.ts';
import type { Handlers } from '../handler.ts';

export const sendActivity: Handlers['send-activity'] = async (fact) => {
  const isWaiting = 'hasPendingMentions' in fact && fact.hasPendingMentions;
  const again = isWaiting ? await settleMentions(fact.eventableId) : null;
  return again ? { again } : send(fact);
};
