/** What the other side says of a follow: accepted, rejected, undone. */
import { lockPair } from '../db/sql/blocks.ts';
import {
  insertRequest,
  rebaseFollow,
  selectFollow,
  selectFollowByIri,
  selectRequest,
} from '../db/sql/relations.ts';
import { type Tx, transact } from '../db/transaction.ts';
import { getAccount } from './accounts/account.ts';
import { deedOf, dissolve, establish } from './follows.ts';
import { listSaidToo, nextSaying, rememberEnded } from './repetitions.ts';
import { bury, isOver } from './tombstones.ts';
import { beginUndo } from './undo.ts';

/** The Follow that is answered: by its IRI, or by who asked. */
export interface AnsweredFollow {
  followIri?: string;
  followerId?: number;
}

/** Only the one who was asked may accept; an answer to no question, or one that was taken back, changes nothing. */
export async function acceptFollow(
  followeeId: number,
  answered: AnsweredFollow,
  { iri }: { iri?: string } = {},
): Promise<void> {
  await transact(async (tx) => {
    if (iri && (await isOver(tx, iri, followeeId))) return;
    const followerId = await findFollower(tx, followeeId, answered);
    if (followerId === null) return;
    await lockPair(tx, followerId, followeeId);
    const [request] = await selectRequest(tx, followerId, followeeId);
    if (!request) return;
    await establish(tx, await getAccount(followerId, tx), await getAccount(followeeId, tx), request.iri);
  });
}

/** Also ends a follow that was accepted before. */
export async function rejectFollow(followeeId: number, answered: AnsweredFollow): Promise<void> {
  await transact(async (tx) => {
    const followerId = await findFollower(tx, followeeId, answered);
    if (followerId !== null) await dissolve(tx, followerId, followeeId);
  });
}

/** Undo of an Accept by its own actor: the follow is a request again, whichever of the two comes first. */
export async function undoAccept(
  acceptIri: string,
  followeeId: number,
  answered: AnsweredFollow,
): Promise<void> {
  await transact(async (tx) => {
    const followee = await getAccount(followeeId, tx);
    if (await isOver(tx, acceptIri, followeeId)) return;
    await bury(tx, acceptIri, followee.iri!, 'Accept');
    const followerId = await findFollower(tx, followeeId, answered);
    if (followerId === null) return;
    await lockPair(tx, followerId, followeeId);
    if ((await selectFollow(tx, followerId, followeeId)).length === 0) return;
    const gone = await dissolve(tx, followerId, followeeId);
    await insertRequest(tx, followerId, followeeId, gone?.iri ?? null);
  });
}

/**
 * Undo of a Follow by its own actor, by its IRI or, where that is not known here, by the pair; one that never came will
 * have no effect. Who said it more than once follows until all are undone.
 */
export async function undoFollow(
  followIri: string,
  followerId: number,
  followeeId: number | null,
): Promise<void> {
  await transact(async (tx) => {
    const begun = await beginUndo(tx, {
      ...{ iri: followIri, accountId: followerId, type: 'Follow' },
      find: () => selectFollowByIri(tx, followIri),
      doneBy: ({ follower_id }) => follower_id,
    });
    if (!begun) return;

    const { known } = begun;
    const targetId = known?.followee_id ?? followeeId;
    if (targetId === null) return;

    const deed = deedOf(followerId, targetId);
    const next = known && (await nextSaying(tx, deed));
    if (next) return void (await rebaseFollow(tx, followerId, targetId, next));
    const saidToo = known ? [] : await listSaidToo(tx, deed);
    const gone = await dissolve(tx, followerId, targetId);
    if (gone && !known) await rememberEnded(tx, deed, [gone.iri, ...saidToo], followIri);
  });
}

async function findFollower(tx: Tx, followeeId: number, answered: AnsweredFollow): Promise<number | null> {
  if (answered.followIri) {
    const [known] = await selectFollowByIri(tx, answered.followIri);
    if (known) return known.followee_id === followeeId ? known.follower_id : null;
  }
  return answered.followerId ?? null;
}
