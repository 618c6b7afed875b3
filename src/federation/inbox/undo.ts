/** Undo: a remote account takes back an activity of its own, perhaps before that was received. */
import { findAccountByIri } from '../../domain/accounts/account.ts';
import { endRemoteFollow } from '../../domain/collections/remote.ts';
import { localCollectionOf, originOf } from '../../lib/iris.ts';
import { firstOf, iriOf, isObject, type JsonObject, member, typesOf } from '../json-ld/json.ts';
import { undoAccept } from '../ledger/answers.ts';
import { isSourceActivityType, type SourceActivityType, sourceTypes } from '../ledger/kinds.ts';
import { hasSource, undoSource } from '../ledger/undo.ts';
import type { Accepted, OnActivity, Outcome } from './activity.ts';
import { readRequestedFollow } from './asked-follow.ts';
import { findItemId } from './item-id.ts';

export const onUndo: OnActivity = async ({ actor, object, objectIri, sentAt }) => {
  const iri = iriOf(objectIri);
  if (!iri || originOf(iri) !== originOf(actor.iri)) return 'refused';
  const undoneBy = member(object, 'actor');
  if (undoneBy !== undefined && iriOf(undoneBy) !== actor.iri) return 'refused';

  const types = isObject(object) ? typesOf(object) : [];
  const type = types.find(isSourceActivityType);
  if (!type && types.length > 0 && !(await hasSource(actor.id, iri))) {
    return types.includes('Accept') ? undoAnswer(actor, iri, object as JsonObject, sentAt) : 'ignored';
  }

  const subject = await findSubject(type, iriOf(member(object, 'object')));
  await undoSource({
    ...{ accountId: actor.id, ...subject, iri },
    ...{ type: type ? sourceTypes[type] : null, sentAt },
  });
  // After the Undo is recorded, so that a Follow which is received late has no effect.
  if (!type || type === 'Follow') await endCollectionFollow(actor.id, iri, object, sentAt);
  return 'done';
};

/** An embedded Follow of an account is none of a collection. */
async function endCollectionFollow(actorId: number, iri: string, follow: unknown, sentAt: Date) {
  const followed = iriOf(member(follow, 'object'));
  const collection = followed === null ? null : localCollectionOf(followed);
  if (followed === null || collection) await endRemoteFollow(actorId, iri, collection?.id ?? null, sentAt);
}

/** What the undone activity was about, as the Undo describes it. */
async function findSubject(
  type: SourceActivityType | undefined,
  iri: string | null,
): Promise<{ targetId: number | null; eventableId: number | null }> {
  if (!type || !iri) return { targetId: null, eventableId: null };
  if (type !== 'Follow' && type !== 'Block') return { targetId: null, eventableId: await findItemId(iri) };
  return { targetId: (await findAccountByIri(iri))?.id ?? null, eventableId: null };
}

/** An Accept is identified by the Follow that it answers. */
async function undoAnswer(
  actor: Accepted['actor'],
  iri: string,
  accept: JsonObject,
  sentAt: Date,
): Promise<Outcome> {
  const answered = firstOf(member(accept, 'object'));
  const object = isObject(answered) ? answered : null;
  const asked = await readRequestedFollow({ actor, object, objectIri: iriOf(answered) });
  if (!asked) return 'refused';

  await undoAccept(actor.id, asked, { iri, sentAt });
  return 'done';
}
