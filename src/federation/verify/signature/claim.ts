/** What a signature of a request claims, and its digests and keys. */
import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';
import * as sf from 'structured-headers';
import { Refusal } from '../../request.ts';

// Describes a signature that has been read but not verified: which key signed which bytes

/** The request as the sender signed it. `url` has our configured origin, never the one in Host. */
export interface SignedRequest {
  method: string;
  url: URL;
  headers: Headers;
  /** Null for GET: its signature covers no digest. */
  body: Uint8Array | null;
}

export interface SignatureClaim {
  keyId: string;
  /** `created`, or the Date header; a multiple of a second. */
  signedAt: Date;
  isSignedBy(key: KeyObject): boolean;
}

export const invalidSignature = (reason: string): Refusal => new Refusal(401, reason);

const maxAgeSeconds = 60 * 60;
const maxClockSkewSeconds = 5 * 60;

/** Unix seconds. Throws a Refusal for a signature over an hour old, or over 5 minutes ahead of our clock. */
export function checkAge(signedAt: number): void {
  const now = Date.now() / 1000;
  if (signedAt < now - maxAgeSeconds)
    throw invalidSignature('the signature is more than an hour old, sign every attempt anew');
  if (signedAt > now + maxClockSkewSeconds)
    throw invalidSignature('the signature is dated more than 5 minutes in the future, check your clock');
}

export function checkExpiry(expires: number): void {
  if (expires < Date.now() / 1000) throw invalidSignature('the signature has expired');
}

const httpDate = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} (?:GMT|UTC|[+-]0000)$/;

/** Unix seconds. Some write UTC in another way than HTTP does. Throws a Refusal for anything else. */
export function readDateHeader(headers: Headers): number {
  const date = headers.get('date') ?? '';
  const signedAt = httpDate.test(date) ? Date.parse(date) : Number.NaN;
  if (Number.isNaN(signedAt))
    throw invalidSignature('the Date header is not an HTTP date such as Sun, 06 Nov 1994 08:49:37 GMT');
  return signedAt / 1000;
}

/** Also of the alphabet for URLs. Throws a Refusal for characters that are not base64, which Node would skip. */
export function decodeBase64(written: string): Buffer {
  const text = written.replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Buffer.from(text, 'base64');
  const strict = bytes.toString('base64');
  const unpadded = (base64: string) => base64.replace(/={1,2}$/, '');
  if (strict !== text && unpadded(strict) !== unpadded(text))
    throw invalidSignature('a value in a signature or digest header is not valid base64');
  return bytes;
}

// Reads the structured field dictionaries (RFC 9651 §4.2) of signatures and digests

export type Member = sf.Item | sf.InnerList;

const maxLength = 8_192;

/**
 * Throws a Refusal for text that is malformed or longer than 8 KiB. Also refuses what no signature needs: duplicate
 * keys, parameters of components, booleans, dates and decimals.
 */
export function readDictionary(text: string): sf.Dictionary {
  if (text.length > maxLength) throw invalidSignature('a signature header is too long');
  const members = parse(text.trim());
  if (![...members.values()].every(isUsable)) throw invalidSignature('a signature header has an unsupported value');
  return members;
}

/** The library drops all but the last of duplicate keys, so a dictionary must serialize to what it was read from. */
function parse(text: string): sf.Dictionary {
  try {
    const members = sf.parseDictionary(text);
    if (essence(sf.serializeDictionary(members)) === essence(text)) return members;
  } catch {}
  throw invalidSignature('a signature header is malformed');
}

/** Without spaces between tokens and the padding of base64, both of which are optional. */
const essence = (text: string) => text.replaceAll(/[ \t=]/g, '');

export const isInnerList = (member: Member): member is sf.InnerList => Array.isArray(member[0]);

function isUsable(member: Member): boolean {
  const items = isInnerList(member) ? member[0] : [[member[0], new Map()] as sf.Item];
  const values = [...items.map(([value]) => value), ...member[1].values()];
  return items.every(([, params]) => params.size === 0) && values.every(isUsableValue);
}

const isUsableValue = (value: sf.BareItem) =>
  typeof value === 'string' ||
  value instanceof sf.Token ||
  value instanceof ArrayBuffer ||
  (typeof value === 'number' && Number.isInteger(value) && value >= 0);

// Compares a body with its signed digest

const algorithms: Partial<Record<string, 'sha256' | 'sha512'>> = { 'sha-256': 'sha256', 'sha-512': 'sha512' };

/** Either header may be covered in either dialect. Every covered one must match. Throws a Refusal. */
export function checkCoveredDigests(covered: string[], { headers, body }: SignedRequest): void {
  if (!body) return;
  if (covered.includes('digest')) checkDigest(headers.get('digest'), body);
  if (covered.includes('content-digest')) checkContentDigest(headers.get('content-digest'), body);
}

/** RFC 3230, `Digest: SHA-256=…`. Needs SHA-256 or SHA-512; every known digest must match. Throws a Refusal. */
function checkDigest(header: string | null, body: Uint8Array): void {
  const digests = (header ?? '').split(',').map((part): [string, Buffer | null] => {
    const [name, ...value] = part.trim().split('=');
    const known = algorithms[name!.toLowerCase()];
    return [name!.toLowerCase(), known ? decodeBase64(value.join('=')) : null];
  });
  compare(digests, body);
}

/** RFC 9530, `Content-Digest: sha-256=:…:`, with the same rule. Throws a Refusal. */
function checkContentDigest(header: string | null, body: Uint8Array): void {
  const digests = [...readDictionary(header ?? '')].map(([name, [value]]): [string, Buffer | null] => [
    name,
    value instanceof ArrayBuffer ? Buffer.from(value) : null,
  ]);
  compare(digests, body);
}

function compare(digests: [string, Buffer | null][], body: Uint8Array): void {
  const known = digests.filter(([name]) => algorithms[name] !== undefined);
  if (known.length === 0) throw invalidSignature('the digest header must have a SHA-256 or SHA-512 digest');

  for (const [name, digest] of known) {
    if (digest?.toString('base64') !== hash(algorithms[name]!, body, 'base64')) {
      throw invalidSignature('the digest does not match the body');
    }
  }
}

// Reads public keys and checks signatures with them

const minRsaBits = 2_048;
/** Larger keys make a check too expensive for us. */
const maxRsaBits = 8_192;

/** Returns null for a key that is neither Ed25519 nor RSA of 2048 to 8192 bits. */
export function readPublicKey(pem: string): KeyObject | null {
  if (!pem.includes('PUBLIC KEY-----')) return null;
  try {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    return key.asymmetricKeyType === 'rsa' && bits >= minRsaBits && bits <= maxRsaBits ? key : null;
  } catch {
    return null;
  }
}

/** The type of the key decides the algorithm: RSASSA-PKCS1-v1_5 with SHA-256, or Ed25519. */
export function isSignatureBy(key: KeyObject, base: string, signature: Buffer): boolean {
  return verify(key.asymmetricKeyType === 'rsa' ? 'sha256' : null, Buffer.from(base), key, signature);
}
