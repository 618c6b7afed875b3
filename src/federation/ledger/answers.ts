/** Applies what remote accounts answer to the follow requests of local ones, and what they take back. */
import { lockLedger, selectFollowTarget, undoSources } from '../../db/sql/ledger.ts';
import { toJson } from '../../db/statement.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import {
  acceptFollows,
  endAndClose,
  type Following,
  isFollowing,
  reopenFollows,
} from '../../domain/interactions/follow.ts';
import { actorIdOf } from '../../lib/iris.ts';
import { isUndone } from './undo.ts';

/** The Follow that is answered: by its IRI, or by the account that asked. */
export interface AnsweredFollow {
  followIri?: string;
  followerId?: number;
}

/** An Accept that was received or undone. */
interface Accept {
  iri: string;
  /** When it, or its Undo, was sent. */
  sentAt: Date;
}

/** Nothing happens without a request, or when this Accept was undone since it was sent. */
export async function acceptFollow(
  followeeId: number,
  answered: AnsweredFollow,
  { iri, sentAt }: Accept,
): Promise<void> {
  await answer(followeeId, answered, async (tx, follow) => {
    if (!(await isUndone(followeeId, iri, sentAt, tx))) await acceptFollows(tx, [follow]);
  });
}

/** Also ends a follow that was accepted before. */
export async function rejectFollow(followeeId: number, answered: AnsweredFollow): Promise<void> {
  await answer(followeeId, answered, async (tx, { followerId }) => {
    await endAndClose(tx, followerId, followeeId);
  });
}

/** The follow is a request again. If the Accept has not been received yet, it will have no effect. */
export async function undoAccept(
  followeeId: number,
  answered: AnsweredFollow,
  { iri, sentAt }: Accept,
): Promise<void> {
  const unknown = { type: null, target_id: null, eventable_id: null };
  const given = toJson([{ place: 0, account_id: followeeId, iri, ...unknown, sent_at: sentAt }]);
  await answer(followeeId, answered, async (tx, follow) => {
    const [undone] = await undoSources(tx, given);
    if (undone && (await isFollowing(tx, follow))) await reopenFollows(tx, [follow]);
  });
}

async function answer(
  followeeId: number,
  answered: AnsweredFollow,
  apply: (tx: Tx, follow: Following) => Promise<void>,
): Promise<void> {
  await transact(async (tx) => {
    const followerId = await findFollower(tx, followeeId, answered);
    if (followerId === null) return;
    await lockLedger(tx, [followeeId], [followerId]);
    await apply(tx, { followerId, followeeId });
  });
}

async function findFollower(
  tx: Tx,
  followeeId: number,
  { followIri, followerId }: AnsweredFollow,
): Promise<number | null> {
  const askedBy = followIri === undefined ? null : actorIdOf(followIri);
  const [asked] = askedBy === null ? [] : await selectFollowTarget(tx, askedBy, followIri!);
  if (asked) return asked.target_id === followeeId ? askedBy : null;
  return followerId ?? null;
}
