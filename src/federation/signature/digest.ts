/** Compares a body with the digest its sender signed. */
import { hash } from 'node:crypto';
import { fromBase64, unsigned } from './claim.ts';
import { readDictionary } from './structured-field.ts';

const algorithms: Partial<Record<string, 'sha256' | 'sha512'>> = { 'sha-256': 'sha256', 'sha-512': 'sha512' };

/** RFC 3230, `Digest: SHA-256=…`: at least one digest we know, and every one we know must be right. */
export function checkDigest(header: string | null, body: Uint8Array): void {
  const given = (header ?? '').split(',').map((part): [string, Buffer | null] => {
    const [name, ...value] = part.trim().split('=');
    const known = algorithms[name!.toLowerCase()];
    return [name!.toLowerCase(), known ? fromBase64(value.join('=')) : null];
  });
  compare(given, body);
}

/** RFC 9530, `Content-Digest: sha-256=:…:`, by the same rule. */
export function checkContentDigest(header: string | null, body: Uint8Array): void {
  const given = [...readDictionary(header ?? '')].map(([name, { value }]): [string, Buffer | null] => [
    name,
    'bytes' in value ? value.bytes : null,
  ]);
  compare(given, body);
}

function compare(given: [string, Buffer | null][], body: Uint8Array): void {
  const known = given.filter(([name]) => algorithms[name] !== undefined);
  if (known.length === 0) throw unsigned('the digest must be SHA-256 or SHA-512');

  for (const [name, digest] of known) {
    if (digest?.toString('base64') !== hash(algorithms[name]!, body, 'base64')) {
      throw unsigned('the digest does not match the body');
    }
  }
}
