/** Composes Follow, Accept, Reject and their Undo. */
import { type SourceRow, selectSource } from '../../db/sql/ledger.ts';
import { db } from '../../db/statement.ts';
import { type Account, findAccount } from '../../domain/accounts/account.ts';
import { maxFetchFailures } from '../../domain/accounts/remote.ts';
import type { FactOf } from '../../jobs/fact.ts';
import type { JsonObject } from '../json-ld/json.ts';
import { toAccept, toFollow, toReject, toUndoFollow } from './activities.ts';
import { activityOf, type Composed } from './outgoing.ts';

type FollowFact = FactOf<'follow.created'>;

/** How long after an attempt to fetch the recipient its result is expected. */
const fetchMs = 5_000;

export const composeFollow = (fact: FollowFact): Promise<Composed> =>
  byFollower(fact, (author, followIri, target) => toFollow(followIri, author, target));

export const composeUndoFollow = (fact: FollowFact): Promise<Composed> =>
  byFollower(fact, (author, followIri, target) =>
    toUndoFollow(activityOf(author, fact), author, followIri, target),
  );

export const composeAccept = (fact: FollowFact): Promise<Composed> =>
  byFollowee(fact, (author, followIri, target) =>
    toAccept(activityOf(author, fact), author, followIri, target),
  );

export const composeReject = (fact: FollowFact): Promise<Composed> =>
  byFollowee(fact, (author, followIri, target) =>
    toReject(activityOf(author, fact), author, followIri, target),
  );

type Build = (author: Account, followIri: string, targetIri: string) => JsonObject;

async function byFollower({ sourceId }: FollowFact, build: Build): Promise<Composed> {
  const [source] = await selectSource(db, sourceId);
  return source ? between(source, source.account_id, source.target_id!, build) : null;
}

async function byFollowee({ sourceId }: FollowFact, build: Build): Promise<Composed> {
  const [source] = await selectSource(db, sourceId);
  return source ? between(source, source.target_id!, source.account_id, build) : null;
}

async function between(
  { iri }: SourceRow,
  authorId: number,
  targetId: number,
  build: Build,
): Promise<Composed> {
  const [author, target] = await Promise.all([findAccount(authorId), findAccount(targetId)]);
  if (!author || !target) return null;
  if (target.iri === null) {
    const nextFetch = Math.max(Date.now(), target.nextFetchAt?.getTime() ?? 0);
    return target.fetchFailures < maxFetchFailures ? { again: new Date(nextFetch + fetchMs) } : null;
  }
  return {
    author,
    json: build(author, iri, target.iri),
    objectIri: target.iri,
    isPublic: false,
    recipients: { toFollowers: false, addressedIds: [target.id], formerly: null, personally: true },
  };
}
