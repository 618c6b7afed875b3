/** Adds integrity proofs (FEP-8b32, `eddsa-jcs-2022`), so that other servers can forward our activities. */
import { sign } from 'node:crypto';
import { encodeMultibase } from '@fedify/fedify/runtime';
import type { KeyPair } from '../../domain/accounts/keys.ts';
import { canonicalDigest } from '../json-ld/canonical-json.ts';
import type { JsonObject } from '../json-ld/json.ts';

/** Returns a copy with a `proof`. Needs an Ed25519 key. */
export function addIntegrityProof(
  json: JsonObject,
  key: Pick<KeyPair, 'iri' | 'privateKey'>,
  at = new Date(),
): JsonObject {
  // Undefined members are not sent, so they must not be signed.
  const document = JSON.parse(JSON.stringify(json)) as JsonObject;
  const options = {
    // Mastodon verifies the proof as sent; Fedify always adds the document's context.
    '@context': document['@context'],
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-jcs-2022',
    verificationMethod: key.iri,
    proofPurpose: 'assertionMethod',
    // Whole seconds: Fedify removes trailing zeros from fractions before it verifies.
    created: at.toISOString().replace(/\.\d+/, ''),
  };

  const base = Buffer.concat([canonicalDigest(options), canonicalDigest(document)]);
  const value = encodeMultibase('base58btc', sign(null, base, key.privateKey));
  return { ...document, proof: { ...options, proofValue: Buffer.from(value).toString('ascii') } };
}
