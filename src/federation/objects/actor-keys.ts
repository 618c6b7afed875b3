/** Reads the public keys in an actor document. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import type { ActorProfile } from '../../domain/accounts/remote.ts';
import { originOf } from '../../lib/iris.ts';
import { dateOf, idOf, iriOf, isObject, type JsonObject, listOf, member, stringOf } from '../json-ld/json.ts';
import { readMultikey } from './multikey.ts';

type ActorKey = ActorProfile['keys'][number];

const MAX_KEYS = 10;
const MAX_PEM_LENGTH = 8_192;
const MIN_RSA_BITS = 2_048;
const MAX_RSA_BITS = 8_192;

/** Leaves out keys that are unreadable, weak or expired, belong to another actor, or have another origin. */
export function readKeys(actor: JsonObject, actorIri: string): ActorKey[] {
  const listed = [
    ...listOf(member(actor, 'publicKey')).map((key) => readKey(key, actorIri, 'owner', readPem)),
    ...listOf(member(actor, 'assertionMethod')).map((key) =>
      readKey(key, actorIri, 'controller', readMultibase),
    ),
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
  const iri = iriOf(key);
  if (!isObject(key) || iri === null || originOf(iri) !== originOf(actorIri)) return null;

  if (hasPassed(key, 'expires') || hasPassed(key, 'revoked')) return null;
  const owner = idOf(member(key, ownership)) ?? idOf(member(key, 'controller'));
  if (owner !== actorIri) return null;

  const publicKey = read(key);
  const kind = publicKey && kindOf(publicKey);
  if (!publicKey || !kind) return null;
  return { iri, kind, publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
}

function hasPassed(key: JsonObject, term: 'expires' | 'revoked'): boolean {
  const at = dateOf(member(key, term));
  return at !== null && at.getTime() <= Date.now();
}

/** Reads SubjectPublicKeyInfo or PKCS #1. */
function readPem(key: JsonObject): KeyObject | null {
  const pem = stringOf(member(key, 'publicKeyPem'), MAX_PEM_LENGTH)?.trim();
  if (!pem || !/^-----BEGIN (?:RSA )?PUBLIC KEY-----/.test(pem)) return null;

  try {
    return createPublicKey({ key: pem, format: 'pem' });
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
