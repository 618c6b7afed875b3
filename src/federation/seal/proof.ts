/** Reads object integrity proofs (FEP-8b32, `eddsa-jcs-2022`). */
import { verify } from 'node:crypto';
import { decodeMultibase } from '@fedify/fedify/runtime';
import { type JsonObject, objectsOf } from '../json.ts';
import { canonicalDigest } from './canonical-json.ts';
import { isTimely, type Seal } from './seal.ts';

// Fedify's verifyProof takes proofs apart through its vocabulary, which writes `created` anew and passes over `expires`,
// and canonises as linked data what does not verify.

const maxProofs = 3;

export function readProofs({ proof, ...document }: JsonObject): Seal[] {
  let known: Buffer | undefined;
  const hashOfDocument = () => {
    known ??= canonicalDigest(document);
    return known;
  };
  return objectsOf(proof)
    .slice(0, maxProofs)
    .map((each) => readProof(each, document, hashOfDocument))
    .filter((seal) => seal !== null);
}

function readProof(
  { proofValue, ...options }: JsonObject,
  document: JsonObject,
  hashOfDocument: () => Buffer,
): Seal | null {
  const { type, cryptosuite, proofPurpose, verificationMethod: keyId } = options;
  const value = readValue(proofValue);
  if (type !== 'DataIntegrityProof' || cryptosuite !== 'eddsa-jcs-2022') return null;
  if (proofPurpose !== 'assertionMethod' || typeof keyId !== 'string' || !value) return null;
  if (!isTimely(options.created, options.expires)) return null;

  return {
    by: 'proof',
    keyId,
    open: async () => {
      const bases = readingsOf(options, document).map((each) =>
        Buffer.concat([canonicalDigest(each), hashOfDocument()]),
      );
      return {
        isSignedBy: (key) =>
          key.asymmetricKeyType === 'ed25519' && bases.some((base) => verify(null, base, key, value)),
      };
    },
  };
}

/** The document's context belongs to what is signed; Fedify signs it and does not repeat it, others sign what they show. */
function readingsOf(options: JsonObject, document: JsonObject): JsonObject[] {
  if (Object.hasOwn(options, '@context')) return [options];
  return [{ ...options, '@context': document['@context'] ?? null }, options];
}

function readValue(text: unknown): Buffer | null {
  if (typeof text !== 'string' || !/^z[1-9A-HJ-NP-Za-km-z]{64,90}$/.test(text)) return null;
  const bytes = Buffer.from(decodeMultibase(text));
  return bytes.length === 64 ? bytes : null;
}
