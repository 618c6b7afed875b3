/** Builds every IRI of this instance. */
import { config } from './config.ts';
import { normaliseHashtag } from './text.ts';

const at = (path: string) => `${config.baseUrl}${path}`;

export const eventableKinds = ['recipe', 'preparation', 'baking', 'status'] as const;
export type EventableKind = (typeof eventableKinds)[number];

/** Path segments, used by objects, pages and API operations. */
export const folders: Record<EventableKind, string> = {
  recipe: 'recipes',
  preparation: 'preparations',
  baking: 'bakings',
  status: 'statuses',
};

/** The actor that speaks for the server: it signs requests, sends reports, and carries the logo and the cover. */
export const instanceUsername = 'instance';

export const iris = {
  actor: (accountId: number) => at(`/users/${accountId}`),
  inbox: (accountId: number) => at(`/users/${accountId}/inbox`),
  outbox: (accountId: number) => at(`/users/${accountId}/outbox`),
  followers: (accountId: number) => at(`/users/${accountId}/followers`),
  /** The followers on the requesting server (FEP-8fcf). */
  followersSynchronization: (accountId: number) => at(`/users/${accountId}/followers_synchronization`),
  following: (accountId: number) => at(`/users/${accountId}/following`),
  featured: (accountId: number) => at(`/users/${accountId}/featured`),
  sharedInbox: () => at('/inbox'),
  key: (accountId: number, kind: 'rsa' | 'ed25519') =>
    at(`/users/${accountId}#${kind === 'rsa' ? 'main-key' : 'ed25519-key'}`),

  /**
   * An item published again has a new IRI, because its earlier ones are tombstones. `generation` counts publications.
   */
  eventable: (kind: EventableKind, accountId: number, id: number, generation = 1) =>
    at(`/users/${accountId}/${folders[kind]}/${id}${generation > 1 ? `/${generation}` : ''}`),

  collection: (accountId: number, id: number) => at(`/users/${accountId}/collections/${id}`),
  collectionPage: (username: string, id: number) => at(`/@${username}/collections/${id}`),

  /** The conversation that an item starts. */
  context: (eventableIri: string) => `${eventableIri}/context`,

  /** The approval of a quote by the author of the quoted item (FEP-044f). */
  quoteAuthorization: (authorId: number, statusId: number) => at(`/users/${authorId}/quote_authorizations/${statusId}`),

  activity: (accountId: number, uuid: string) => at(`/users/${accountId}/activities/${uuid}`),

  profilePage: (username: string) => at(`/@${username}`),
  page: (kind: EventableKind, username: string, slugOrId: string | number) =>
    at(`/@${username}/${folders[kind]}/${encodeURIComponent(slugOrId)}`),
  tag: (tag: string) => at(`/tags/${encodeURIComponent(normaliseHashtag(tag))}`),

  medium: (key: string, size: 'original' | 'medium' | 'small' = 'original') => at(`/media/${key}/${size}`),
  /** For accounts without an avatar. */
  defaultAvatar: () => at('/assets/avatar-400.png'),
};

/** Whether an IRI belongs to this server. False if it is not a URL. */
export function isLocalIri(iri: string): boolean {
  return originOf(iri) === config.baseUrl;
}

/** The id of the local account that an activity of ours is by; null for any other IRI. */
export function actorIdOf(iri: string): number | null {
  const id = isLocalIri(iri) ? /^\/users\/([1-9]\d{0,15})\/activities\//.exec(new URL(iri).pathname)?.[1] : null;
  return id ? Number(id) : null;
}

/** Returns `https://host[:port]`, or null if the text is not an http(s) URL. Hosts are only compared in this form. */
export function originOf(iri: string): string | null {
  const url = URL.parse(iri);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.origin : null;
}

/**
 * The form in which IRIs of other servers are stored, compared and requested: everything beyond ASCII percent-encoded in
 * upper case, an international host in punycode (RFC 3987 section 3.1, RFC 3986 section 6.2.2.1), and scheme and host in
 * lower case without the default port. The rest stays as it was written.
 */
export function normalIri(iri: string): string {
  if (isUsual(iri)) return iri;
  const [, scheme = '', host = '', rest = iri] = /^(https?:\/\/)([^/?#@\\]*)(?=[/?#\\]|$)(.*)$/is.exec(iri) ?? [];
  const normalHost = URL.parse(`${scheme}${host}/`)?.host ?? host;
  const path = rest
    .replace(/\P{ASCII}+/gu, (text) => percentEncoded(text))
    .replace(/(?:%[89a-f][0-9a-f])+/gi, upperCased);
  return `${scheme.toLowerCase()}${normalHost}${path}`;
}

const isUsual = (iri: string): boolean =>
  /^https?:\/\/[a-z0-9.-]+(?=[/?#]|$)/.test(iri) && !/\P{ASCII}|%[89a-f][0-9a-f]/iu.test(iri);
export const percentEncoded = (text: string, encoding: BufferEncoding = 'utf8'): string =>
  upperCased(Buffer.from(text, encoding).toString('hex').replace(/../g, '%$&'));
const upperCased = (text: string): string => text.toUpperCase();

/** The owner and the id of the local collection with this IRI; null for any other IRI. */
export function localCollectionOf(iri: string): { accountId: number; id: number } | null {
  const [, accountId, id] = isLocalIri(iri)
    ? (/^\/users\/([1-9]\d{0,15})\/collections\/([1-9]\d{0,15})$/.exec(new URL(iri).pathname) ?? [])
    : [];
  return accountId && id ? { accountId: Number(accountId), id: Number(id) } : null;
}
