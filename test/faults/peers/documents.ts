/** Serves the documents of a peer: actors of every name, their WebFinger, empty collections and registered objects. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';

export type Json = { [key: string]: unknown };

export interface Actor {
  host: string;
  iri: string;
  /** `name@host`. */
  handle: string;
  key: { iri: string; privateKey: KeyObject };
}

export const publicCollection = 'https://www.w3.org/ns/activitystreams#Public';
export const context = ['https://www.w3.org/ns/activitystreams', 'https://w3id.org/security/v1'];

/** All actors share one key pair, because generating one takes a quarter of a second. */
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' });

export function actorOf(host: string, name: string): Actor {
  const iri = `http://${host}/users/${name}`;
  return { host, iri, handle: `${name}@${host}`, key: { iri: `${iri}#main-key`, privateKey } };
}

/** Returns the document at that URL, or null. Objects come first, then actors and what belongs to them. */
export function documentAt(url: URL, objects: Map<string, Json>): Json | null {
  const object = objects.get(url.href);
  if (object) return object;
  if (url.pathname === '/.well-known/webfinger') return webFinger(url);

  const [, name, collection] = /^\/users\/(\w+)(?:\/(outbox|followers|following))?$/.exec(url.pathname) ?? [];
  if (!name) return null;
  if (!collection) return actorDocument(url.host, name);
  return { '@context': context, id: url.href, type: 'OrderedCollection', totalItems: 0, orderedItems: [] };
}

function actorDocument(host: string, name: string): Json {
  const { iri, key } = actorOf(host, name);
  return {
    '@context': context,
    id: iri,
    type: 'Person',
    preferredUsername: name,
    name,
    inbox: `${iri}/inbox`,
    outbox: `${iri}/outbox`,
    followers: `${iri}/followers`,
    endpoints: { sharedInbox: `http://${host}/inbox` },
    publicKey: { id: key.iri, owner: iri, publicKeyPem },
  };
}

function webFinger({ host, searchParams }: URL): Json | null {
  const name = /^acct:(\w+)@/.exec(searchParams.get('resource') ?? '')?.[1];
  if (!name) return null;
  const { iri, handle } = actorOf(host, name);
  return {
    subject: `acct:${handle}`,
    links: [{ rel: 'self', type: 'application/activity+json', href: iri }],
  };
}
