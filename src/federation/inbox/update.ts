/** Update: an item or a profile elsewhere has changed. */
import { adoptAccount } from '../../domain/accounts/adopt.ts';
import { isObject } from '../json.ts';
import { loadActor } from '../resolve.ts';
import type { OnActivity } from './activity.ts';
import { adoptItem, adoptLater } from './adopt-item.ts';

/** Of an item never seen, this is the newest version there is. */
export const onUpdate: OnActivity = async (activity) => {
  const { actor, object, objectIri, budget } = activity;
  if (objectIri === actor.iri) {
    // Not from the activity: keys are believed only where the actor itself lists them.
    await adoptAccount(await loadActor(actor.iri, budget), { readOutbox: false });
    return 'done';
  }
  return isObject(object) ? adoptItem(activity, object) : adoptLater(activity);
};
