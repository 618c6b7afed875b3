/** Reads HTTP message signatures of RFC 9421. */

import { refuseExpired, refuseStale, type SignatureClaim, type SignedRequest, unsigned } from './claim.ts';
import { checkContentDigest } from './digest.ts';
import { type Member, readDictionary, type Written } from './structured-field.ts';

/** Section 3.3; a name that is none of these is refused, and so is one that is not the key's (section 3.2, step 6). */
const algorithms = new Map<string, SignatureClaim['keyType']>([
  ['rsa-v1_5-sha256', 'rsa'],
  ['ed25519', 'ed25519'],
]);

/**
 * `now` in Unix seconds. Of several signatures the first that covers enough counts. Throws a Refusal unless one covers
 * method, target and content digest and says when it was made.
 */
export function readRfc9421(
  request: SignedRequest,
  input: string,
  signatures: string,
  now: number,
): SignatureClaim {
  const inputs = readDictionary(input);
  const values = readDictionary(signatures);
  const [label, member] = [...inputs].find(([, candidate]) => gaps(candidate, request).length === 0) ?? [];
  if (!label || !member) {
    const [first] = inputs.values();
    throw unsigned(`the signature does not cover ${first ? gaps(first, request).join(', ') : 'anything'}`);
  }

  const value = values.get(label)?.value;
  if (!value || !('bytes' in value)) throw unsigned('the signature has no value');

  const keyId = textOf(member, 'keyid');
  if (!keyId) throw unsigned('the signature names no key');
  const keyType = keyTypeOf(textOf(member, 'alg'));
  refuseUntimely(member, now);
  if (request.body) checkContentDigest(request.headers.get('content-digest'), request.body);

  return {
    dialect: 'rfc9421',
    keyId,
    keyType,
    base: Buffer.from(signatureBase(member, request)),
    signature: value.bytes,
  };
}

function keyTypeOf(algorithm: string | null): SignatureClaim['keyType'] {
  if (algorithm === null) return null;
  const keyType = algorithms.get(algorithm);
  if (!keyType) throw unsigned(`the algorithm ${algorithm} is not accepted`);
  return keyType;
}

const componentsOf = ({ value }: Member): Written[] => ('items' in value ? value.items : []);

const namesOf = (member: Member): string[] =>
  componentsOf(member).map((item) => ('string' in item ? item.string : ''));

function gaps(member: Member, { body }: SignedRequest): string[] {
  const covered = namesOf(member);
  const needed = ['@method', '@target-uri', ...(body ? ['content-digest'] : [])];
  return needed.filter((name) => !covered.includes(name));
}

function textOf({ params }: Member, name: string): string | null {
  const given = params.get(name);
  if (given === undefined) return null;
  if (!('string' in given)) throw unsigned(`${name} of the signature must be a string`);
  return given.string;
}

function refuseUntimely({ params }: Member, now: number): void {
  const created = params.get('created');
  if (!created || !('integer' in created)) throw unsigned('the signature does not say when it was made');
  refuseStale(created.integer, now);

  const expires = params.get('expires');
  if (!expires) return;
  if (!('integer' in expires)) throw unsigned('a time of the signature is malformed');
  refuseExpired(expires.integer, now);
}

/** Section 2.5. */
function signatureBase(member: Member, request: SignedRequest): string {
  const names = namesOf(member);
  if (new Set(names).size !== names.length) throw unsigned('the signature lists a component twice');

  const lines = names.map((name) => `"${name}": ${componentValue(name, request)}`);
  const listed = componentsOf(member)
    .map(({ raw }) => raw)
    .join(' ');
  const params = [...member.params].map(([name, { raw }]) => `;${name}=${raw}`).join('');
  return [...lines, `"@signature-params": (${listed})${params}`].join('\n');
}

/** Sections 2.1 and 2.2; target and authority are ours, whatever Host says. */
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
      if (value === null) throw unsigned(`the signed component ${name} is missing`);
      return value;
    }
  }
}
