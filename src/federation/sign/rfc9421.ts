/** Signs requests with HTTP message signatures (RFC 9421, and the digest of RFC 9530). */
import { type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';

const signOffThread = promisify(sign);

/** Returns the headers to add. Needs an RSA key, and with a body `content-digest` and `content-type` among `headers`. */
export async function signRfc9421(
  { method, url, headers }: { method: string; url: string; headers: Record<string, string> },
  key: { iri: string; privateKey: KeyObject },
): Promise<Record<string, string>> {
  const { href, host } = new URL(url);
  const now = new Date();
  const date = now.toUTCString();
  const optional = ['content-digest', 'content-type', 'collection-synchronization'].filter(
    (name) => headers[name] !== undefined,
  );
  const covered = [
    ['@method', method],
    ['@target-uri', href],
    ['@authority', host],
    ['date', date],
    ...optional.map((name) => [name, headers[name]]),
  ];

  const names = covered.map(([name]) => `"${name}"`).join(' ');
  const created = Math.floor(now.getTime() / 1_000);
  const parameters = `(${names});created=${created};keyid="${key.iri}";alg="rsa-v1_5-sha256"`;
  const lines = covered.map(([name, value]) => `"${name}": ${value}`);
  const base = [...lines, `"@signature-params": ${parameters}`].join('\n');
  const signature = await signOffThread('sha256', Buffer.from(base), key.privateKey);
  return {
    date,
    'signature-input': `sig1=${parameters}`,
    signature: `sig1=:${signature.toString('base64')}:`,
  };
}
