/** Move: a remote account moved to another one (FEP-7628). Sent by the old or by the new account. */
import { randomUUID } from 'node:crypto';
import { selectHasLocalFollower } from '../../db/sql/discovery.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { findAccountByIri, isLocal } from '../../domain/accounts/account.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { iriOf } from '../json-ld/json.ts';
import type { OnActivity } from './activity.ts';

/** The actor must be one of the two accounts. The other one is fetched to confirm the move. */
export const onMove: OnActivity = async ({ actor, objectIri, targetIri }) => {
  const target = iriOf(targetIri);
  const mover = iriOf(objectIri);
  const pulled = target === actor.iri;
  if (!mover || !target || mover === target || !(pulled || mover === actor.iri)) return 'refused';
  const account = pulled ? await findAccountByIri(mover) : actor;
  if (!account) return 'irrelevant';
  // Local accounts move through their own settings.
  if (isLocal(account)) return 'refused';
  const [here] = await selectHasLocalFollower(db, account.id);
  if (!here?.followed) return 'irrelevant';

  const moving = { accountId: account.id, targetIri: target, isPull: pulled, fetchBudgetId: randomUUID() };
  await transact((tx) => enqueue(tx, jobs.moveFollowers, moving));
  return 'fetching';
};
