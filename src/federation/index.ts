/** Routes requests of other servers: WebFinger, NodeInfo, host-meta, inboxes and ActivityPub documents. */
import { type Account, findAccount, isLocal } from '../domain/accounts/account.ts';
import { config } from '../lib/config.ts';
import { addressOf, findAccountByResource, findPageIri } from './own-pages.ts';
import { receive } from './receive/receive.ts';
import {
  type CollectionName,
  type ItemCollectionName,
  serveCollection,
  serveFollowersOnHost,
  serveItemCollection,
  serveSharedCollection,
} from './serve/collections.ts';
import { serveActivity, serveActor, serveItem, serveQuoteAuthorization } from './serve/objects.ts';
import { asksForActivity, respondError, respondNotFound, respondUnsigned } from './serve/response.ts';
import { claimsBlockedHost, verifyGet } from './verify/verify-get.ts';

type Answer = (request: Request, url: URL) => Promise<Response>;

const wellKnown: Record<string, Answer> = {
  '/.well-known/webfinger': answerWebFinger,
  '/.well-known/nodeinfo': answerNodeInfoLinks,
  '/nodeinfo/2.0': answerFormerNodeInfo,
  '/nodeinfo/2.1': answerWithFedify,
  '/.well-known/host-meta': answerHostMeta,
};

/**
 * Returns null for requests that are not federation: web pages and the REST API. `requester` is the address that limits
 * count by.
 */
export async function handleFederationRequest(request: Request, requester = 'unknown'): Promise<Response | null> {
  const url = new URL(request.url);
  const { search } = url;
  if (/^\/%40/i.test(url.pathname)) {
    const location = `${config.baseUrl}${url.pathname.replace(/^\/%40/i, '/@')}${search}`;
    return new Response(null, { status: 308, headers: { location } });
  }
  const pathname = url.pathname.replace(/^(\/\.well-known\/.+)\/$/, '$1');
  const inbox = /^\/(?:users\/([1-9]\d{0,15})\/)?inbox$/.exec(pathname);
  if (inbox) return receive(request, inbox[1] === undefined ? null : Number(inbox[1]), requester);
  const answer = Object.hasOwn(wellKnown, pathname) ? wellKnown[pathname]! : null;
  if (!answer) return serve(request, requester);
  if (!isRead(request)) return methodNotAllowed();

  // Our origin comes from the configuration, never from the Host header.
  const response = await answer(request, new URL(`${config.baseUrl}${pathname}${search}`));
  if (response.ok) response.headers.set('cache-control', 'public, max-age=300');
  return request.method === 'HEAD' ? new Response(null, response) : response;
}

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD';

const methodNotAllowed = () => respondError(405, 'method not allowed', { allow: 'GET, HEAD' });

// Answers requests for WebFinger, NodeInfo and host-meta

async function answerWebFinger(request: Request, url: URL): Promise<Response> {
  const resource = url.searchParams.get('resource');
  if (!resource) return respondError(400, 'resource is missing');
  const account = await findAccountByResource(resource);
  if (!account) return respondError(404, 'not found', { 'access-control-allow-origin': '*' });

  // Fedify repeats the requested spelling as subject, but peers compare the subject with our own spelling.
  url.search = new URLSearchParams({ resource: addressOf(account) }).toString();
  return answerWithFedify(request, url, account);
}

async function answerWithFedify(request: Request, url: URL, account: Account | null = null): Promise<Response> {
  const fedify = await import('./serve/with-fedify.ts');
  return fedify.answerWithFedify(request, url, account);
}

const nodeInfoVersions = ['2.0', '2.1'];
const nodeInfoSchema = (version: string) => `http://nodeinfo.diaspora.software/ns/schema/${version}`;

/** FEP-f1d5. */
async function answerNodeInfoLinks(): Promise<Response> {
  const links = nodeInfoVersions.map((version) => ({
    rel: nodeInfoSchema(version),
    href: `${config.baseUrl}/nodeinfo/${version}`,
  }));
  return Response.json({ links });
}

/** Version 2.0 has no links to the source and the home page of the software. */
async function answerFormerNodeInfo(request: Request, url: URL): Promise<Response> {
  url.pathname = '/nodeinfo/2.1';
  const response = await answerWithFedify(request, url);
  const { software, ...info } = (await response.json()) as { software: { name: string; version: string } };
  const { name, version } = software;
  const contentType = `application/json; profile="${nodeInfoSchema('2.0')}#"`;
  return Response.json(
    { ...info, version: '2.0', software: { name, version } },
    { headers: { 'content-type': contentType } },
  );
}

/** RFC 6415. Some servers still use host-meta to find the WebFinger address. */
async function answerHostMeta(): Promise<Response> {
  const template = `${config.baseUrl}/.well-known/webfinger?resource={uri}`;
  const xrd = `<?xml version="1.0" encoding="UTF-8"?>
<XRD xmlns="http://docs.oasis-open.org/ns/xri/xrd-1.0">
  <Link rel="lrdd" template="${template}"/>
</XRD>
`;
  return new Response(xrd, { headers: { 'content-type': 'application/xrd+xml; charset=utf-8' } });
}

// Routes GETs of actors, items, activities and collections

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
async function serve(request: Request, requester: string): Promise<Response | null> {
  const { pathname, searchParams } = new URL(request.url);

  if (paths.page.test(pathname)) {
    if (!isRead(request) || !asksForActivity(request.headers.get('accept'))) return null;
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
  return isRead(request) ? serveIri(request, requester, pathname, searchParams) : methodNotAllowed();
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
