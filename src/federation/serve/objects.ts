/** Serves actors, items, activities and the description of the server. */
import type { NodeInfo } from '@fedify/fedify';
import { type Account, anonymous, findAccount, isLocal, type Viewer } from '../../domain/accounts/account.ts';
import { getKeyPairs } from '../../domain/accounts/keys.ts';
import { getInstanceProfile } from '../../domain/instance/instance.ts';
import { getUsage } from '../../domain/instance/usage.ts';
import { findPublishedItem } from '../../domain/items/lists.ts';
import { findTombstone } from '../../domain/items/publish.ts';
import { findIssuedAuthorization } from '../../domain/statuses/quotes.ts';
import { cacheValue } from '../../lib/cache.ts';
import { config } from '../../lib/config.ts';
import { version } from '../../lib/paths.ts';
import { findSentActivity, isDeletePending } from '../deliver/send.ts';
import { withContext } from '../json-ld/context.ts';
import { activityTypeOf, findUndone } from '../ledger/ledger.ts';
import { toActor } from '../objects/actor.ts';
import { toObject } from '../objects/object.ts';
import { toQuoteAuthorization } from '../outgoing/activities.ts';
import { findItem } from '../outgoing/items.ts';
import { isSigned } from '../verify/signature/read-signature.ts';
import { verifyGet } from '../verify/verify-get.ts';
import {
  asksForPage,
  redirectToPage,
  render,
  renderCached,
  renderText,
  respond,
  respondGone,
  respondNotFound,
  respondUnsigned,
} from './response.ts';

// Serves the actor documents of local accounts

export async function serveActor(request: Request, requester: string, id: number): Promise<Response> {
  const account = await findAccount(id);
  if (!account?.iri || !isLocal(account)) return respondNotFound(request);

  const { iri, actorType, url, deletedAt, suspendedAt } = account;
  const isActive = !deletedAt && !suspendedAt;
  if (isActive && url && asksForPage(request.headers.get('accept'))) return redirectToPage(url);
  // Other servers verify our GETs with the instance actor's key, so it is served without a signature.
  const isOpen = !config.authorizedFetch || actorType === 'Application';
  if (!isOpen && !(await verifyGet(request, requester))) return respondUnsigned();
  // Fedify 2.3 accepts the Delete of an actor only while it can fetch the actor.
  if (deletedAt && !(await isDeletePending(account)))
    return respondGone(request, { iri, formerType: actorType, deletedAt });

  const hiddenAt = suspendedAt ?? deletedAt;
  const key = hiddenAt ? `${iri} suspended` : iri;
  const shown = { ...account, suspendedAt: hiddenAt };
  const rendered = await renderCached(key, account.updatedAt.getTime(), () => renderActor(shown));
  return respond(request, rendered!, 'public');
}

async function renderActor(account: Account) {
  const keys = await getKeyPairs(account.id);
  const movedTo = account.movedToId === null ? null : await findAccount(account.movedToId);
  return render(withContext(toActor(account, keys, { movedToIri: movedTo?.iri })));
}

// Serves local recipes, preparations, bakings and statuses

export async function serveItem(request: Request, requester: string, iri: string): Promise<Response> {
  const published = await findPublishedItem(iri);
  if (published?.url && asksForPage(request.headers.get('accept'))) return redirectToPage(published.url);
  if (config.authorizedFetch && !(await verifyGet(request, requester))) return respondUnsigned();

  const rendered = published ? await renderCached(iri, published.version, () => renderFor(iri, anonymous)) : null;
  if (rendered) return respond(request, rendered, 'public');

  const tombstone = await findTombstone(iri);
  // 410 for a private item would tell strangers that it existed.
  if (tombstone?.isPublic) return respondGone(request, { ...tombstone, formerType: asType(tombstone.formerType) });

  const signer = isSigned(request.headers) ? await verifyGet(request, requester) : null;
  const permitted = signer && (await renderFor(iri, signer.viewer));
  return permitted ? respond(request, permitted, 'signer') : respondNotFound(request);
}

async function renderFor(iri: string, viewer: Viewer) {
  const found = await findItem(iri, viewer);
  return found && render(withContext(toObject(found.item, found)));
}

/** Returns the ActivityPub type that the deleted item had. Null for a recipe, which was a Note or an Article. */
function asType(formerType: string | null): string | null {
  if (formerType === null || formerType === 'recipe') return null;
  return /^[A-Z]/.test(formerType) ? formerType : 'Note';
}

// Serves local activities: the same bytes that were delivered

export async function serveActivity(request: Request, iri: string): Promise<Response> {
  const body = await findSentActivity(iri);
  if (body !== null) return respond(request, renderText(body), 'public');

  const undone = await findUndone(iri);
  if (!undone) return respondNotFound(request);
  return respondGone(request, { iri, formerType: activityTypeOf(undone.type), deletedAt: undone.at });
}

// Serves the approvals of quotes of local items (FEP-044f)

/** Answers 410 after a revocation. An approval contains only IRIs, so anyone may read it. */
export async function serveQuoteAuthorization(request: Request, iri: string): Promise<Response> {
  const quote = await findIssuedAuthorization(iri);
  if (quote?.state === 'revoked')
    return respondGone(request, { iri, formerType: 'QuoteAuthorization', deletedAt: quote.updated_at });
  if (quote?.state !== 'accepted') return respondNotFound(request);

  const { author_iri: authorIri, iri: instrumentIri, quoted_iri: objectIri } = quote;
  const document = toQuoteAuthorization({ iri, authorIri, instrumentIri, objectIri });
  return respond(request, render(withContext(document)), 'public');
}

// Describes this server for NodeInfo 2.1 (FEP-f1d5)

/** Counting is slow, so its result is cached. */
const usageTtlMs = 5 * 60_000;

const usage = cacheValue(usageTtlMs, async (): Promise<NodeInfo['usage']> => {
  const counted = await getUsage();
  return {
    users: {
      total: counted.total,
      activeHalfyear: counted.active_halfyear,
      activeMonth: counted.active_month,
    },
    localPosts: counted.posts,
    localComments: counted.comments,
  };
});

export async function describeServer(): Promise<NodeInfo> {
  const { name, description, registration } = await getInstanceProfile();
  return {
    software: { name: 'potluck', version },
    protocols: ['activitypub'],
    services: { inbound: [], outbound: [] },
    openRegistrations: registration === 'open',
    usage: await usage.get(),
    metadata: { nodeName: name, nodeDescription: description },
  };
}
