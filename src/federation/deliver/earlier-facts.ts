/**
 * Which facts wait for earlier ones. Their jobs may run in any order, but activities about one object are delivered in the
 * order in which they were stored.
 */
import { selectUnsentFact, selectUnsentPublication } from '../../db/sql/deliveries.ts';
import { db } from '../../db/statement.ts';
import type { Fact, FactName } from '../../jobs/fact.ts';

/** The earlier fact about the same activity. */
const earlierFact: { [Name in FactName]?: FactName } = {
  'block.deleted': 'block.created',
  'boost.deleted': 'boost.created',
  'follow.deleted': 'follow.created',
  'follow.rejected': 'follow.accepted',
  'like.deleted': 'like.created',
};

/** An Update waits for the Create of its item, an interaction for all earlier ones with the same account or item. */
export async function hasUnsentEarlier(fact: Fact): Promise<boolean> {
  if (fact.fact === 'item.updated') return (await selectUnsentPublication(db, fact.eventableId)).length > 0;
  if (!('sourceId' in fact)) return false;
  return (await selectUnsentFact(db, fact.sourceId, earlierFact[fact.fact] ?? null)).length > 0;
}
