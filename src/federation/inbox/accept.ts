/** Accept: a remote account accepts the follow request or the quote of a local one. */
import { acceptOwnQuote } from '../../domain/statuses/quote-approvals.ts';
import { originOf } from '../../lib/iris.ts';
import { iriOf, member } from '../json-ld/json.ts';
import { acceptFollow } from '../ledger/answers.ts';
import type { Accepted, OnActivity, Outcome } from './activity.ts';
import { readRequestedFollow } from './asked-follow.ts';

export const onAccept: OnActivity = async (activity) => {
  const authorizationIri = iriOf(member(activity.json, 'result'));
  if (authorizationIri) return onQuoteAccepted(activity, authorizationIri);
  const asked = await readRequestedFollow(activity);
  if (!asked) return 'refused';

  await acceptFollow(activity.actor.id, asked, { iri: activity.id, sentAt: activity.sentAt });
  return 'done';
};

/** The `result` of an accepted QuoteRequest is the approval (FEP-044f). */
async function onQuoteAccepted({ actor, objectIri }: Accepted, authorizationIri: string): Promise<Outcome> {
  const isOwn = originOf(authorizationIri) === originOf(actor.iri);
  return isOwn && objectIri && (await acceptOwnQuote(actor.id, objectIri, authorizationIri))
    ? 'done'
    : 'refused';
}
