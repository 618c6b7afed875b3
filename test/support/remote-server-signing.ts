/** Signs requests as other servers do, and in every wrong way a test needs. Independent of the code under test. */
import { createHash, type KeyObject, sign } from 'node:crypto';

export interface SigningKey {
  iri: string;
  privateKey: KeyObject;
}

export interface SigningOptions {
  dialect?: 'cavage' | 'rfc9421';
  /** The signing time; now by default. */
  at?: Date;
  /** The signed URL, if it differs from the requested one. */
  signedUrl?: string;
  /** The signed body, if it differs from the sent one. */
  signedBody?: string;
  /** Components omitted from the signature. */
  uncovered?: string[];
  algorithm?: string;
  digest?: 'sha-256' | 'sha-512';
  /** RFC 9421 parameter, in Unix seconds. */
  expires?: number;
}

/** The covered components, by dialect. */
export const coveredParts: [dialect: 'cavage' | 'rfc9421', part: string][] = [
  ['cavage', '(request-target)'],
  ['cavage', 'host'],
  ['cavage', 'date'],
  ['cavage', 'digest'],
  ['rfc9421', '@method'],
  ['rfc9421', '@target-uri'],
  ['rfc9421', 'content-digest'],
];

/** Returns the signature headers of a request. */
export function signatureHeaders(
  { method, url, body }: { method: string; url: string; body: string | null },
  key: SigningKey,
  options: SigningOptions = {},
): Record<string, string> {
  const signed = { method, url: new URL(options.signedUrl ?? url), body: options.signedBody ?? body };
  return options.dialect === 'rfc9421' ? rfc9421(signed, key, options) : cavage(signed, key, options);
}

interface Signed {
  method: string;
  url: URL;
  body: string | null;
}

function cavage({ method, url, body }: Signed, key: SigningKey, options: SigningOptions) {
  const { at = new Date(), uncovered = [], algorithm = 'rsa-sha256', digest = 'sha-256' } = options;
  const date = at.toUTCString();
  const digestHeader = body === null ? null : `${digest.toUpperCase()}=${hashed(digest, body)}`;
  const lines: [string, string][] = [
    ['(request-target)', `${method.toLowerCase()} ${url.pathname}${url.search}`],
    ['host', url.host],
    ['date', date],
    ...(digestHeader === null ? [] : [['digest', digestHeader] as [string, string]]),
  ];
  const covered = lines.filter(([name]) => !uncovered.includes(name));
  const value = signBytes(covered.map(([name, line]) => `${name}: ${line}`).join('\n'), key);
  const names = covered.map(([name]) => name).join(' ');
  return {
    date,
    ...(digestHeader === null ? {} : { digest: digestHeader }),
    signature: `keyId="${key.iri}",algorithm="${algorithm}",headers="${names}",signature="${value}"`,
  };
}

function rfc9421({ method, url, body }: Signed, key: SigningKey, options: SigningOptions) {
  const { at = new Date(), uncovered = [], digest = 'sha-256', expires } = options;
  const isRsa = key.privateKey.asymmetricKeyType === 'rsa';
  const algorithm = options.algorithm ?? (isRsa ? 'rsa-v1_5-sha256' : 'ed25519');
  const digestHeader = body === null ? null : `${digest}=:${hashed(digest, body)}:`;
  const lines: [string, string][] = [
    ['@method', method],
    ['@target-uri', url.href],
    ...(digestHeader === null ? [] : [['content-digest', digestHeader] as [string, string]]),
  ];
  const covered = lines.filter(([name]) => !uncovered.includes(name));
  const times = `;created=${Math.floor(at.getTime() / 1000)}${expires === undefined ? '' : `;expires=${expires}`}`;
  const names = covered.map(([name]) => `"${name}"`).join(' ');
  const params = `(${names})${uncovered.includes('created') ? '' : times};keyid="${key.iri}";alg="${algorithm}"`;
  const base = [...covered.map(([name, line]) => `"${name}": ${line}`), `"@signature-params": ${params}`];
  return {
    ...(digestHeader === null ? {} : { 'content-digest': digestHeader }),
    'signature-input': `sig1=${params}`,
    signature: `sig1=:${signBytes(base.join('\n'), key)}:`,
  };
}

const hashed = (digest: 'sha-256' | 'sha-512', body: string) =>
  createHash(digest.replace('-', '')).update(body).digest('base64');

function signBytes(base: string, { privateKey }: SigningKey): string {
  const algorithm = privateKey.asymmetricKeyType === 'rsa' ? 'sha256' : null;
  return sign(algorithm, Buffer.from(base), privateKey).toString('base64');
}
