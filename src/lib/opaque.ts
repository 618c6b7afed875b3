/** Texts that are secrets by chance alone: handed out once, kept only as SHA-256. */
import { createHash, randomBytes } from 'node:crypto';

export interface Opaque {
  text: string;
  hash: Buffer;
}

/** 256 bits of chance in 43 characters behind the prefix, which says what it is. */
export function mintOpaque(prefix: string): Opaque {
  const text = `${prefix}${randomBytes(32).toString('base64url')}`;
  return { text, hash: hashOpaque(text) };
}

export const hashOpaque = (text: string): Buffer => createHash('sha256').update(text).digest();
