/** Move: somebody elsewhere has another account from now on (FEP-7628). */
import { randomUUID } from 'node:crypto';
import { selectIsFollowedHere } from '../../db/sql/relevance.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { iriOf } from '../json.ts';
import type { OnActivity } from './activity.ts';

/** Nobody moves but oneself. Whether the target agrees is asked at its own address. */
export const onMove: OnActivity = async ({ actor, objectIri, targetIri }) => {
  const target = iriOf(targetIri);
  if (objectIri !== actor.iri || !target || target === actor.iri) return 'refused';
  const [here] = await selectIsFollowedHere(db, actor.id);
  if (!here?.followed) return 'irrelevant';

  await transact((tx) =>
    enqueue(tx, jobs.moveFollowers, { accountId: actor.id, targetIri: target, purse: randomUUID() }),
  );
  return 'fetching';
};
