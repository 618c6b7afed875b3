/** The keys that an actor document lists and that may speak for it. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import type { ActorProfile } from '../../domain/accounts/adopt.ts';
import { originOf } from '../../lib/iris.ts';
import { dateOf, idOf, iriOf, isObject, type JsonObject, listOf, member, stringOf } from '../json.ts';
import { readMultikey } from './multikey.ts';

type ActorKey = ActorProfile['keys'][number];

const MAX_KEYS = 10;
const MAX_PEM_LENGTH = 8_192;
const RSA_BITS = { least: 2_048, most: 8_192 };

/** Keys that cannot be read, are weak, have expired, are another actor's or live on another origin are left out. */
export function readKeys(actor: JsonObject, actorIri: string): ActorKey[] {
  const listed = [
    ...listOf(member(actor, 'publicKey')).map((key) => readKey(key, actorIri, 'owner', readPem)),
    ...listOf(member(actor, 'assertionMethod')).map((key) => readKey(key, actorIri, 'controller', readMulti)),
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

  if (isOver(key, 'expires') || isOver(key, 'revoked')) return null;
  const owner = idOf(member(key, ownership)) ?? idOf(member(key, 'controller'));
  if (owner !== actorIri) return null;

  const publicKey = read(key);
  const kind = publicKey && kindOf(publicKey);
  if (!publicKey || !kind) return null;
  return { iri, kind, publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
}

function isOver(key: JsonObject, term: 'expires' | 'revoked'): boolean {
  const at = dateOf(member(key, term));
  return at !== null && at.getTime() <= Date.now();
}

/** SubjectPublicKeyInfo or PKCS #1. */
function readPem(key: JsonObject): KeyObject | null {
  const pem = stringOf(member(key, 'publicKeyPem'), MAX_PEM_LENGTH)?.trim();
  if (!pem || !/^-----BEGIN (?:RSA )?PUBLIC KEY-----/.test(pem)) return null;

  try {
    return createPublicKey({ key: pem, format: 'pem' });
  } catch {
    return null;
  }
}

function readMulti(key: JsonObject): KeyObject | null {
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
  return bits >= RSA_BITS.least && bits <= RSA_BITS.most ? 'rsa' : null;
}
