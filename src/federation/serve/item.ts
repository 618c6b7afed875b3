/** Serves local recipes, preparations, bakings and statuses. */
import { anonymous, type Viewer } from '../../domain/accounts/account.ts';
import { findPublishedItem } from '../../domain/items/lists.ts';
import { findTombstone } from '../../domain/items/publish.ts';
import { config } from '../../lib/config.ts';
import { withContext } from '../json-ld/context.ts';
import { toObject } from '../objects/object.ts';
import { findItem } from '../outgoing/item.ts';
import { verifyGet } from '../verify/verify-get.ts';
import { asksForPage } from './accept-header.ts';
import { renderCached } from './render-cache.ts';
import {
  redirectToPage,
  render,
  respond,
  respondGone,
  respondNotFound,
  respondUnsigned,
} from './response.ts';

export async function serveItem(request: Request, iri: string): Promise<Response> {
  const published = await findPublishedItem(iri);
  if (published?.url && asksForPage(request.headers.get('accept'))) return redirectToPage(published.url);
  if (config.authorizedFetch && !(await verifyGet(request))) return respondUnsigned();

  const rendered = published
    ? await renderCached(iri, published.version, () => renderFor(iri, anonymous))
    : null;
  if (rendered) return respond(request, rendered, 'public');

  const tombstone = await findTombstone(iri);
  // 410 for a private item would tell strangers that it existed.
  if (tombstone?.isPublic)
    return respondGone(request, { ...tombstone, formerType: asType(tombstone.formerType) });

  const signer = request.headers.has('signature') ? await verifyGet(request) : null;
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
