/** Remote servers in the test process: scripted ActivityPub peers with actors, documents, WebFinger and an inbox. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { config } from '../../src/lib/config.ts';
import { routeFetchTo } from '../../src/lib/fetch/connections.ts';
import { routeToHandler } from './fetch-route.ts';
import { type SigningKey, type SigningOptions, signatureHeaders } from './remote-server-signing.ts';

export type Json = { [key: string]: unknown };

export interface PeerActor {
  name: string;
  iri: string;
  handle: string;
  rsa: RsaKey;
  /** The actor document as served; tests may change it. */
  json: Json;
}

export interface SendOptions extends SigningOptions {
  /** A local account's id; the shared inbox when absent. */
  to?: number | null;
  by?: SigningKey;
  headers?: Record<string, string>;
}

export const activityType = 'application/activity+json';
const context = ['https://www.w3.org/ns/activitystreams', 'https://w3id.org/security/v1'];

type InboxHandler = (request: Request) => Response | Promise<Response>;
let inboxHandler: InboxHandler = () => Promise.reject(new Error('nobody listens'));
const servers = new Map<string, RemoteServer>();

/** Sets the handler that `send` posts to: `app.fetch`, or the receiver alone. */
export function setInboxHandler(handler: InboxHandler): void {
  inboxHandler = handler;
}

/** Creates a reachable server of that name; replaces an earlier one. */
export function remoteServerAt(host = 'elsewhere.example'): RemoteServer {
  const server = new RemoteServer(host);
  servers.set(host, server);
  routeFetchTo(new Map([...servers].map(([name, each]) => [name, routeToHandler((request) => each.respond(request))])));
  return server;
}

export function removeRemoteServers(): void {
  servers.clear();
  routeFetchTo(null);
}

/** A step of a recipe as Potluck sends it. */
export const step = (changes: Json, text = 'x'): Json => ({
  type: 'HowToStep',
  text,
  source: { mediaType: 'text/markdown', content: text },
  ...changes,
});

export const serverAt = (host: string): RemoteServer | undefined => servers.get(host);

export type RsaKey = SigningKey & { publicPem: string };
export type RsaPair = Omit<RsaKey, 'iri'>;

export function newRsaPair(modulusLength = 2048): RsaPair {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength });
  return { privateKey, publicPem: publicKey.export({ type: 'spki', format: 'pem' }) as string };
}

export const newRsaKey = (iri: string, modulusLength?: number): RsaKey => ({
  iri,
  ...newRsaPair(modulusLength),
});

export class RemoteServer {
  readonly host: string;
  /** Activities posted to its inboxes. */
  readonly inbox: Json[] = [];
  /** Requested URLs, in order. */
  readonly requestedUrls: string[] = [];
  /** Responses by URL; they take precedence. */
  readonly responses = new Map<string, (request: Request) => Response | Promise<Response>>();
  readonly #actors = new Map<string, PeerActor>();

  constructor(host: string) {
    this.host = host;
  }

  iri = (path: string): string => `https://${this.host}${path}`;

  /** Creates the actor at the first call, with a new key pair by default, and serves its WebFinger. */
  actor(name: string, changes: Json = {}, pair?: RsaPair): PeerActor {
    const known = this.#actors.get(name);
    if (known) return known;

    const iri = this.iri(`/users/${name}`);
    const rsa = { iri: `${iri}#main-key`, ...(pair ?? newRsaPair()) };
    const json = {
      '@context': context,
      id: iri,
      type: 'Person',
      preferredUsername: name,
      name,
      inbox: `${iri}/inbox`,
      outbox: `${iri}/outbox`,
      followers: `${iri}/followers`,
      endpoints: { sharedInbox: this.iri('/inbox') },
      publicKey: { id: rsa.iri, owner: iri, publicKeyPem: rsa.publicPem },
      ...changes,
    };
    const actor = { name, iri, handle: `${name}@${this.host}`, rsa, json };
    this.#actors.set(name, actor);
    this.serve(iri, () => actor.json);
    return actor;
  }

  /** Serves a document at its id. */
  object(json: Json & { id: string }): Json & { id: string } {
    this.serve(json.id, () => json);
    return json;
  }

  note(author: PeerActor, changes: Json = {}): Json & { id: string } {
    const id = this.iri(`/notes/${randomUUID()}`);
    return this.object({
      id,
      type: 'Note',
      attributedTo: author.iri,
      content: '<p>Soup is ready</p>',
      to: ['https://www.w3.org/ns/activitystreams#Public'],
      cc: [`${author.iri}/followers`],
      published: new Date().toISOString(),
      ...changes,
    });
  }

  serve(url: string, json: () => Json, contentType = activityType): void {
    this.responses.set(url, () => Response.json(json(), { headers: { 'content-type': contentType } }));
  }

  /** Responds with this status from now on. */
  fail(url: string, status: number): void {
    this.responses.set(url, () => new Response(null, { status }));
  }

  activity(type: string, actor: PeerActor, object: unknown, changes: Json = {}): Json {
    const id = this.iri(`/activities/${randomUUID()}`);
    return { '@context': context, id, type, actor: actor.iri, object, ...changes };
  }

  /** Posts an activity to us, signed by its actor by default. */
  async send(
    activity: Json | string,
    { to = null, by, headers = {}, ...signing }: SendOptions = {},
  ): Promise<Response> {
    const body = typeof activity === 'string' ? activity : JSON.stringify(activity);
    const signer = by ?? this.#signerOf(activity);
    return inboxHandler(this.signed(body, signer, { to, headers, ...signing }));
  }

  /** Builds the request that `send` would post. */
  signedBy(activity: Json, { by, ...options }: SendOptions = {}): Request {
    return this.signed(JSON.stringify(activity), by ?? this.#signerOf(activity), options);
  }

  signed(body: string, by: SigningKey | null, { to, headers, ...signing }: SendOptions = {}): Request {
    const url = `${config.baseUrl}${typeof to === 'number' ? `/users/${to}/inbox` : '/inbox'}`;
    const signature = by ? signatureHeaders({ method: 'POST', url, body }, by, signing) : {};
    return new Request(url, {
      method: 'POST',
      body,
      headers: { 'content-type': activityType, ...signature, ...headers },
    });
  }

  async respond(request: Request): Promise<Response> {
    this.requestedUrls.push(request.url);
    const scripted = this.responses.get(request.url);
    if (scripted) return scripted(request);
    if (request.method === 'POST') {
      this.inbox.push((await request.json()) as Json);
      return new Response(null, { status: 202 });
    }
    return this.#webFinger(new URL(request.url)) ?? new Response(null, { status: 404 });
  }

  #webFinger({ pathname, searchParams }: URL): Response | null {
    const resource = searchParams.get('resource') ?? '';
    const actor = [...this.#actors.values()].find(({ handle }) => resource === `acct:${handle}`);
    if (pathname !== '/.well-known/webfinger' || !actor) return null;
    const links = [{ rel: 'self', type: activityType, href: actor.iri }];
    return Response.json({ subject: resource, links }, { headers: { 'content-type': 'application/jrd+json' } });
  }

  #signerOf(activity: Json | string): SigningKey | null {
    if (typeof activity === 'string') return null;
    return [...this.#actors.values()].find(({ iri }) => iri === activity.actor)?.rsa ?? null;
  }
}
