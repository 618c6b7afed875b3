/** Signs requests with draft-cavage-http-signatures-12, which every server understands. */
import { type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';

const signOffThread = promisify(sign);

/** Returns the headers to add. Needs an RSA key, and with a body `digest` among `headers`. */
export async function signCavage(
  { method, url, headers }: { method: string; url: string; headers: Record<string, string> },
  key: { iri: string; privateKey: KeyObject },
): Promise<Record<string, string>> {
  const { host, pathname, search } = new URL(url);
  const date = new Date().toUTCString();
  const optional = ['digest', 'collection-synchronization'].filter((name) => headers[name] !== undefined);
  const covered = [
    ['(request-target)', `${method.toLowerCase()} ${pathname}${search}`],
    ['host', host],
    ['date', date],
    ...optional.map((name) => [name, headers[name]]),
  ];

  const base = covered.map(([name, value]) => `${name}: ${value}`).join('\n');
  const signature = await signOffThread('sha256', Buffer.from(base), key.privateKey);
  const names = covered.map(([name]) => name).join(' ');
  return {
    date,
    signature: `keyId="${key.iri}",algorithm="rsa-sha256",headers="${names}",signature="${signature.toString('base64')}"`,
  };
}
