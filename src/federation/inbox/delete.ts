/** Delete: an item or an account elsewhere is gone, whether we had heard of it or not. */

import { selectDeed } from '../../db/sql/relevance.ts';
import { db } from '../../db/statement.ts';
import { findAccountByIri } from '../../domain/accounts/account.ts';
import { failAccountFetch } from '../../domain/accounts/adopt.ts';
import { retire } from '../../domain/eventables/adopt.ts';
import { originOf } from '../../lib/iris.ts';
import { dateOf, iriOf, member } from '../json.ts';
import type { OnActivity } from './activity.ts';

export const onDelete: OnActivity = async ({ actor, object, objectIri }) => {
  const iri = iriOf(objectIri);
  if (!iri || originOf(iri) !== originOf(actor.iri)) return 'refused';

  if (iri === actor.iri) await failAccountFetch(actor.id, { gone: true });
  else if (await isNoItem(iri)) return 'refused';
  else await retire(iri, actor, dateOf(member(object, 'deleted')));
  return 'done';
};

/** Accounts delete themselves, and what was done is undone: a tombstone would stand in the way of that. */
async function isNoItem(iri: string): Promise<boolean> {
  return (await selectDeed(db, iri)).length > 0 || (await findAccountByIri(iri)) !== null;
}
