/** Writes an event into the home timelines of the local followers of who did it. */
import { fanOut } from '../../src/domain/fan-out.ts';
import type { Handlers } from '../handler.ts';

export const fanOutEvent: Handlers['fan-out-event'] = async ({ eventId }) => {
  await fanOut(eventId);
  return 'done';
};
