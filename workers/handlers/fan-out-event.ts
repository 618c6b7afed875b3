/** Writes events into the home timelines of their author's local followers. */
import { fanOut, fanOutSmallEvents } from '../../src/domain/timelines/fan-out.ts';
import { batched } from '../../src/lib/batch.ts';
import { log } from '../../src/lib/log.ts';
import type { Handlers } from '../handler.ts';

/** Resolves to whether the event is fanned out. Events of one job batch share a statement. */
const fanOutIfSmall = batched(async (eventIds: number[]) => {
  try {
    const done = await fanOutSmallEvents(eventIds);
    return eventIds.map((id) => done.has(id));
  } catch (error) {
    log.warn({ error: (error as Error).message }, 'events that failed together are fanned out one by one');
    return eventIds.map(() => false);
  }
});

export const fanOutEvent: Handlers['fan-out-event'] = async ({ eventId }) => {
  if (!(await fanOutIfSmall(eventId))) await fanOut(eventId);
  return 'done';
};
