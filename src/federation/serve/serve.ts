/** Routes GETs of remote servers to actors, items, activities and collections. */
import { findAccount, isLocal } from '../../domain/accounts/account.ts';
import { config } from '../../lib/config.ts';
import { findPageIri } from '../own-pages.ts';
import { claimsBlockedHost, verifyGet } from '../verify/verify-get.ts';
import {
  type CollectionName,
  type ItemCollectionName,
  serveCollection,
  serveFollowersOnHost,
  serveItemCollection,
  serveSharedCollection,
} from './collections.ts';
import { serveActivity, serveActor, serveItem, serveQuoteAuthorization } from './objects.ts';
import { asksForActivity, respondError, respondNotFound, respondUnsigned } from './response.ts';

const id = '([1-9]\\d{0,15})';
const itemPath = `/users/${id}/(?:recipes|preparations|bakings|statuses)/${id}(?:/[1-9]\\d{0,8})?`;
const paths = {
  actor: new RegExp(`^/users/${id}$`),
  collection: new RegExp(`^/users/${id}/(outbox|followers|following|featured|followers_synchronization)$`),
  item: new RegExp(`^${itemPath}$`),
  sharedCollection: new RegExp(`^/users/${id}/collections/${id}$`),
  itemCollection: new RegExp(`^(${itemPath})/(likes|shares|replies|context)$`),
  activity: new RegExp(`^/users/${id}/activities/[0-9a-f-]{36}$`),
  quoteAuthorization: new RegExp(`^/users/${id}/quote_authorizations/${id}$`),
  page: /^\/@[a-z0-9_]{1,30}(?:\/(?:recipes|preparations|bakings|statuses|collections)\/[^/.]{1,300})?$/,
};

/** Returns null for paths that are not ActivityPub documents, and for requests that want a web page. */
export async function serve(request: Request, requester: string): Promise<Response | null> {
  const { pathname, searchParams } = new URL(request.url);
  const isRead = request.method === 'GET' || request.method === 'HEAD';

  if (paths.page.test(pathname)) {
    if (!isRead || !asksForActivity(request.headers.get('accept'))) return null;
    const iri = await findPageIri(pathname);
    if (!iri) return respondNotFound(request);
    const response = await serveIri(request, requester, new URL(iri).pathname, searchParams);
    // A shared cache that ignores Vary would give the document to a browser.
    const caching = response.headers.get('cache-control');
    if (caching) response.headers.set('cache-control', caching.replace('public', 'private'));
    return response;
  }
  const { page: _, ...documents } = paths;
  if (!Object.values(documents).some((path) => path.test(pathname))) return null;
  return isRead ? serveIri(request, requester, pathname, searchParams) : respondMethodNotAllowed('GET, HEAD');
}

async function serveIri(request: Request, requester: string, path: string, query: URLSearchParams): Promise<Response> {
  if (await claimsBlockedHost(request)) return respondError(403, 'the server is blocked', { vary: 'Signature' });

  const iri = `${config.baseUrl}${path}`;
  const actor = paths.actor.exec(path);
  if (actor) return serveActor(request, requester, Number(actor[1]));
  if (paths.item.test(path)) return serveItem(request, requester, iri);
  if (config.authorizedFetch && !(await verifyGet(request, requester))) return respondUnsigned();
  if (paths.activity.test(path)) return serveActivity(request, iri);
  if (paths.quoteAuthorization.test(path)) return serveQuoteAuthorization(request, iri);

  if (paths.sharedCollection.test(path)) return serveSharedCollection(request, iri, query);
  const itemCollection = paths.itemCollection.exec(path);
  if (itemCollection) {
    return serveItemCollection(
      request,
      requester,
      `${config.baseUrl}${itemCollection[1]}`,
      itemCollection.at(-1) as ItemCollectionName,
      query,
    );
  }

  const [, accountId, name] = paths.collection.exec(path)!;
  const account = await findAccount(Number(accountId));
  if (!account || !isLocal(account) || account.deletedAt || account.suspendedAt) return respondNotFound(request);
  if (name === 'followers_synchronization') return serveFollowersOnHost(request, requester, account);
  return serveCollection(request, account, name as CollectionName, query);
}

function respondMethodNotAllowed(allow: string): Response {
  return respondError(405, 'method not allowed', { allow });
}
