/** Renders local accounts as actor documents. */
import type { Account } from '../../domain/accounts/account.ts';
import type { KeyKind, KeyPair } from '../../domain/accounts/keys.ts';
import { config } from '../../lib/config.ts';
import { iris } from '../../lib/iris.ts';
import type { JsonObject } from '../json-ld/json.ts';
import { toMultikey } from './multikey.ts';

export type PublicKeys = { [Kind in KeyKind]: Pick<KeyPair, 'iri' | 'publicKey' | 'publicPem'> };

/** Related data that an `Account` does not contain. */
export interface ActorRelations {
  movedToIri?: string | null;
}

/**
 * Returns a document without `@context`. A suspended account shows only that it is suspended: other servers hide it until
 * the next Update, while a Delete would be final.
 */
export function toActor(
  original: Account,
  keys: PublicKeys,
  { movedToIri }: ActorRelations = {},
): JsonObject {
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
