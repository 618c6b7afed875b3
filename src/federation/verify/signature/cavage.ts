/** Reads signatures of draft-cavage-http-signatures-12, the common dialect of the fediverse. */
import {
  checkAge,
  checkCoveredDigests,
  checkExpiry,
  decodeBase64,
  invalidSignature,
  isSignatureBy,
  readDateHeader,
  type SignatureClaim,
  type SignedRequest,
} from './claim.ts';

/** Accepted names. The algorithm follows from the type of the key, as hs2019 asks (section 2.1.3). */
const algorithms = new Set(['rsa-sha256', 'hs2019', 'ed25519']);

/** Throws a Refusal unless the signature covers method, target, host, date and digest. */
export function readCavage(request: SignedRequest, header: string): SignatureClaim {
  const params = readParameters(header);
  const { keyId, signature, algorithm } = params;
  if (!keyId || !signature) throw invalidSignature('the Signature header has no keyId or no signature');
  if (algorithm !== undefined && !algorithms.has(algorithm.toLowerCase())) {
    throw invalidSignature(`the algorithm ${algorithm} is not supported, use rsa-sha256 or hs2019`);
  }

  const covered = (params.headers ?? 'date').toLowerCase().trim().split(/ +/);
  if (new Set(covered).size !== covered.length) throw invalidSignature('the signature covers a header twice');
  checkCoverage(covered, request);
  const signedAt = readTimes(covered, params, request);
  checkCoveredDigests(covered, request);

  const bases = readingsOf(request).map((each) =>
    covered.map((name) => `${name}: ${componentValue(name, params, each)}`).join('\n'),
  );
  const bytes = decodeBase64(signature);
  return {
    keyId,
    signedAt: new Date(signedAt * 1000),
    isSignedBy: (key) => bases.some((base) => isSignatureBy(key, base, bytes)),
  };
}

/**
 * Misskey, Friendica and older Mastodon leave the query out of the target of a GET. Who may read a document never
 * depends on its query.
 */
function readingsOf(request: SignedRequest): SignedRequest[] {
  if (request.body || request.url.search === '') return [request];
  const url = new URL(request.url);
  url.search = '';
  return [request, { ...request, url }];
}

type Parameters = Partial<Record<string, string>>;

/**
 * Section 2.1: comma-separated `name="value"`; numbers have no quotes. Duplicates are refused because readers disagree
 * on them.
 */
function readParameters(header: string): Parameters {
  const params: Parameters = {};
  const parameter = /\s*([A-Za-z]+)\s*=\s*(?:"([^"]*)"|(\d{1,12}))\s*(?:,\s*|$)/y;
  let isLast = false;
  while (!isLast) {
    const match = parameter.exec(header);
    if (!match) throw invalidSignature('the Signature header is malformed');
    const [, name, quoted, bare] = match;
    if (Object.hasOwn(params, name!)) throw invalidSignature(`the Signature header has two values for ${name}`);
    params[name!] = quoted ?? bare;
    isLast = parameter.lastIndex === header.length;
  }
  return params;
}

function checkCoverage(covered: string[], { body }: SignedRequest): void {
  const required = ['(request-target)', 'host', ...(body && !covered.includes('content-digest') ? ['digest'] : [])];
  const missing = required.filter((name) => !covered.includes(name));
  if (!covered.includes('date') && !covered.includes('(created)')) missing.push('date');
  if (missing.length > 0) throw invalidSignature(`the signature does not cover ${missing.join(', ')}`);
}

/** In Unix seconds. */
function readTimes(covered: string[], params: Parameters, { headers }: SignedRequest): number {
  // Section 2.1.4: (created) is allowed only for algorithms that the key decides.
  if (covered.includes('(created)')) {
    if (params.algorithm !== undefined && params.algorithm !== 'hs2019') {
      throw invalidSignature('(created) needs the algorithm hs2019');
    }
    checkAge(secondsOf(params.created));
  }
  if (params.expires !== undefined) checkExpiry(secondsOf(params.expires));
  if (!covered.includes('date')) return secondsOf(params.created);

  const signedAt = readDateHeader(headers);
  checkAge(signedAt);
  return signedAt;
}

function secondsOf(text: string | undefined): number {
  if (!text || !/^\d{1,12}$/.test(text))
    throw invalidSignature('created or expires of the signature is not a Unix time');
  return Number(text);
}

/** Section 2.3. `host` is our own host: a signature for another server must not verify here. */
function componentValue(name: string, params: Parameters, { method, url, headers }: SignedRequest): string {
  switch (name) {
    case '(request-target)':
      return `${method.toLowerCase()} ${url.pathname}${url.search}`;
    case '(created)':
      return `${secondsOf(params.created)}`;
    case '(expires)':
      return `${secondsOf(params.expires)}`;
    case 'host':
      return url.host;
    default: {
      const value = isHeaderName(name) ? headers.get(name) : null;
      if (value === null)
        throw invalidSignature(`the signature covers the header ${name}, which the request does not have`);
      return value;
    }
  }
}

const isHeaderName = (name: string) => /^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name);
