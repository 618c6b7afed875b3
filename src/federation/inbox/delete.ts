/** Delete: an item or an account elsewhere is gone, whether we had heard of it or not. */

import { failAccountFetch } from '../../domain/accounts/adopt.ts';
import { retire } from '../../domain/eventables/retire.ts';
import { originOf } from '../../lib/iris.ts';
import { dateOf, iriOf, member } from '../json.ts';
import type { OnActivity } from './activity.ts';

export const onDelete: OnActivity = async ({ actor, object, objectIri }) => {
  const iri = iriOf(objectIri);
  if (!iri || originOf(iri) !== originOf(actor.iri)) return 'refused';

  if (iri === actor.iri) await failAccountFetch(actor.id, { gone: true });
  else if (!(await retire(iri, actor, dateOf(member(object, 'deleted'))))) return 'refused';
  return 'done';
};
