/** Which activity is composed for what happened. */
import type { Happening } from '../jobs/happening.ts';
import { toAccept, toCreate, toFollow, toReject, toUndoFollow, toUpdate } from './activities.ts';
import { composeBlock } from './outgoing/blocks.ts';
import { composeAnnounce, composeUndoAnnounce } from './outgoing/boosts.ts';
import { composeBetweenTwo } from './outgoing/follows.ts';
import { composeDelete, composeItem, composeWithdrawal } from './outgoing/items.ts';
import { composeLike, composeUndoLike } from './outgoing/likes.ts';
import type { Composed, Happened } from './outgoing/outgoing.ts';
import { composePin } from './outgoing/pins.ts';
import { composeDeleteActor, composeMove, composeUpdateActor } from './outgoing/profile.ts';
import { composeRejectQuote } from './outgoing/quotes.ts';
import { composeFlag } from './outgoing/reports.ts';

type Composers = { [Verb in Happening['verb']]: (happened: Happened<Verb>) => Promise<Composed> };

const composers: Composers = {
  Create: (happened) => composeItem(happened, toCreate),
  Update: (happened) => composeItem(happened, toUpdate),
  Delete: composeDelete,
  Withdraw: composeWithdrawal,
  UpdateActor: composeUpdateActor,
  DeleteActor: composeDeleteActor,
  Announce: composeAnnounce,
  UndoAnnounce: composeUndoAnnounce,
  Like: composeLike,
  UndoLike: composeUndoLike,
  Block: composeBlock,
  UndoBlock: composeBlock,
  Follow: (happened) =>
    composeBetweenTwo(happened, (author, target) => toFollow(happened.activity, author, target)),
  UndoFollow: (happened) =>
    composeBetweenTwo(happened, (author, target) =>
      toUndoFollow(happened.activity, author, happened.followIri, target),
    ),
  Add: composePin,
  Remove: composePin,
  Move: composeMove,
  Flag: composeFlag,
  RejectQuote: composeRejectQuote,
  Accept: (happened) =>
    composeBetweenTwo(happened, (author, target) =>
      toAccept(happened.activity, author, happened.followIri, target),
    ),
  Reject: (happened) =>
    composeBetweenTwo(happened, (author, target) =>
      toReject(happened.activity, author, happened.followIri, target),
    ),
};

export function compose(happening: Happening): Promise<Composed> {
  const composer = composers[happening.verb] as (happened: Happening) => Promise<Composed>;
  return composer(happening);
}
