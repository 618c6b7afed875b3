/** Undo: somebody elsewhere takes back what they did here, perhaps before it got here. */
import { selectDeed } from '../../db/sql/relevance.ts';
import type { DeedType } from '../../db/sql/repetitions.ts';
import { db } from '../../db/statement.ts';
import { findAccountByIri } from '../../domain/accounts/account.ts';
import { endFollow } from '../../domain/adopt-follow.ts';
import { undoBlock } from '../../domain/blocks.ts';
import { undoBoost } from '../../domain/boosts.ts';
import { undoAccept, undoFollow } from '../../domain/follow-answers.ts';
import { undoLike } from '../../domain/likes.ts';
import { endUnheard } from '../../domain/unheard.ts';
import { originOf } from '../../lib/iris.ts';
import { firstOf, iriOf, isObject, type JsonObject, member, typesOf } from '../json.ts';
import type { Accepted, OnActivity, Outcome } from './activity.ts';
import { readAskedFollow } from './asked-follow.ts';

interface Undone {
  iri: string;
  actorId: number;
  /** What the undone activity was about, where that is told. */
  objectIri: string | null;
}

type Undoer = (undone: Undone) => Promise<void>;

const undoers: Record<DeedType, Undoer> = {
  Announce: ({ iri, actorId }) => undoBoost(iri, actorId),
  Block: async ({ iri, actorId, objectIri }) => undoBlock(iri, actorId, await findAccountId(objectIri)),
  EmojiReact: ({ iri, actorId, objectIri }) => undoLike(iri, actorId, objectIri, { reaction: true }),
  Follow: async ({ iri, actorId, objectIri }) => undoFollow(iri, actorId, await findAccountId(objectIri)),
  Like: ({ iri, actorId, objectIri }) => undoLike(iri, actorId, objectIri),
};

export const onUndo: OnActivity = async ({ actor, object, objectIri }) => {
  const iri = iriOf(objectIri);
  if (!iri || originOf(iri) !== originOf(actor.iri)) return 'refused';
  const undoer = member(object, 'actor');
  if (undoer !== undefined && iriOf(undoer) !== actor.iri) return 'refused';

  const told = isObject(object) ? typesOf(object) : [];
  if (told.includes('Follow') && (await endFollow({ iri, followerId: actor.id }))) return 'done';
  if (told.length === 0 && (await endUnheard(iri, actor.id))) return 'done';
  const type = await typeOfDeed(iri, told);
  if (type === undefined) return isObject(object) ? undoAnswer(actor, iri, object) : 'ignored';

  await undoers[type]({ iri, actorId: actor.id, objectIri: iriOf(member(object, 'object')) });
  return 'done';
};

/** An Accept is known by what it answers alone. */
async function undoAnswer(actor: Accepted['actor'], iri: string, answer: JsonObject): Promise<Outcome> {
  if (!typesOf(answer).includes('Accept')) return 'ignored';
  const answered = firstOf(member(answer, 'object'));
  const object = isObject(answered) ? answered : null;
  const asked = await readAskedFollow({ actor, object, objectIri: iriOf(answered) });
  if (!asked) return 'refused';

  await undoAccept(iri, actor.id, asked);
  return 'done';
}

/** What the IRI names here, whatever is said of it. */
async function typeOfDeed(iri: string, told: string[]): Promise<keyof typeof undoers | undefined> {
  const [deed] = await selectDeed(db, iri);
  if (deed) return deed.type;
  return told.find(isUndoable);
}

const isUndoable = (type: string): type is keyof typeof undoers => Object.hasOwn(undoers, type);

async function findAccountId(iri: string | null): Promise<number | null> {
  return (iri && (await findAccountByIri(iri))?.id) || null;
}
