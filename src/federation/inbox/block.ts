/** Block: somebody elsewhere wants nothing to do with a member. */
import { findAccountByIri, isLocal } from '../../domain/accounts/account.ts';
import { block } from '../../domain/blocks.ts';
import type { OnActivity } from './activity.ts';

export const onBlock: OnActivity = async ({ id, actor, objectIri }) => {
  const blocked = objectIri ? await findAccountByIri(objectIri) : null;
  if (!blocked || !isLocal(blocked)) return 'refused';

  await block(actor.id, blocked.id, { iri: id });
  return 'done';
};
