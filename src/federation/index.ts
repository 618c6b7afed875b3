/** What this server answers to other servers, and where each answer is written. */
import { createFederation } from '@fedify/fedify';
import { Image, Person, Tombstone } from '@fedify/fedify/vocab';
import type { Account } from '../domain/accounts/account.ts';
import { config } from '../lib/config.ts';
import { receive } from './gate.ts';
import { loadKnownContext } from './known-contexts.ts';
import { kv } from './kv.ts';
import { describeServer } from './nodeinfo.ts';
import { addressOf, findByResource } from './resource.ts';
import { answerError } from './serve/answer.ts';
import { serve } from './serve.ts';

/**
 * Fedify answers WebFinger and NodeInfo. Documents go out as JSON of our own: its vocabulary drops the terms of recipes,
 * which it does not know, and rendering by it takes some 14 ms each time.
 */
const fedify = createFederation<Account | null>({
  kv,
  origin: config.baseUrl,
  // Nothing that it answers needs a document of another server, and none is fetched past our budgets.
  documentLoaderFactory: () => loadKnownContext,
});

fedify
  .setActorDispatcher('/users/{identifier}', ({ data }) => data && toPerson(data))
  .mapHandle(({ data }) => data && String(data.id));
fedify.setNodeInfoDispatcher('/nodeinfo/2.1', describeServer);

type Answer = (request: Request, url: URL) => Promise<Response>;

const wellKnown: Record<string, Answer> = {
  '/.well-known/webfinger': answerWebFinger,
  '/.well-known/nodeinfo': askFedify,
  '/nodeinfo/2.1': askFedify,
  '/.well-known/host-meta': answerHostMeta,
};

/** Null for what is not between servers: pages and REST. */
export async function handle(request: Request): Promise<Response | null> {
  const { pathname, search } = new URL(request.url);
  const answer = Object.hasOwn(wellKnown, pathname) ? wellKnown[pathname]! : null;
  if (!answer) return receiveOrServe(request, pathname);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return answerError(405, 'method not allowed', { allow: 'GET, HEAD' });
  }

  // Our origin is the configured one, whatever the Host header says.
  const response = await answer(request, new URL(`${config.baseUrl}${pathname}${search}`));
  if (response.ok) response.headers.set('cache-control', 'public, max-age=300');
  return request.method === 'HEAD' ? new Response(null, response) : response;
}

function receiveOrServe(request: Request, pathname: string): Promise<Response | null> {
  const inbox = /^\/(?:users\/([1-9]\d{0,15})\/)?inbox$/.exec(pathname);
  if (!inbox) return serve(request);
  return receive(request, inbox[1] === undefined ? null : Number(inbox[1]));
}

async function answerWebFinger(request: Request, url: URL): Promise<Response> {
  const resource = url.searchParams.get('resource');
  if (!resource) return answerError(400, 'resource is missing');
  const account = await findByResource(resource);
  if (!account) return answerError(404, 'not found', { 'access-control-allow-origin': '*' });

  // Fedify would answer with the asker's spelling as subject; peers compare it with ours.
  url.search = new URLSearchParams({ resource: addressOf(account) }).toString();
  return askFedify(request, url, account);
}

function askFedify(request: Request, url: URL, contextData: Account | null = null): Promise<Response> {
  return fedify.fetch(new Request(url, { headers: request.headers }), { contextData });
}

/** Only what WebFinger shows of an actor. */
function toPerson({ username, url, deletedAt, avatarUrl }: Account): Person | Tombstone {
  if (deletedAt) return new Tombstone({});
  return new Person({
    preferredUsername: username,
    url: url === null ? null : new URL(url),
    icon: avatarUrl === null ? null : new Image({ url: new URL(avatarUrl) }),
  });
}

/** RFC 6415: how WebFinger was found before RFC 7033; some servers still ask. */
async function answerHostMeta(): Promise<Response> {
  const template = `${config.baseUrl}/.well-known/webfinger?resource={uri}`;
  const xrd = `<?xml version="1.0" encoding="UTF-8"?>
<XRD xmlns="http://docs.oasis-open.org/ns/xri/xrd-1.0">
  <Link rel="lrdd" template="${template}"/>
</XRD>
`;
  return new Response(xrd, { headers: { 'content-type': 'application/xrd+xml; charset=utf-8' } });
}
