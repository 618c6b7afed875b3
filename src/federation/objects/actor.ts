/** Actors: their documents, keys and names. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Account } from '../../domain/accounts/account.ts';
import { isUsername } from '../../domain/accounts/discover.ts';
import type { KeyKind, KeyPair } from '../../domain/accounts/keys.ts';
import type { ActorProfile } from '../../domain/accounts/remote.ts';
import { config } from '../../lib/config.ts';
import { sanitizeRemoteHtml, textOf } from '../../lib/html/html.ts';
import { iris, isLocalIri, originOf } from '../../lib/iris.ts';
import {
  booleanOf,
  cutText,
  dateOf,
  firstOf,
  iriOf,
  irisOf,
  isObject,
  type JsonObject,
  listOf,
  member,
  naturalText,
  numberOf,
  objectsOf,
  type Reading,
  refused,
  stringOf,
  typesOf,
  understood,
} from '../json-ld/json.ts';
import { decodeMultibase, encodeMultibase } from '../sign/multibase.ts';
import { readPageUrl, readUrl } from './parts.ts';

// Reads handles of remote accounts

/**
 * Returns `name@host` in lower case, with the host as in a URL: punycode, no default port. It also has no dot at its
 * end. Null for anything else.
 */
export function canonicalHandle(text: string): string | null {
  const [name, host, ...rest] = text.split('@', 3);
  if (!name || !host || rest.length > 0 || !isUsername(name) || /[\s/?#\\]/.test(host)) return null;
  const canonical = URL.parse(`https://${host}/`)?.host.replace(/(?<!\.)\.+(?=$|:)/, '');
  // A host such as `xn--.` is valid only with its dot.
  if (!canonical || !URL.canParse(`https://${canonical}/`)) return null;
  return `${name.normalize('NFC').toLowerCase()}@${canonical}`;
}

// Converts Ed25519 public keys to and from Multikey text (FEP-521a)

/** Multicodec `ed25519-pub`. */
const ED25519 = Buffer.from([0xed, 0x01]);
/** The bytes before the key in a SubjectPublicKeyInfo (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

export function toMultikey(publicKey: KeyObject): string {
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(SPKI_PREFIX.length);
  return encodeMultibase(Buffer.concat([ED25519, raw]));
}

/** Returns null for anything but an Ed25519 key in base58btc. */
function readMultikey(text: string): KeyObject | null {
  if (!/^z[1-9A-HJ-NP-Za-km-z]{40,60}$/.test(text)) return null;

  const bytes = decodeMultibase(text);
  if (bytes.length !== 34 || !bytes.subarray(0, 2).equals(ED25519)) return null;
  return createPublicKey({
    key: Buffer.concat([SPKI_PREFIX, bytes.subarray(2)]),
    format: 'der',
    type: 'spki',
  });
}

// Reads the public keys in an actor document

type ActorKey = ActorProfile['keys'][number];

const MAX_KEYS = 10;
const MAX_PEM_LENGTH = 8_192;
const MIN_RSA_BITS = 2_048;
const MAX_RSA_BITS = 8_192;

/** Leaves out keys that are unreadable, weak or expired, belong to another actor, or have another origin. */
function readKeys(actor: JsonObject, actorIri: string): ActorKey[] {
  const listed = [
    ...listOf(member(actor, 'publicKey')).map((key) =>
      readKey(key, actorIri, 'owner', (each) => readPem(each) ?? readMultibase(each)),
    ),
    ...listOf(member(actor, 'assertionMethod')).map((key) => readKey(key, actorIri, 'controller', readMultibase)),
  ].filter((key) => key !== null);

  const byIri = new Map(listed.map((key) => [key.iri, key]));
  return [...byIri.values()].slice(0, MAX_KEYS);
}

function readKey(
  key: unknown,
  actorIri: string,
  ownership: 'owner' | 'controller',
  read: (key: JsonObject) => KeyObject | null,
): ActorKey | null {
  const iri = isObject(key) ? keyIri(key, actorIri) : null;
  if (!isObject(key) || iri === null || originOf(iri) !== originOf(actorIri)) return null;

  if (hasPassed(key, 'expires') || hasPassed(key, 'revoked')) return null;
  const owner = member(key, ownership) ?? member(key, 'controller');
  // A key without an owner belongs to the actor whose document contains it.
  if (owner !== undefined && !isOwner(iriOf(owner), actorIri)) return null;

  const publicKey = read(key);
  const kind = publicKey && kindOf(publicKey);
  if (!publicKey || !kind) return null;
  return { iri, kind, publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
}

function hasPassed(key: JsonObject, term: 'expires' | 'revoked'): boolean {
  const at = dateOf(member(key, term));
  return at !== null && at.getTime() <= Date.now();
}

/** A key without an id, or with a fragment as id, is in the document of its actor. */
function keyIri(key: JsonObject, actorIri: string): string | null {
  const id = firstOf(member(key, 'id')) ?? '#main-key';
  return iriOf(typeof id === 'string' && id.startsWith('#') ? actorIri.replace(/#.*$/, '') + id : id);
}

/** Whether a key names the actor that lists it, with or without a slash at the end. */
export const isOwner = (owner: string | null, actorIri: string | null): boolean =>
  owner !== null && actorIri !== null && owner.replace(/\/$/, '') === actorIri.replace(/\/$/, '');

const maxDerBytes = 6_000;
const armored =
  /^ ?(?:-----BEGIN (?:RSA )?PUBLIC KEY-----)?([A-Za-z0-9+/= ]+)(?:-----END (?:RSA )?PUBLIC KEY-----)? ?$/;

/**
 * Reads SubjectPublicKeyInfo or PKCS #1. Line breaks may be missing, doubled, CRLF, escaped or spaces, and the label may
 * be missing or that of the other format.
 */
function readPem(key: JsonObject): KeyObject | null {
  const pem = stringOf(member(key, 'publicKeyPem'), MAX_PEM_LENGTH)?.replaceAll(/\\[rn]|\s+/g, ' ');
  const [, base64 = ''] = armored.exec(pem ?? '') ?? [];
  const der = Buffer.from(base64, 'base64');
  if (der.length === 0 || der.length > maxDerBytes) return null;
  return readDer(der, 'spki') ?? readDer(der, 'pkcs1');
}

function readDer(key: Buffer, type: 'spki' | 'pkcs1'): KeyObject | null {
  try {
    return createPublicKey({ key, format: 'der', type });
  } catch {
    return null;
  }
}

function readMultibase(key: JsonObject): KeyObject | null {
  const text = stringOf(member(key, 'publicKeyMultibase'), 200);
  if (text === null) return null;

  try {
    return readMultikey(text);
  } catch {
    return null;
  }
}

function kindOf(key: KeyObject): 'rsa' | 'ed25519' | null {
  if (key.asymmetricKeyType === 'ed25519') return 'ed25519';

  const bits = key.asymmetricKeyType === 'rsa' ? (key.asymmetricKeyDetails?.modulusLength ?? 0) : 0;
  return bits >= MIN_RSA_BITS && bits <= MAX_RSA_BITS ? 'rsa' : null;
}

// Renders local accounts as actor documents

export type PublicKeys = { [Kind in KeyKind]: Pick<KeyPair, 'iri' | 'publicKey' | 'publicPem'> };

/** Related data that an `Account` does not contain. */
export interface ActorRelations {
  movedToIri?: string | null;
}

/**
 * Returns a document without `@context`. A suspended account shows only that it is suspended: other servers hide it
 * until the next Update, while a Delete would be final.
 */
export function toActor(original: Account, keys: PublicKeys, { movedToIri }: ActorRelations = {}): JsonObject {
  const account = original.suspendedAt ? { ...original, ...hiddenProfile } : original;
  const { id, username, summaryHtml, locale } = account;
  const iri = account.iri ?? iris.actor(id);

  return {
    id: iri,
    type: account.actorType,
    preferredUsername: username,
    name: account.name || username,
    ...(summaryHtml !== '' && { summary: summaryHtml }),
    ...(summaryHtml !== '' && locale !== 'und' && { summaryMap: { [locale]: summaryHtml } }),
    url: account.url ?? iris.profilePage(username),
    webfinger: `${username}@${config.host}`,
    inbox: iris.inbox(id),
    outbox: iris.outbox(id),
    followers: iris.followers(id),
    following: iris.following(id),
    featured: iris.featured(id),
    endpoints: { sharedInbox: iris.sharedInbox() },
    publicKey: { id: keys.rsa.iri, owner: iri, publicKeyPem: keys.rsa.publicPem },
    assertionMethod: [
      {
        id: keys.ed25519.iri,
        type: 'Multikey',
        controller: iri,
        publicKeyMultibase: toMultikey(keys.ed25519.publicKey),
      },
    ],
    icon: iconOf(account),
    ...(account.headerKey && {
      image: { type: 'Image', mediaType: 'image/webp', url: iris.medium(account.headerKey) },
    }),
    manuallyApprovesFollowers: account.locked,
    discoverable: account.discoverable,
    indexable: account.indexable,
    published: account.createdAt.toISOString(),
    ...(account.suspendedAt && { suspended: true }),
    ...(account.alsoKnownAs.length > 0 && { alsoKnownAs: account.alsoKnownAs }),
    ...(movedToIri && { movedTo: movedToIri }),
  };
}

const hiddenProfile = {
  name: '',
  summaryHtml: '',
  avatarKey: null,
  headerKey: null,
  discoverable: false,
  indexable: false,
  alsoKnownAs: [],
};

/** Avatars are stored as WebP. An account without one gets the default avatar. */
function iconOf({ avatarKey, avatarDescription, avatarBlurhash }: Account): JsonObject {
  if (avatarKey === null) return { type: 'Image', mediaType: 'image/png', url: iris.defaultAvatar() };
  return {
    type: 'Image',
    mediaType: 'image/webp',
    url: iris.medium(avatarKey),
    ...(avatarDescription && { name: avatarDescription }),
    ...(avatarBlurhash && { blurhash: avatarBlurhash }),
  };
}

// Reads actor documents of remote servers

const actorTypes = ['Person', 'Service', 'Application', 'Group', 'Organization'] as const;

const MAX_NAME = 200;
const MAX_SUMMARY = 10_000;
const MAX_SUMMARY_HTML = 50_000;
const MAX_DESCRIPTION = 1_500;
const MAX_ALIASES = 20;

/** Never throws. The handle is null until WebFinger confirms it. */
export function readActor(json: unknown): Reading<ActorProfile> {
  if (!isObject(json)) return refused('is not an object');

  const types = typesOf(json);
  const actorType = actorTypes.find((type) => types.includes(type));
  if (!actorType) return refused(`is not an actor but ${types.join(', ') || 'has no type'}`);

  const iri = iriOf(member(json, 'id'));
  if (iri === null) return refused('has no id that is an IRI');
  const inbox = iriOf(member(json, 'inbox'));
  if (inbox === null) return refused('has no inbox');
  // A static site may have its inbox elsewhere.
  if (isLocalIri(inbox) && !isLocalIri(iri)) return refused('has an inbox of this server');
  const sharedInbox =
    iriOf(member(firstOf(member(json, 'endpoints')), 'sharedInbox')) ?? iriOf(member(json, 'sharedInbox'));
  const username = usernameOf(json, iri);
  if (!username || !isUsername(username)) return refused('has no usable preferredUsername');

  const summary = cutText(naturalText(json, 'summary') ?? '', MAX_SUMMARY_HTML);
  const avatar = readPicture(json, 'icon');

  return understood({
    iri,
    username,
    host: new URL(iri).host,
    handle: null,
    statedHandle: canonicalHandle(addressIn(json) ?? ''),
    url: readPageUrl(json, iri),
    actorType,
    name: cutText(naturalText(json, 'name') ?? '', MAX_NAME).trim(),
    summary: cutText(textOf(summary), MAX_SUMMARY),
    summaryHtml: sanitizeRemoteHtml(summary),
    inbox,
    sharedInbox: originOf(sharedInbox ?? '') === originOf(iri) ? sharedInbox : null,
    outbox: iriOf(member(json, 'outbox')),
    followersIri: iriOf(member(json, 'followers')),
    followingIri: iriOf(member(json, 'following')),
    featuredIri: iriOf(member(json, 'featured')),
    avatarUrl: avatar?.url ?? null,
    avatarDescription: avatar?.description ?? null,
    headerUrl: readPicture(json, 'image')?.url ?? null,
    locked: booleanOf(member(json, 'manuallyApprovesFollowers')) ?? false,
    discoverable: booleanOf(member(json, 'discoverable')) ?? true,
    indexable: booleanOf(member(json, 'indexable')) ?? false,
    alsoKnownAs: irisOf(member(json, 'alsoKnownAs')).slice(0, MAX_ALIASES),
    movedToIri: iriOf(member(json, 'movedTo')),
    suspended: booleanOf(member(json, 'suspended')) ?? false,
    publishedAt: dateOf(member(json, 'published')),
    followersCount: countOf(member(json, 'followers')),
    followingCount: countOf(member(json, 'following')),
    keys: readKeys(json, iri),
  });
}

/** Static sites and bots may have no name, but an address or an IRI that ends like one. */
function usernameOf(json: JsonObject, iri: string): string | undefined {
  const stated =
    stringOf(member(json, 'preferredUsername'), 100) ??
    addressIn(json)?.split('@', 1)[0] ??
    /\/@?([\w.~-]+)\/?$/.exec(new URL(iri).pathname)?.[1];
  return stated?.trim().replace(/^@/, '').normalize('NFC');
}

const addressIn = (json: JsonObject): string | undefined =>
  stringOf(member(json, 'webfinger'), 400)?.replace(/^(?:acct:)?@?/, '');

/** The largest `icon` (the avatar) or `image` (the header). */
function readPicture(json: JsonObject, name: 'icon' | 'image'): { url: string; description: string | null } | null {
  const icons = listOf(member(json, name))
    .map((icon) => ({
      url: (isObject(icon) ? readUrl(icon) : null) ?? readUrl({ url: icon }),
      width: isObject(icon) ? (numberOf(member(icon, 'width')) ?? 0) : 0,
      description: isObject(icon) ? stringOf(member(icon, 'name'), MAX_DESCRIPTION) : null,
    }))
    .filter((icon): icon is typeof icon & { url: string } => icon.url !== null);

  return icons.toSorted((one, other) => other.width - one.width)[0] ?? null;
}

function countOf(collection: unknown): number | null {
  const count = numberOf(member(objectsOf(collection)[0], 'totalItems'));
  return count !== null && Number.isInteger(count) && count >= 0 && count <= 2 ** 31 - 1 ? count : null;
}
