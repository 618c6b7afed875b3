/** Signs activities in advance, as Mastodon does, so that a load costs its sender no time. */
import { createHash, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { requestBytes } from './raw-connection.ts';

const host = 'potluck.bench';

/** Returns the bytes of a POST to the shared inbox. */
export async function signedRequest(activity: object, keyIri: string, key: KeyObject): Promise<Buffer> {
  const body = JSON.stringify(activity);
  const date = new Date().toUTCString();
  const digest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
  const base = `(request-target): post /inbox\nhost: ${host}\ndate: ${date}\ndigest: ${digest}`;
  const value = await promisify(sign)('sha256', Buffer.from(base), key);
  const signature = `keyId="${keyIri}",algorithm="rsa-sha256",headers="(request-target) host date digest",signature="${value.toString('base64')}"`;
  return requestBytes(
    'POST',
    '/inbox',
    { host, date, digest, signature, 'content-type': 'application/activity+json' },
    body,
  );
}
