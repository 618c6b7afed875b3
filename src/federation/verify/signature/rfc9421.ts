/** Reads HTTP message signatures (RFC 9421). */
import { type InnerList, serializeInnerList } from 'structured-headers';
import {
  checkAge,
  checkCoveredDigests,
  checkExpiry,
  invalidSignature,
  isInnerList,
  isSignatureBy,
  type Member,
  readDateHeader,
  readDictionary,
  type SignatureClaim,
  type SignedRequest,
} from './claim.ts';

type KeyType = 'rsa' | 'ed25519';

/** Section 3.3. Other names are refused, and so is a name that does not fit the key (section 3.2, step 6). */
const algorithms = new Map<string, KeyType>([
  ['rsa-v1_5-sha256', 'rsa'],
  ['ed25519', 'ed25519'],
  // Names of the older dialect for the same algorithm.
  ['rsa-sha256', 'rsa'],
]);

/**
 * Uses the first signature that covers method, target and, with a body, the content digest.
 * Throws a Refusal when there is none, or when it neither has `created` nor covers the Date header.
 */
export function readRfc9421(request: SignedRequest, input: string, signatures: string): SignatureClaim {
  const inputs = readDictionary(input);
  const values = readDictionary(signatures);
  const [label, member] = [...inputs].find(([, candidate]) => missingComponents(candidate, request).length === 0) ?? [];
  if (!label || !member || !isInnerList(member)) {
    const [first] = inputs.values();
    throw invalidSignature(
      `the signature does not cover ${first ? missingComponents(first, request).join(', ') : 'anything'}`,
    );
  }

  const value = values.get(label)?.[0];
  if (!(value instanceof ArrayBuffer)) throw invalidSignature('the Signature header has no value for this signature');

  const keyId = textOf(member, 'keyid');
  if (!keyId) throw invalidSignature('the signature has no keyid');
  const keyType = keyTypeOf(textOf(member, 'alg'));
  const signedAt = readTimes(member, request.headers);
  checkCoveredDigests(namesOf(member), request);

  const base = signatureBase(member, request);
  const bytes = Buffer.from(value);
  return {
    keyId,
    signedAt,
    isSignedBy: (key) =>
      (keyType ?? key.asymmetricKeyType) === key.asymmetricKeyType && isSignatureBy(key, base, bytes),
  };
}

/** Null when the key decides. */
function keyTypeOf(algorithm: string | null): KeyType | null {
  if (algorithm === null) return null;
  const keyType = algorithms.get(algorithm);
  if (!keyType) throw invalidSignature(`the algorithm ${algorithm} is not supported, use rsa-v1_5-sha256 or ed25519`);
  return keyType;
}

const namesOf = (member: Member): string[] =>
  isInnerList(member) ? member[0].map(([name]) => (typeof name === 'string' ? name : '')) : [];

/**
 * Parts that together say as much as `@target-uri` but for the scheme, which is always https. Who may read a document
 * never depends on its query.
 */
const isTargetCovered = (covered: string[], { url, body }: SignedRequest): boolean =>
  covered.includes('@target-uri') ||
  ((covered.includes('@authority') || covered.includes('host')) &&
    (covered.includes('@request-target') ||
      (covered.includes('@path') && (body === null || url.search === '' || covered.includes('@query')))));

function missingComponents(member: Member, request: SignedRequest): string[] {
  const covered = namesOf(member);
  return [
    ...(covered.includes('@method') ? [] : ['@method']),
    ...(isTargetCovered(covered, request) ? [] : ['@target-uri']),
    ...(!request.body || covered.includes('content-digest') || covered.includes('digest') ? [] : ['content-digest']),
  ];
}

function textOf([, params]: Member, name: string): string | null {
  const param = params.get(name);
  if (param === undefined) return null;
  if (typeof param !== 'string') throw invalidSignature(`${name} of the signature must be a string`);
  return param;
}

function readTimes(member: Member, headers: Headers): Date {
  const [, params] = member;
  const created = params.get('created') ?? (namesOf(member).includes('date') ? readDateHeader(headers) : undefined);
  if (typeof created !== 'number') throw invalidSignature('the signature has no created parameter');
  checkAge(created);

  const expires = params.get('expires');
  if (expires !== undefined) {
    if (typeof expires !== 'number') throw invalidSignature('expires of the signature is not a Unix time');
    checkExpiry(expires);
  }
  return new Date(created * 1000);
}

/** Section 2.5. */
function signatureBase(member: InnerList, request: SignedRequest): string {
  const names = namesOf(member);
  if (new Set(names).size !== names.length) throw invalidSignature('the signature covers a component twice');

  const lines = names.map((name) => `"${name}": ${componentValue(name, request)}`);
  return [...lines, `"@signature-params": ${serializeInnerList(member)}`].join('\n');
}

/** Sections 2.1 and 2.2. Target and authority use our own origin, never the Host header. */
function componentValue(name: string, { method, url, headers }: SignedRequest): string {
  switch (name) {
    case '@method':
      return method.toUpperCase();
    case '@target-uri':
      return url.href;
    case '@authority':
    case 'host':
      return url.host;
    case '@scheme':
      return url.protocol.slice(0, -1);
    case '@path':
      return url.pathname;
    case '@query':
      return url.search === '' ? '?' : url.search;
    case '@request-target':
      return `${url.pathname}${url.search}`;
    default: {
      const value = /^[a-z0-9-]+$/.test(name) ? headers.get(name) : null;
      if (value === null)
        throw invalidSignature(`the signature covers the component ${name}, which the request does not have`);
      return value;
    }
  }
}
