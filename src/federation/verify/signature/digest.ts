/** Compares a body with its signed digest. */
import { hash } from 'node:crypto';
import { decodeBase64, invalidSignature } from './signature-claim.ts';
import { readDictionary } from './structured-field.ts';

const algorithms: Partial<Record<string, 'sha256' | 'sha512'>> = { 'sha-256': 'sha256', 'sha-512': 'sha512' };

/** RFC 3230, `Digest: SHA-256=…`. Needs SHA-256 or SHA-512; every known digest must match. Throws a Refusal. */
export function checkDigest(header: string | null, body: Uint8Array): void {
  const digests = (header ?? '').split(',').map((part): [string, Buffer | null] => {
    const [name, ...value] = part.trim().split('=');
    const known = algorithms[name!.toLowerCase()];
    return [name!.toLowerCase(), known ? decodeBase64(value.join('=')) : null];
  });
  compare(digests, body);
}

/** RFC 9530, `Content-Digest: sha-256=:…:`, with the same rule. Throws a Refusal. */
export function checkContentDigest(header: string | null, body: Uint8Array): void {
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
