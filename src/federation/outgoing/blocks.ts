/** Composes Block and its Undo. */
import { selectSource } from '../../db/sql/ledger.ts';
import { db } from '../../db/statement.ts';
import { type Account, findAccount } from '../../domain/accounts/account.ts';
import type { FactOf } from '../../jobs/fact.ts';
import type { JsonObject } from '../json-ld/json.ts';
import { toBlock, toUndoBlock } from './activities.ts';
import { activityOf, type Composed } from './outgoing.ts';

type BlockFact = FactOf<'block.created'>;

export const composeBlock = (fact: BlockFact): Promise<Composed> =>
  compose(fact, (author, blockIri, targetIri) => toBlock(blockIri, author, targetIri));

export const composeUndoBlock = (fact: BlockFact): Promise<Composed> =>
  compose(fact, (author, blockIri, targetIri) =>
    toUndoBlock(activityOf(author, fact), author, blockIri, targetIri),
  );

async function compose(
  { sourceId }: BlockFact,
  build: (author: Account, blockIri: string, targetIri: string) => JsonObject,
): Promise<Composed> {
  const [source] = await selectSource(db, sourceId);
  if (!source) return null;
  const [author, target] = await Promise.all([
    findAccount(source.account_id),
    findAccount(source.target_id!),
  ]);
  if (!author || !target?.iri) return null;
  return {
    author,
    json: build(author, source.iri, target.iri),
    objectIri: target.iri,
    isPublic: false,
    recipients: { toFollowers: false, addressedIds: [target.id], formerly: null, personally: true },
  };
}
