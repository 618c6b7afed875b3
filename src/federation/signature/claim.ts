/** What a signed request claims: which key signed which bytes. */
import { Refusal } from '../refusal.ts';

/** The request as its sender must have seen it: `url` is built from our own origin, never from Host. */
export interface SignedRequest {
  method: string;
  url: URL;
  headers: Headers;
  /** Null for GET, whose signature covers no digest. */
  body: Uint8Array | null;
}

export type Dialect = 'cavage' | 'rfc9421';

export interface SignatureClaim {
  dialect: Dialect;
  keyId: string;
  /** The type of key that its algorithm needs; null where the name does not decide. */
  keyType: 'rsa' | 'ed25519' | null;
  /** The bytes signed. */
  base: Buffer;
  signature: Buffer;
}

export const unsigned = (reason: string): Refusal => new Refusal(401, reason);

const maxAge = 60 * 60;
const maxAhead = 5 * 60;

/** Unix seconds. Throws a Refusal for what was signed over an hour ago or over 5 minutes ahead of our clock. */
export function refuseStale(signedAt: number, now: number): void {
  if (signedAt < now - maxAge) throw unsigned('the signature is more than an hour old');
  if (signedAt > now + maxAhead) throw unsigned('the signature is from the future');
}

export function refuseExpired(expires: number, now: number): void {
  if (expires < now) throw unsigned('the signature has expired');
}

/** Base64 is read strictly: what Node would skip silently is refused. */
export function fromBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  const strict = bytes.toString('base64');
  const unpadded = (base64: string) => base64.replace(/={1,2}$/, '');
  if (strict !== text && unpadded(strict) !== unpadded(text)) throw unsigned('a base64 value is malformed');
  return bytes;
}
