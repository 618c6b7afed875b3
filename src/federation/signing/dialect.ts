/** What a signer of HTTP requests is given and gives back, in whichever of the two dialects servers understand. */
import { sign as signWith } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

export type Dialect = 'cavage' | 'rfc9421';

export interface SigningKey {
  iri: string;
  privateKey: KeyObject;
}

export interface Unsigned {
  method: 'GET' | 'POST';
  url: URL;
  /** Of a POST: its type and the SHA-256 of its body in Base64. */
  body?: { type: string; sha256: string };
}

/** Answers the headers to add to the request; those of a body are among them. */
export type Signer = (request: Unsigned, key: SigningKey) => Promise<Record<string, string>>;

/** RSASSA-PKCS1-v1_5 with SHA-256 in Base64, computed on the thread pool. */
export function rsaSha256(text: string, { privateKey }: SigningKey): Promise<string> {
  return new Promise((resolve, reject) => {
    signWith('sha256', Buffer.from(text), privateKey, (error, signature) => {
      if (error) reject(error);
      else resolve(signature.toString('base64'));
    });
  });
}
