/** Reads signatures of draft-cavage-http-signatures-12, which most of the fediverse speaks. */

import {
  fromBase64,
  refuseExpired,
  refuseStale,
  type SignatureClaim,
  type SignedRequest,
  unsigned,
} from './claim.ts';
import { checkDigest } from './digest.ts';

/** Names that say nothing of their own or agree with what is done anyway: the key's type decides (section 2.1.3, hs2019). */
const algorithms = new Set(['rsa-sha256', 'hs2019', 'ed25519']);

const imfDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** `now` in Unix seconds. Throws a Refusal unless the signature covers method, target, host, date and digest. */
export function readCavage(request: SignedRequest, header: string, now: number): SignatureClaim {
  const params = readParameters(header);
  const { keyId, signature, algorithm } = params;
  if (!keyId || !signature) throw unsigned('the signature names no key or has no value');
  if (algorithm !== undefined && !algorithms.has(algorithm.toLowerCase())) {
    throw unsigned(`the algorithm ${algorithm} is not accepted`);
  }

  const covered = (params.headers ?? 'date').toLowerCase().split(' ');
  if (new Set(covered).size !== covered.length) throw unsigned('the signature lists a header twice');
  refuseGaps(covered, request);
  refuseUntimely(covered, params, request, now);
  if (request.body) checkDigest(request.headers.get('digest'), request.body);

  const base = covered.map((name) => `${name}: ${componentValue(name, params, request)}`).join('\n');
  return {
    dialect: 'cavage',
    keyId,
    keyType: null,
    base: Buffer.from(base),
    signature: fromBase64(signature),
  };
}

type Parameters = Partial<Record<string, string>>;

/** Section 2.1: comma-separated `name="value"`, numbers bare; one given twice means two different things to two readers. */
function readParameters(header: string): Parameters {
  const params: Parameters = {};
  const parameter = /\s*([A-Za-z]+)=(?:"([^"]*)"|(\d{1,12}))\s*(,|$)/y;
  let ended = false;
  while (!ended) {
    const match = parameter.exec(header);
    if (!match) throw unsigned('the Signature header is malformed');
    const [, name, quoted, bare, separator] = match;
    if (Object.hasOwn(params, name!)) throw unsigned(`the Signature header has two values for ${name}`);
    params[name!] = quoted ?? bare;
    ended = separator === '';
  }
  return params;
}

function refuseGaps(covered: string[], { body }: SignedRequest): void {
  const needed = ['(request-target)', 'host', ...(body ? ['digest'] : [])];
  const missing = needed.filter((name) => !covered.includes(name));
  if (!covered.includes('date') && !covered.includes('(created)')) missing.push('date');
  if (missing.length > 0) throw unsigned(`the signature does not cover ${missing.join(', ')}`);
}

function refuseUntimely(
  covered: string[],
  params: Parameters,
  { headers }: SignedRequest,
  now: number,
): void {
  // Section 2.1.4: (created) belongs to algorithms that are named by the key.
  if (covered.includes('(created)')) {
    if (params.algorithm !== undefined && params.algorithm !== 'hs2019') {
      throw unsigned('(created) is for hs2019 only');
    }
    refuseStale(secondsOf(params.created), now);
  }
  if (params.expires !== undefined) refuseExpired(secondsOf(params.expires), now);
  if (!covered.includes('date')) return;

  const date = headers.get('date') ?? '';
  const signedAt = imfDate.test(date) ? Date.parse(date) : Number.NaN;
  if (Number.isNaN(signedAt)) throw unsigned('the date is malformed');
  refuseStale(signedAt / 1000, now);
}

function secondsOf(text: string | undefined): number {
  if (!text || !/^\d{1,12}$/.test(text)) throw unsigned('a time of the signature is malformed');
  return Number(text);
}

/** Section 2.3. The host is ours whatever Host says, so what was signed for another server does not verify here. */
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
      if (value === null) throw unsigned(`the signed header ${name} is missing`);
      return value;
    }
  }
}

const isHeaderName = (name: string) => /^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name);
