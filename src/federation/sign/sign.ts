/** Signs requests and activities. */
import { type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { getKeyPairs, type KeyPair } from '../../domain/accounts/keys.ts';
import { ensureInstanceActor } from '../../domain/accounts/register.ts';
import { cacheValue } from '../../lib/cache.ts';
import type { SignRequest } from '../../lib/fetch/fetch.ts';
import { canonicalDigest, type JsonObject } from '../json-ld/json.ts';
import { encodeMultibase } from './multibase.ts';

// Signs requests with draft-cavage-http-signatures-12, which every server understands

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

// Signs requests with HTTP message signatures (RFC 9421, and the digest of RFC 9530)

/**
 * Returns the headers to add. Needs an RSA key, and with a body `content-digest` and `content-type` among `headers`.
 */
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

// Adds integrity proofs (FEP-8b32, `eddsa-jcs-2022`), so that other servers can forward our activities

/** Returns a copy with a `proof`. Needs an Ed25519 key. */
export function addIntegrityProof(
  json: JsonObject,
  key: Pick<KeyPair, 'iri' | 'privateKey'>,
  at = new Date(),
): JsonObject {
  // Undefined members are not sent, so they must not be signed.
  const document = JSON.parse(JSON.stringify(json)) as JsonObject;
  const options = {
    // Mastodon verifies the proof as sent; Fedify always adds the document's context.
    '@context': document['@context'],
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-jcs-2022',
    verificationMethod: key.iri,
    proofPurpose: 'assertionMethod',
    // Whole seconds: Fedify removes trailing zeros from fractions before it verifies.
    created: at.toISOString().replace(/\.\d+/, ''),
  };

  const base = Buffer.concat([canonicalDigest(options), canonicalDigest(document)]);
  return { ...document, proof: { ...options, proofValue: encodeMultibase(sign(null, base, key.privateKey)) } };
}

// Signs our GETs as the instance actor, because some servers refuse unsigned requests

const instanceId = cacheValue(Number.POSITIVE_INFINITY, async () => (await ensureInstanceActor()).id);

export const signAsInstance: SignRequest = async (request) => {
  const { rsa } = await getKeyPairs(await instanceId.get());
  return signCavage(request, rsa);
};
