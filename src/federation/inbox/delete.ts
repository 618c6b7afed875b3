/** Delete: a remote item, account or collection was deleted, known here or not. */

import { recordAccountFetchFailure } from '../../domain/accounts/remote.ts';
import { deleteRemoteCollection } from '../../domain/collections/remote.ts';
import { deleteRemoteItem } from '../../domain/items/delete.ts';
import { endAuthorization } from '../../domain/statuses/quotes.ts';
import { originOf } from '../../lib/iris.ts';
import { dateOf, iriOf, member } from '../json-ld/json.ts';
import type { OnActivity } from './activity.ts';

export const onDelete: OnActivity = async ({ actor, object, objectIri }) => {
  const iri = iriOf(objectIri);
  if (!iri || originOf(iri) !== originOf(actor.iri)) return 'refused';

  if (await endAuthorization(iri, actor.id)) return 'done';
  if (iri === actor.iri) await recordAccountFetchFailure(actor.id, { gone: true });
  else if (await deleteRemoteCollection(iri, actor.id)) return 'done';
  else if (!(await deleteRemoteItem(iri, actor, dateOf(member(object, 'deleted'))))) return 'refused';
  return 'done';
};
