/** Fetches replies to an item of another server that are missing here. */
import { findFetchable, takeReplies } from '../../src/domain/replies.ts';
import { newBudget } from '../../src/federation/resolve/budget.ts';
import { failureOf } from '../../src/federation/resolve/error.ts';
import { readReplies } from '../../src/federation/resolve/replies.ts';
import type { Handlers, Outcome } from '../handler.ts';
import { inHostSlot } from '../host-slots.ts';

export const loadReplies: Handlers['load-replies'] = async ({ eventableId, most }) => {
  const iri = await findFetchable(eventableId);
  return iri === null ? 'done' : inHostSlot(iri, () => load(eventableId, iri, most));
};

/** What cannot be read now is read when the conversation is opened again. */
async function load(eventableId: number, iri: string, most: number): Promise<Outcome> {
  try {
    await takeReplies(eventableId, await readReplies(iri, most, newBudget()), most);
  } catch (error) {
    if (failureOf(error) === null) throw error;
  }
  return 'done';
}
