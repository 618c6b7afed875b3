/** Accept: a remote account accepts the follow request or the quote of a local one. */
import { acceptOwnQuote } from '../../domain/statuses/quotes.ts';
import { isLocalIri, originOf } from '../../lib/iris.ts';
import { iriOf, member } from '../json-ld/json.ts';
import { acceptFollow } from '../ledger/answers.ts';
import type { Accepted, OnActivity } from './activity.ts';
import { readRequestedFollow } from './asked-follow.ts';
import { acceptsCollectionFollow } from './collection.ts';

export const onAccept: OnActivity = async (activity) => {
  if (await acceptsQuote(activity)) return 'done';
  if (await acceptsCollectionFollow(activity)) return 'fetching';
  const asked = await readRequestedFollow(activity);
  if (!asked) return 'refused';

  await acceptFollow(activity.actor.id, asked, { iri: activity.id, sentAt: activity.sentAt });
  return 'done';
};

/** The `result` of an accepted QuoteRequest is the approval (FEP-044f). */
async function acceptsQuote({ actor, objectIri, json }: Accepted): Promise<boolean> {
  const authorizationIri = iriOf(member(json, 'result'));
  if (!authorizationIri || !objectIri || !isLocalIri(objectIri)) return false;
  if (originOf(authorizationIri) !== originOf(actor.iri)) return false;
  return acceptOwnQuote(actor.id, objectIri, authorizationIri);
}
