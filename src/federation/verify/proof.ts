/** Verifies proofs of activities. */
import { hash, type KeyObject, verify } from 'node:crypto';
import { isWithin } from '../json-ld/compact.ts';
import { canonicalDigest, dateOf, isObject, type JsonObject, objectsOf } from '../json-ld/json.ts';
import { processJsonLd } from '../json-ld/processor.ts';
import { decodeMultibase } from '../sign/multibase.ts';
import { findKey } from './keys.ts';

// Defines what a proof in the body of an activity is, and which proofs are recent enough

export interface BodyProof {
  /** An integrity proof covers the whole document, a Linked Data Signature only its known JSON-LD terms. */
  kind: 'integrity-proof' | 'linked-data-signature';
  keyId: string;
  createdAt: Date;
  /**
   * Computes the signed bytes, which is slow. Returns null when that is impossible, and throws like `processJsonLd`.
   * `sender` is a URL of the server that sent the document.
   */
  prepare(sender: string): Promise<PreparedProof | null>;
}

interface PreparedProof {
  isSignedBy(key: KeyObject): boolean;
  /** The signed part, when that is not the whole document. */
  covered?: unknown;
}

const day = 24 * 3_600_000;
/** Must be shorter than `inbound` rows are stored, or a replay would not be recognised. */
export const maxProofAgeMs = 6 * day;
const maxClockSkewMs = 5 * 60_000;

/** When a proof with these dates was created, or null when it is not valid at `now` (Unix ms). */
function readProofTime(created: unknown, expires: unknown): Date | null {
  const now = Date.now();
  const createdAt = dateOf(created);
  const at = createdAt?.getTime();
  if (!createdAt || at === undefined || at < now - maxProofAgeMs || at > now + maxClockSkewMs) return null;
  return expires === undefined || (dateOf(expires)?.getTime() ?? 0) > now ? createdAt : null;
}

// Reads object integrity proofs (FEP-8b32, `eddsa-jcs-2022`)

// Why not Fedify's verifyProof: docs/decisions/0011-own-inbox-and-signatures.md.

const maxProofs = 3;

function readIntegrityProofs({ proof, ...document }: JsonObject): BodyProof[] {
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
  const bytes = decodeMultibase(text);
  return bytes.length === 64 ? bytes : null;
}

// Reads Linked Data Signatures (RsaSignature2017), which Mastodon adds to activities that may be forwarded

// Why not Fedify's verifyJsonLd: docs/decisions/0011-own-inbox-and-signatures.md.

/** Larger documents count as unsigned. A post with ten pictures and fifty mentions has two thirds of these nodes. */
export const canonizeLimits = { nodes: 500, depth: 12, length: 64 * 1_024, contexts: 12 };
/** Base64 characters; enough for a key of 8192 bits. */
const maxSignatureLength = 2_000;

function readLinkedDataSignatures(json: JsonObject): BodyProof[] {
  const { signature } = json;
  if (!isObject(signature) || signature.type !== 'RsaSignature2017') return [];
  const { creator: keyId, created, expires, signatureValue } = signature;
  if (typeof keyId !== 'string' || typeof signatureValue !== 'string') return [];
  const createdAt = readProofTime(created, expires);
  if (signatureValue.length > maxSignatureLength || !createdAt) return [];

  return [
    {
      kind: 'linked-data-signature',
      keyId,
      createdAt,
      prepare: (sender) => prepare(json, signature, sender),
    },
  ];
}

async function prepare(json: JsonObject, signature: JsonObject, sender: string): Promise<PreparedProof | null> {
  const { type: _, id: __, signatureValue, ...rest } = signature;
  const options = await canonize({ ...rest, '@context': 'https://w3id.org/identity/v1' }, sender);
  const statements = await canonizeWithoutSignature(json, sender);
  if (options === null || statements === null) return null;

  const base = Buffer.from(hash('sha256', options) + hash('sha256', statements));
  const value = Buffer.from(String(signatureValue), 'base64');
  return {
    isSignedBy: (key) => key.asymmetricKeyType === 'rsa' && verify('sha256', base, key, value),
    covered: await processJsonLd('readStatements', { statements, json }, sender),
  };
}

/** Returns the part of a document that its signature covers. The forwarder may have written everything else. */
export async function readSignedPart(json: JsonObject, sender: string): Promise<unknown> {
  const statements = await canonizeWithoutSignature(json, sender);
  return statements === null ? null : processJsonLd('readStatements', { statements, json }, sender);
}

function canonizeWithoutSignature({ signature: _, ...document }: JsonObject, sender: string): Promise<string | null> {
  return canonize(document, sender);
}

/** Returns N-Quads, or null for a document that is too large or slow, or uses an unknown context. */
async function canonize(document: JsonObject, sender: string): Promise<string | null> {
  if (!isWithin(document, canonizeLimits)) return null;
  if (JSON.stringify(document).length > canonizeLimits.length || !hasPlainContext(document)) return null;
  return processJsonLd('canonize', document, sender);
}

/** Contexts are slow to process, so nested ones are not accepted. */
function hasPlainContext({ '@context': context, ...rest }: JsonObject): boolean {
  const count = Array.isArray(context) ? context.length : 1;
  return count <= canonizeLimits.contexts && !hasNestedContext(context) && !hasNestedContext(rest);
}

function hasNestedContext(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasNestedContext);
  if (!isObject(value)) return false;
  return Object.hasOwn(value, '@context') || Object.values(value).some(hasNestedContext);
}

// Reads all proofs in the body of an activity

/** Only well-formed proofs of an acceptable age. Integrity proofs come first because they are cheaper to verify. */
export const readProofs = (json: JsonObject): BodyProof[] => [
  ...readIntegrityProofs(json),
  ...readLinkedDataSignatures(json),
];

// Verifies proofs with stored keys only

/** Whether a proof in the body verifies with a stored key of the actor. Fetches nothing. */
export async function isProvenBy(actorIri: string, json: JsonObject): Promise<boolean> {
  for (const proof of readProofs(json)) {
    const signer = await findKey(proof.keyId);
    if (signer?.actorIri !== actorIri) continue;
    const prepared = await proof.prepare(actorIri);
    if (prepared?.isSignedBy(signer.key)) return true;
  }
  return false;
}
