/**
 * Which facts wait for earlier ones. Their jobs may run in any order, but activities about one object are delivered in the
 * order in which they were stored.
 */
import { selectUnsentFact, selectUnsentPublication } from '../../db/sql/federation/outgoing.ts';
import { db } from '../../db/statement.ts';
import type { Fact, FactName } from '../../jobs/fact.ts';

/** The fact about the same interaction that is sent first: `former` is about an earlier activity, the others about the same. */
const earlierFacts: { [Name in FactName]?: { fact: FactName; former?: true } } = {
  'block.created': { fact: 'block.deleted', former: true },
  'block.deleted': { fact: 'block.created' },
  'boost.created': { fact: 'boost.deleted', former: true },
  'boost.deleted': { fact: 'boost.created' },
  'follow.created': { fact: 'follow.deleted', former: true },
  'follow.deleted': { fact: 'follow.created' },
  'follow.rejected': { fact: 'follow.accepted' },
  'like.created': { fact: 'like.deleted', former: true },
  'like.deleted': { fact: 'like.created' },
};

export async function hasUnsentEarlier(fact: Fact): Promise<boolean> {
  if (fact.fact === 'item.updated') return (await selectUnsentPublication(db, fact.eventableId)).length > 0;
  const earlier = earlierFacts[fact.fact];
  if (!earlier || !('sourceId' in fact)) return false;
  return (await selectUnsentFact(db, fact.sourceId, earlier.fact, earlier.former ?? false)).length > 0;
}
