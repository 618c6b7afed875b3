/** Puts proofs on what is ours (FEP-8b32, `eddsa-jcs-2022`), so that it is believed whoever brings it. */
import { sign } from 'node:crypto';
import { encodeMultibase } from '@fedify/fedify/runtime';
import type { KeyPair } from '../../domain/accounts/keys.ts';
import type { JsonObject } from '../json.ts';
import { canonicalDigest } from './canonical-json.ts';

/** The key is Ed25519. */
export function prove(
  json: JsonObject,
  key: Pick<KeyPair, 'iri' | 'privateKey'>,
  at = new Date(),
): JsonObject {
  // As it is read: members that are undefined are not sent.
  const document = JSON.parse(JSON.stringify(json)) as JsonObject;
  const options = {
    // Fedify signs the document's whether it is repeated or not, Mastodon what it sees here.
    '@context': document['@context'],
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-jcs-2022',
    verificationMethod: key.iri,
    proofPurpose: 'assertionMethod',
    // In whole seconds, for Fedify writes it anew without zeros at the end.
    created: at.toISOString().replace(/\.\d+/, ''),
  };

  const base = Buffer.concat([canonicalDigest(options), canonicalDigest(document)]);
  const value = encodeMultibase('base58btc', sign(null, base, key.privateKey));
  return { ...document, proof: { ...options, proofValue: Buffer.from(value).toString('ascii') } };
}
