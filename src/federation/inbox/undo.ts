/** Undo: somebody elsewhere takes a follow or a boost back, perhaps before it got here. */
import { findAccountByIri } from '../../domain/accounts/account.ts';
import { undoBoost } from '../../domain/boosts.ts';
import { undoFollow } from '../../domain/follow-answers.ts';
import { originOf } from '../../lib/iris.ts';
import { readIri } from '../document.ts';
import { iriOf, isObject, member, typesOf } from '../json.ts';
import type { OnActivity } from './activity.ts';

export const onUndo: OnActivity = async ({ actor, object, objectIri }) => {
  const iri = readIri(objectIri);
  if (!iri || originOf(iri) !== originOf(actor.iri)) return 'refused';
  const undoer = member(object, 'actor');
  if (undoer !== undefined && iriOf(undoer) !== actor.iri) return 'refused';

  const types = isObject(object) ? typesOf(object) : [];
  const isUnnamed = types.length === 0;
  const isFollow = types.includes('Follow');
  const isBoost = types.includes('Announce');
  if (!isUnnamed && !isFollow && !isBoost) return 'ignored';

  if (isUnnamed || isBoost) await undoBoost(iri, actor.id);
  if (isUnnamed || isFollow) {
    const target = iriOf(member(object, 'object'));
    const followee = target ? await findAccountByIri(target) : null;
    await undoFollow(iri, actor.id, followee?.id ?? null);
  }
  return 'done';
};
