/** Verifies the HTTP signatures of deliveries as other servers do. Independent of the code under test. */
import { createHash, type KeyObject, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface SignedPost {
  /** With the path and the query. */
  url: URL;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface Signature {
  keyId: string;
  covered: string[];
  base: string;
  value: Buffer;
}

const maxAgeMs = 3_600_000;
const required = {
  cavage: ['(request-target)', 'host', 'date', 'digest'],
  rfc9421: ['@method', '@target-uri', 'content-digest'],
};

/** Returns what is wrong with the signature, or null. `findKey` resolves to the key with that IRI. */
export async function findFault(
  post: SignedPost,
  findKey: (keyId: string) => Promise<KeyObject>,
): Promise<string | null> {
  const isModern = post.headers['signature-input'] !== undefined;
  const signature = isModern ? readRfc9421(post) : readCavage(post);
  if (!signature) return 'it has no readable signature';

  const missing = required[isModern ? 'rfc9421' : 'cavage'].filter((part) => !signature.covered.includes(part));
  if (missing.length > 0) return `the signature does not cover ${missing.join(', ')}`;
  if (!hasDigest(post)) return 'the digest does not match the body';
  if (!(ageOf(post, signature) < maxAgeMs)) return 'the signature is too old';

  const key = await findKey(signature.keyId);
  return verify('sha256', Buffer.from(signature.base), key, signature.value)
    ? null
    : `the signature by ${signature.keyId} is wrong`;
}

/** The IRI of the key that signed, or null. */
export function keyIdOf({ headers }: Pick<SignedPost, 'headers'>): string | null {
  const text = String(headers['signature-input'] ?? headers.signature ?? '');
  return /key[iI]d="([^"]+)"/.exec(text)?.[1] ?? null;
}

/** Reads draft-cavage-http-signatures-12. */
function readCavage({ url, headers }: SignedPost): Signature | null {
  const fields = new Map(
    [...String(headers.signature ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value!]),
  );
  const [keyId, names, value] = ['keyId', 'headers', 'signature'].map((name) => fields.get(name));
  if (!keyId || !names || !value) return null;

  const covered = names.split(' ');
  const lines = covered.map((name) =>
    name === '(request-target)' ? `${name}: post ${url.pathname}${url.search}` : `${name}: ${headers[name] ?? ''}`,
  );
  return { keyId, covered, base: lines.join('\n'), value: Buffer.from(value, 'base64') };
}

/** Reads RFC 9421, label `sig1` or any other. */
function readRfc9421({ url, headers }: SignedPost): Signature | null {
  const input = /^(\w+)=(\(([^)]*)\).*)$/.exec(String(headers['signature-input']));
  if (!input) return null;
  const [, label, params, names] = input;
  const value = new RegExp(`${label}=:([^:]+):`).exec(String(headers.signature ?? ''))?.[1];
  const keyId = /;keyid="([^"]+)"/.exec(params!)?.[1];
  if (!value || !keyId) return null;

  const derived: Record<string, string> = {
    '@method': 'POST',
    '@target-uri': url.href,
    '@authority': url.host,
    '@path': url.pathname,
  };
  const covered = [...names!.matchAll(/"([^"]+)"/g)].map(([, name]) => name!);
  const lines = covered.map((name) => `"${name}": ${derived[name] ?? headers[name] ?? ''}`);
  const base = [...lines, `"@signature-params": ${params}`].join('\n');
  return { keyId, covered, base, value: Buffer.from(value, 'base64') };
}

function hasDigest({ headers, body }: SignedPost): boolean {
  const sha256 = createHash('sha256').update(body).digest('base64');
  return headers['content-digest']
    ? headers['content-digest'] === `sha-256=:${sha256}:`
    : headers.digest === `SHA-256=${sha256}`;
}

function ageOf({ headers }: SignedPost, { base }: Signature): number {
  const created = /;created=(\d+)/.exec(base)?.[1];
  const at = created ? Number(created) * 1_000 : Date.parse(String(headers.date));
  return Math.abs(Date.now() - at);
}
