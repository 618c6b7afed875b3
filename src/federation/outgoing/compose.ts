/** Maps each fact to the function that composes its activity. */
import type { Fact, FactName, FactOf } from '../../jobs/fact.ts';
import { toCreate, toUpdate } from './activities.ts';
import { composeBlock, composeUndoBlock } from './blocks.ts';
import { composeAnnounce, composeUndoAnnounce } from './boosts.ts';
import { collectionComposers } from './collections.ts';
import { composeAccept, composeFollow, composeReject, composeUndoFollow } from './follows.ts';
import { composeDelete, composeItem, composeWithdrawal } from './items.ts';
import { composeLike, composeUndoLike } from './likes.ts';
import type { Composed } from './outgoing.ts';
import { composeAdd, composeRemove } from './pins.ts';
import { composeDeleteActor, composeMove, composeUpdateActor } from './profile.ts';
import {
  composeAcceptQuote,
  composeDeleteAuthorization,
  composeQuoteRequest,
  composeRejectQuote,
} from './quotes.ts';
import { composeFlag } from './reports.ts';

type Composers = { [Name in FactName]: (fact: FactOf<Name>) => Promise<Composed> };

const composers: Composers = {
  'account.deleted': composeDeleteActor,
  'account.moved': composeMove,
  'account.updated': composeUpdateActor,
  'block.created': composeBlock,
  'block.deleted': composeUndoBlock,
  'boost.created': composeAnnounce,
  'boost.deleted': composeUndoAnnounce,
  'follow.accepted': composeAccept,
  'follow.created': composeFollow,
  'follow.deleted': composeUndoFollow,
  'follow.rejected': composeReject,
  'item.deleted': composeDelete,
  'item.published': (fact) => composeItem(fact, toCreate),
  'item.restricted': composeWithdrawal,
  'item.updated': (fact) => composeItem(fact, toUpdate),
  'like.created': composeLike,
  'like.deleted': composeUndoLike,
  'pin.created': composeAdd,
  'pin.deleted': composeRemove,
  'quote.accepted': composeAcceptQuote,
  'quote.rejected': composeRejectQuote,
  'quote.requested': composeQuoteRequest,
  'quote.revoked': composeDeleteAuthorization,
  'report.created': composeFlag,
  ...collectionComposers,
};

export function compose(fact: Fact): Promise<Composed> {
  const composer = composers[fact.fact] as (fact: Fact) => Promise<Composed>;
  return composer(fact);
}
