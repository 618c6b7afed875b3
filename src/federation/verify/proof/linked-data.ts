/** Reads Linked Data Signatures (RsaSignature2017), which Mastodon adds to activities that may be forwarded. */
import { hash, verify } from 'node:crypto';
import { isObject, type JsonObject } from '../../json-ld/json.ts';
import { processJsonLd } from '../../json-ld/processor.ts';
import { isWithin } from '../../json-ld/size-limit.ts';
import { type BodyProof, type PreparedProof, readProofTime } from './proof.ts';

// Why not Fedify's verifyJsonLd: docs/decisions/0012-own-signatures.md.

/** Larger documents count as unsigned. A post with ten pictures and fifty mentions has two thirds of these nodes. */
export const canonizeLimits = { nodes: 500, depth: 12, length: 64 * 1_024, contexts: 12 };
/** Base64 characters; enough for a key of 8192 bits. */
const maxSignatureLength = 2_000;

export function readLinkedDataSignatures(json: JsonObject): BodyProof[] {
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

async function prepare(
  json: JsonObject,
  signature: JsonObject,
  sender: string,
): Promise<PreparedProof | null> {
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

function canonizeWithoutSignature(
  { signature: _, ...document }: JsonObject,
  sender: string,
): Promise<string | null> {
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
