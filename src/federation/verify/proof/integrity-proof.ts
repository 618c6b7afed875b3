/** Reads object integrity proofs (FEP-8b32, `eddsa-jcs-2022`). */
import { verify } from 'node:crypto';
import { decodeMultibase } from '@fedify/fedify/runtime';
import { canonicalDigest } from '../../json-ld/canonical-json.ts';
import { type JsonObject, objectsOf } from '../../json-ld/json.ts';
import { type BodyProof, readProofTime } from './proof.ts';

// Why not Fedify's verifyProof: docs/decisions/0012-own-signatures.md.

const maxProofs = 3;

export function readIntegrityProofs({ proof, ...document }: JsonObject): BodyProof[] {
  let digest: Buffer | undefined;
  const documentDigest = () => {
    digest ??= canonicalDigest(document);
    return digest;
  };
  return objectsOf(proof)
    .slice(0, maxProofs)
    .map((each) => readProof(each, document, documentDigest))
    .filter((read) => read !== null);
}

function readProof(
  { proofValue, ...options }: JsonObject,
  document: JsonObject,
  documentDigest: () => Buffer,
): BodyProof | null {
  const { type, cryptosuite, proofPurpose, verificationMethod: keyId } = options;
  const signature = readProofValue(proofValue);
  if (type !== 'DataIntegrityProof' || cryptosuite !== 'eddsa-jcs-2022') return null;
  if (proofPurpose !== 'assertionMethod' || typeof keyId !== 'string' || !signature) return null;
  const createdAt = readProofTime(options.created, options.expires);
  if (!createdAt) return null;

  return {
    kind: 'integrity-proof',
    keyId,
    createdAt,
    prepare: async () => {
      const bases = signedOptions(options, document).map((each) =>
        Buffer.concat([canonicalDigest(each), documentDigest()]),
      );
      return {
        isSignedBy: (key) =>
          key.asymmetricKeyType === 'ed25519' && bases.some((base) => verify(null, base, key, signature)),
      };
    },
  };
}

/** Fedify signs the document's `@context` without repeating it in the proof; other software signs the proof as sent. */
function signedOptions(options: JsonObject, document: JsonObject): JsonObject[] {
  if (Object.hasOwn(options, '@context')) return [options];
  return [{ ...options, '@context': document['@context'] ?? null }, options];
}

/** An Ed25519 signature in base58btc; null for anything else. */
function readProofValue(text: unknown): Buffer | null {
  if (typeof text !== 'string' || !/^z[1-9A-HJ-NP-Za-km-z]{64,90}$/.test(text)) return null;
  const bytes = Buffer.from(decodeMultibase(text));
  return bytes.length === 64 ? bytes : null;
}
