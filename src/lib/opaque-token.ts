/** Creates and hashes opaque tokens. A token is handed out once, and only its SHA-256 is stored. */
import { createHash, randomBytes } from 'node:crypto';

export interface OpaqueToken {
  text: string;
  hash: Buffer<ArrayBuffer>;
}

/** The prefix tells what the token is for. 256 random bits follow in 43 characters. */
export function createOpaqueToken(prefix: string): OpaqueToken {
  const text = `${prefix}${randomBytes(32).toString('base64url')}`;
  return { text, hash: hashOpaqueToken(text) };
}

export const hashOpaqueToken = (text: string): Buffer<ArrayBuffer> =>
  Buffer.from(createHash('sha256').update(text).digest());
