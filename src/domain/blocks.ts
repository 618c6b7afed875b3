/** Block and unblock, whoever of the two is of another server. */
import { randomUUID } from 'node:crypto';
import {
  deleteBlock,
  insertBlock,
  lockPair,
  rebaseBlock,
  selectBlockByIri,
  selectBlockIri,
} from '../db/sql/blocks.ts';
import { forgetEventsOf } from '../db/sql/events.ts';
import { lockSayings } from '../db/sql/repetitions.ts';
import { type Tx, transact } from '../db/transaction.ts';
import { jobs } from '../jobs/catalogue.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { config } from '../lib/config.ts';
import { invalid } from '../lib/errors.ts';
import { iris } from '../lib/iris.ts';
import { type Account, getAccount, isLocal } from './accounts/account.ts';
import { dissolve, expel, retreat } from './follows.ts';
import {
  type Deed,
  forgetRestated,
  listSaidToo,
  listSayings,
  nextSaying,
  rememberEnded,
  restate,
} from './repetitions.ts';
import { bury } from './tombstones.ts';
import { beginUndo } from './undo.ts';

/**
 * Ends what follows and requests there are, both ways. Blocking again changes nothing.
 * Throws not_found, validation_failed for oneself.
 */
export async function block(
  blockerId: number,
  blockedId: number,
  { iri }: { iri?: string } = {},
): Promise<void> {
  if (blockerId === blockedId) throw invalid('base', 'you cannot block yourself');
  await transact(async (tx) => {
    const blocker = await getAccount(blockerId, tx);
    const blocked = await getAccount(blockedId, tx);
    for (const saying of await listSayings(tx, deedOf(blockerId, blockedId), iri))
      await begin(tx, blocker, blocked, saying ?? null);
  });
}

async function begin(tx: Tx, blocker: Account, blocked: Account, iri: string | null): Promise<void> {
  if (iri) await lockSayings(tx, blocker.id);
  await lockPair(tx, blocker.id, blocked.id);
  const told = isLocal(blocker) && !isLocal(blocked) && config.sendBlocks;
  const blockIri = iri ?? (told ? iris.activity(blocker.id, randomUUID()) : null);
  const [won] = await insertBlock(tx, blocker.id, blocked.id, blockIri);
  if (!won) {
    const [standing] = iri ? await selectBlockIri(tx, blocker.id, blocked.id) : [];
    if (standing) await restate(tx, deedOf(blocker.id, blocked.id), iri!, standing.iri);
    return;
  }

  await part(tx, blocker, blocked);
  if (told) await tell(tx, 'Block', blockIri!, blocker, blocked, blockIri!);
}

const deedOf = (accountId: number, targetId: number): Deed => ({ type: 'Block', accountId, targetId });

/** Nothing happens when there is no block. */
export async function unblock(blockerId: number, blockedId: number): Promise<void> {
  await transact(async (tx) => {
    const blocker = await getAccount(blockerId, tx);
    const blocked = await getAccount(blockedId, tx);
    const [gone] = await deleteBlock(tx, blockerId, blockedId);
    if (!gone?.iri) return;

    await bury(tx, gone.iri, blocker.iri!, 'Block');
    const activity = iris.activity(blockerId, randomUUID());
    await tell(tx, 'UndoBlock', activity, blocker, blocked, gone.iri);
  });
}

/** Undo of a Block by its own actor, as of a Follow. */
export async function undoBlock(iri: string, blockerId: number, blockedId: number | null): Promise<void> {
  await transact(async (tx) => {
    const begun = await beginUndo(tx, {
      ...{ iri, accountId: blockerId, type: 'Block' },
      find: () => selectBlockByIri(tx, iri),
      doneBy: ({ blocker_id }) => blocker_id,
    });
    if (!begun) return;

    const { known } = begun;
    const targetId = known?.blocked_id ?? blockedId;
    if (targetId === null) return;

    const deed = deedOf(blockerId, targetId);
    const next = known && (await nextSaying(tx, deed));
    if (next) return void (await rebaseBlock(tx, blockerId, targetId, next));
    const saidToo = known ? [] : await listSaidToo(tx, deed);
    await forgetRestated(tx, deed);
    const [gone] = await deleteBlock(tx, blockerId, targetId);
    if (gone && !known) await rememberEnded(tx, deed, [gone.iri, ...saidToo], iri);
  });
}

/** The server of the blocked is told which follows ended; one that blocks knows. */
async function part(tx: Tx, blocker: Account, blocked: Account): Promise<void> {
  if (isLocal(blocker)) {
    await retreat(tx, blocker, blocked);
    await expel(tx, blocker, blocked);
  } else {
    await dissolve(tx, blocker.id, blocked.id);
    await dissolve(tx, blocked.id, blocker.id);
  }
  await forgetEventsOf(tx, blocker.id, blocked.id);
  await forgetEventsOf(tx, blocked.id, blocker.id);
}

async function tell(
  tx: Tx,
  verb: 'Block' | 'UndoBlock',
  activity: string,
  blocker: Account,
  blocked: Account,
  blockIri: string,
): Promise<void> {
  await enqueue(tx, jobs.sendActivity, {
    verb,
    activity,
    accountId: blocker.id,
    targetId: blocked.id,
    blockIri,
  });
}
