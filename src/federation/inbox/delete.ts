/** Delete: an item or an account elsewhere is gone, whether we had heard of it or not. */

import { failAccountFetch } from '../../domain/accounts/adopt.ts';
import { retire } from '../../domain/eventables/adopt.ts';
import { originOf } from '../../lib/iris.ts';
import { iriOf } from '../json.ts';
import type { OnActivity } from './activity.ts';

export const onDelete: OnActivity = async ({ actor, objectIri }) => {
  const iri = iriOf(objectIri);
  if (!iri || originOf(iri) !== originOf(actor.iri)) return 'refused';

  if (iri === actor.iri) await failAccountFetch(actor.id, { gone: true });
  else await retire(iri, actor);
  return 'done';
};
