/** Reads Linked Data Signatures (RsaSignature2017), as Mastodon puts on what may be forwarded. */
import { hash, verify } from 'node:crypto';
import jsonld from '@fedify/vocab-runtime/jsonld';
import { fewAtOnce } from '../../lib/few-at-once.ts';
import { isObject, type JsonObject } from '../json.ts';
import { type LoadContext, loadKnownContext } from '../known-contexts.ts';
import { isModest } from '../modest.ts';
import { isTimely, type Opened, type Seal } from './seal.ts';
import { readStatements } from './statements.ts';

// Fedify's verifyJsonLd fetches contexts and keys where the document says, and leaves open what of it was signed.

type Canonise = (
  document: unknown,
  options: {
    base: null;
    safe: false;
    documentLoader: LoadContext;
    canonizeOptions: { maxDeepIterations: number };
  },
) => Promise<string>;

const canoniseJsonLd: Canonise = jsonld.canonize;

/** A post with ten pictures and fifty mentions has two thirds of that. */
export const canonised = { nodes: 500, depth: 12, length: 64 * 1_024, contexts: 12 };
/** For things without a name that look alike; each costs as much as all the rest. */
const maxAlike = 16;
const canonising = {
  base: null,
  safe: false,
  documentLoader: loadKnownContext,
  canonizeOptions: { maxDeepIterations: maxAlike },
} as const;
/** In base64, of a key of 8192 bits. */
const maxSignature = 2_000;
const oneByOne = fewAtOnce(1);

export function readSignatures(json: JsonObject): Seal[] {
  const { signature } = json;
  if (!isObject(signature) || signature.type !== 'RsaSignature2017') return [];
  const { creator: keyId, created, expires, signatureValue } = signature;
  if (typeof keyId !== 'string' || typeof signatureValue !== 'string') return [];
  if (signatureValue.length > maxSignature || !isTimely(created, expires)) return [];

  return [{ by: 'signature', keyId, open: () => open(json, signature) }];
}

async function open(json: JsonObject, signature: JsonObject): Promise<Opened | null> {
  const { type: _, id: __, signatureValue, ...given } = signature;
  const options = await canonise({ ...given, '@context': 'https://w3id.org/identity/v1' });
  const statements = await statementsOf(json);
  if (options === null || statements === null) return null;

  const base = Buffer.from(hash('sha256', options) + hash('sha256', statements));
  const value = Buffer.from(String(signatureValue), 'base64');
  return {
    isSignedBy: (key) => key.asymmetricKeyType === 'rsa' && verify('sha256', base, key, value),
    covered: await readStatements(statements, json),
  };
}

/** What the signature of such a document covers, and no more: all else may be by whoever brought it. */
export async function readSignedPart(json: unknown): Promise<unknown> {
  const statements = isObject(json) ? await statementsOf(json) : null;
  return statements === null ? null : readStatements(statements, json);
}

function statementsOf({ signature: _, ...document }: JsonObject): Promise<string | null> {
  return canonise(document);
}

/** Null for what takes too long or needs a context that is not here. */
async function canonise(document: JsonObject): Promise<string | null> {
  if (!isModest(document, canonised) || JSON.stringify(document).length > canonised.length) return null;
  if (!hasPlainContext(document)) return null;
  try {
    return await oneByOne(() => canoniseJsonLd(document, canonising));
  } catch {
    return null;
  }
}

/** Contexts take time too, wherever they occur. */
function hasPlainContext({ '@context': context, ...rest }: JsonObject): boolean {
  const count = Array.isArray(context) ? context.length : 1;
  return count <= canonised.contexts && !mentionsContext(context) && !mentionsContext(rest);
}

function mentionsContext(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(mentionsContext);
  if (!isObject(value)) return false;
  return Object.hasOwn(value, '@context') || Object.values(value).some(mentionsContext);
}
