/** Update: an item or a profile elsewhere has changed. */
import { randomUUID } from 'node:crypto';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { isObject } from '../json.ts';
import type { OnActivity } from './activity.ts';
import { adoptItem, adoptLater } from './adopt-item.ts';

/** Of an item never seen, this is the newest version there is. */
export const onUpdate: OnActivity = async (activity) => {
  const { actor, object, objectIri } = activity;
  if (objectIri === actor.iri) {
    // Not from the activity: keys are believed only where the actor itself lists them.
    await transact((tx) => enqueue(tx, jobs.loadAccount, { accountId: actor.id, purse: randomUUID() }));
    return 'fetching';
  }
  return isObject(object) ? adoptItem(activity, object) : adoptLater(activity);
};
