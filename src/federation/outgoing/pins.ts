/** Composes Add and Remove of pinned items. */
import { findAccount } from '../../domain/accounts/account.ts';
import type { FactOf } from '../../jobs/fact.ts';
import { toAdd, toRemove } from './activities.ts';
import { activityOf, type Composed } from './outgoing.ts';

type PinFact = FactOf<'pin.created'>;

export const composeAdd = (fact: PinFact): Promise<Composed> => compose(fact, toAdd);
export const composeRemove = (fact: PinFact): Promise<Composed> => compose(fact, toRemove);

async function compose(fact: PinFact, build: typeof toAdd): Promise<Composed> {
  const { accountId, objectIri } = fact;
  const author = await findAccount(accountId);
  if (!author || author.deletedAt) return null;
  return {
    author,
    json: build(activityOf(author, fact), author, objectIri),
    objectIri,
    isPublic: true,
    recipients: { toFollowers: true, addressedIds: [], formerly: null, personally: false },
  };
}
