/** Describes a signature that has been read but not verified: which key signed which bytes. */
import { Refusal } from '../../refusal.ts';

/** The request as the sender signed it. `url` has our configured origin, never the one in Host. */
export interface SignedRequest {
  method: string;
  url: URL;
  headers: Headers;
  /** Null for GET: its signature covers no digest. */
  body: Uint8Array | null;
}

export type Dialect = 'cavage' | 'rfc9421';

export interface SignatureClaim {
  dialect: Dialect;
  keyId: string;
  /** The type of key that the algorithm requires; null when its name does not say. */
  keyType: 'rsa' | 'ed25519' | null;
  /** The signed bytes. */
  base: Buffer;
  signature: Buffer;
  /** `created`, or the Date header; a multiple of a second. */
  signedAt: Date;
}

export const invalidSignature = (reason: string): Refusal => new Refusal(401, reason);

const maxAgeSeconds = 60 * 60;
const maxClockSkewSeconds = 5 * 60;

/** Unix seconds. Throws a Refusal for a signature over an hour old, or over 5 minutes ahead of our clock. */
export function checkAge(signedAt: number, now: number): void {
  if (signedAt < now - maxAgeSeconds)
    throw invalidSignature('the signature is more than an hour old, sign every attempt anew');
  if (signedAt > now + maxClockSkewSeconds)
    throw invalidSignature('the signature is dated more than 5 minutes in the future, check your clock');
}

export function checkExpiry(expires: number, now: number): void {
  if (expires < now) throw invalidSignature('the signature has expired');
}

/** Throws a Refusal for characters that are not base64, which Node would skip. */
export function decodeBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  const strict = bytes.toString('base64');
  const unpadded = (base64: string) => base64.replace(/={1,2}$/, '');
  if (strict !== text && unpadded(strict) !== unpadded(text))
    throw invalidSignature('a value in a signature or digest header is not valid base64');
  return bytes;
}
