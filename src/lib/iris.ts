/** Every IRI of ours, minted in one place. */
import { config } from './config.ts';

const at = (path: string) => `${config.baseUrl}${path}`;

export const eventableKinds = ['recipe', 'preparation', 'baking', 'status'] as const;
export type EventableKind = (typeof eventableKinds)[number];

/** In paths, of objects as of pages and operations. */
export const folders: Record<EventableKind, string> = {
  recipe: 'recipes',
  preparation: 'preparations',
  baking: 'bakings',
  status: 'statuses',
};

export const iris = {
  actor: (accountId: number) => at(`/users/${accountId}`),
  inbox: (accountId: number) => at(`/users/${accountId}/inbox`),
  outbox: (accountId: number) => at(`/users/${accountId}/outbox`),
  followers: (accountId: number) => at(`/users/${accountId}/followers`),
  /** Those followers that are on the server which asks (FEP-8fcf). */
  followersOn: (accountId: number) => at(`/users/${accountId}/followers_synchronization`),
  following: (accountId: number) => at(`/users/${accountId}/following`),
  featured: (accountId: number) => at(`/users/${accountId}/featured`),
  sharedInbox: () => at('/inbox'),
  key: (accountId: number, kind: 'rsa' | 'ed25519') =>
    at(`/users/${accountId}#${kind === 'rsa' ? 'main-key' : 'ed25519-key'}`),

  /** `generation` counts publications: an item published again has a new identity (its earlier ones are tombstones). */
  eventable: (kind: EventableKind, accountId: number, id: number, generation = 1) =>
    at(`/users/${accountId}/${folders[kind]}/${id}${generation > 1 ? `/${generation}` : ''}`),

  /** The conversation that an item begins. */
  context: (eventableIri: string) => `${eventableIri}/context`,

  activity: (accountId: number, uuid: string) => at(`/users/${accountId}/activities/${uuid}`),

  profilePage: (username: string) => at(`/@${username}`),
  page: (kind: EventableKind, username: string, slugOrId: string | number) =>
    at(`/@${username}/${folders[kind]}/${encodeURIComponent(slugOrId)}`),
  tag: (tag: string) => at(`/tags/${encodeURIComponent(tag)}`),

  medium: (key: string, size: 'original' | 'medium' | 'small' = 'original') => at(`/media/${key}/${size}`),
  /** Shown for accounts that have no picture of their own. */
  defaultAvatar: () => at('/assets/avatar-400.png'),
};

/** Whether an IRI is of this server; false for what is no URL. */
export function isOurs(iri: string): boolean {
  return originOf(iri) === config.baseUrl;
}

/** `https://host[:port]`, or null when the text is no http(s) URL. Hosts are compared in this form only. */
export function originOf(iri: string): string | null {
  const url = URL.parse(iri);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.origin : null;
}
