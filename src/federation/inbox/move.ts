/** Move: somebody elsewhere has another account from now on (FEP-7628), as the old one says or the new one. */
import { randomUUID } from 'node:crypto';
import { selectIsFollowedHere } from '../../db/sql/relevance.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { findAccountByIri, isLocal } from '../../domain/accounts/account.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { iriOf } from '../json.ts';
import type { OnActivity } from './activity.ts';

/** Nobody moves but oneself. Whether the other one agrees is asked at its own address. */
export const onMove: OnActivity = async ({ actor, objectIri, targetIri }) => {
  const target = iriOf(targetIri);
  const mover = iriOf(objectIri);
  const pulled = target === actor.iri;
  if (!mover || !target || mover === target || !(pulled || mover === actor.iri)) return 'refused';
  const account = pulled ? await findAccountByIri(mover) : actor;
  if (!account) return 'irrelevant';
  // Members go by themselves.
  if (isLocal(account)) return 'refused';
  const [here] = await selectIsFollowedHere(db, account.id);
  if (!here?.followed) return 'irrelevant';

  const moving = { accountId: account.id, targetIri: target, pulled, purse: randomUUID() };
  await transact((tx) => enqueue(tx, jobs.moveFollowers, moving));
  return 'fetching';
};
