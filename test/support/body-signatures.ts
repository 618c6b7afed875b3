/** Signs bodies as other servers do: Linked Data Signatures with a library, integrity proofs by hand. */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { signJsonLd } from '@fedify/fedify';
import { encodeMultibase } from '@fedify/fedify/runtime';
import type { Json } from './remote-server.ts';
import type { SigningKey } from './remote-server-signing.ts';

/** The terms of Mastodon's context that tests use. */
export const context = [
  'https://www.w3.org/ns/activitystreams',
  'https://w3id.org/security/v1',
  { sensitive: 'as:sensitive' },
];

/** Adds a Linked Data Signature (RsaSignature2017). */
export async function withLinkedDataSignature(
  json: Json,
  { iri, privateKey }: SigningKey,
  created = new Date(),
): Promise<Json> {
  const key = await crypto.subtle.importKey(
    'pkcs8',
    new Uint8Array(privateKey.export({ type: 'pkcs8', format: 'der' })),
    { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
    true,
    ['sign'],
  );
  const at = { toString: () => created.toISOString() };
  return (await signJsonLd(json, key, new URL(iri), { created: at as never })) as Json;
}

/** Adds an integrity proof (FEP-8b32); `more` are additional members of the proof. */
export function withIntegrityProof(json: Json, { iri, privateKey }: SigningKey, more: Json = {}): Json {
  const options = {
    '@context': json['@context'],
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-jcs-2022',
    verificationMethod: iri,
    proofPurpose: 'assertionMethod',
    created: new Date().toISOString(),
    ...more,
  };
  const hashes = [options, json].map((each) => createHash('sha256').update(inOrder(each)).digest());
  const value = encodeMultibase('base58btc', sign(null, Buffer.concat(hashes), privateKey));
  return { ...json, proof: { ...options, proofValue: Buffer.from(value).toString() } };
}

function inOrder(json: unknown): string {
  const sorted = (_: string, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  return JSON.stringify(json, sorted);
}

export function newEdKey(iri: string): SigningKey & { publicKey: KeyObject } {
  return { iri, ...generateKeyPairSync('ed25519') };
}
