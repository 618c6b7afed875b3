/**
 * The inbox accepts only signatures that cover everything needed, are fresh, are for this server and use a strong key.
 */
import { signRequest } from '@fedify/fedify/sig';
import { expect, test } from 'vitest';
import { receive } from '../../../src/federation/receive/receive.ts';
import { config } from '../../../src/lib/config.ts';
import { bob, remote } from '../../support/bob.ts';
import { newRsaKey } from '../../support/remote-server.ts';
import { coveredParts, type SigningOptions } from '../../support/remote-server-signing.ts';
import { ann, follow, statusAndError, storedActivities, useInboxOfAnn } from './fixture.ts';

useInboxOfAnn();

test('an unsigned activity is 401', async () => {
  const request = remote.signed(JSON.stringify(follow()), null);
  expect(await statusAndError(receive(request, null))).toEqual([401, 'the request is not signed']);
});

test.each(['cavage', 'rfc9421'] as const)('a body other than the one signed in %s is 401', async (dialect) => {
  const response = remote.send(follow(), { dialect, signedBody: JSON.stringify(follow()) });
  expect(await statusAndError(response)).toEqual([401, 'the digest does not match the body']);
});

test.each(coveredParts)('a signature in %s that does not cover %s is 401', async (dialect, component) => {
  const response = remote.send(follow(), { dialect, uncovered: [component] });
  expect(await statusAndError(response)).toEqual([401, `the signature does not cover ${component}`]);
});

test('an RFC 9421 signature that does not say when it was made is 401', async () => {
  const response = remote.send(follow(), { dialect: 'rfc9421', uncovered: ['created'] });
  expect(await statusAndError(response)).toEqual([401, 'the signature has no created parameter']);
});

test.each<[SigningOptions['dialect'], number, boolean]>([
  ['cavage', -61, false],
  ['cavage', -59, true],
  ['cavage', 4, true],
  ['cavage', 6, false],
  ['rfc9421', -61, false],
  ['rfc9421', -59, true],
  ['rfc9421', 4, true],
  ['rfc9421', 6, false],
])('a signature in %s made %i minutes from now is accepted: %s', async (dialect, minutes, accepted) => {
  const at = new Date(Date.now() + minutes * 60_000);
  expect((await remote.send(follow(), { dialect, at })).status).toBe(accepted ? 202 : 401);
});

test('a signature past its own expiry is 401', async () => {
  const response = remote.send(follow(), {
    dialect: 'rfc9421',
    expires: Math.floor(Date.now() / 1000) - 5,
  });
  expect(await statusAndError(response)).toEqual([401, 'the signature has expired']);
});

test.each(['cavage', 'rfc9421'] as const)('a signature in %s for another server is 401', async (dialect) => {
  const response = remote.send(follow(), { dialect, signedUrl: 'https://other.example/inbox' });
  expect((await statusAndError(response))[0]).toBe(401);
  expect(await storedActivities()).toEqual([]);
});

test('a signature for another local inbox is 401', async () => {
  const response = remote.send(follow(), { to: ann.id, signedUrl: `${config.baseUrl}/inbox` });
  expect((await statusAndError(response))[0]).toBe(401);
});

test.each(['hmac-sha256', 'none', 'rsa-sha1'])('the algorithm %s is refused with any key', async (algorithm) => {
  expect((await statusAndError(remote.send(follow(), { algorithm })))[0]).toBe(401);
  expect((await statusAndError(remote.send(follow(), { algorithm, dialect: 'rfc9421' })))[0]).toBe(401);
});

test('a key below 2048 bits is refused', async () => {
  const weak = newRsaKey(`${bob.iri}#main-key`, 1024);
  bob.json.publicKey = { id: weak.iri, owner: bob.iri, publicKeyPem: weak.publicPem };
  expect((await statusAndError(remote.send(follow(), { by: weak })))[0]).toBe(401);
});

test.each([
  'Signature',
  'keyId="x"',
  'keyId="https://a.example/k",keyId="https://b.example/k",signature="AA=="',
  'keyId="https://a.example/k",headers="(request-target) host date digest",signature="not base64!"',
  `${'keyId="'.repeat(2_000)}`,
  'sig1=:AA==:',
])('the malformed signature %.40s is 401', async (signature) => {
  const response = remote.send(follow(), { headers: { signature } });
  expect((await statusAndError(response))[0]).toBe(401);
});

test.each([
  'sig1=("@method" "@method" "@target-uri" "content-digest");created=1;keyid="https://a.example/k"',
  'sig1=("@method";req "@target-uri" "content-digest");created=1;keyid="https://a.example/k"',
  'sig1=("@method"',
  'sig1=();created=1',
  `sig1=(${'"@method" '.repeat(800)}`,
  'sig1="x"',
  ',,,',
])('the malformed signature input %.60s is 401', async (input) => {
  const response = remote.send(follow(), { dialect: 'rfc9421', headers: { 'signature-input': input } });
  expect((await statusAndError(response))[0]).toBe(401);
});

test.each(['draft-cavage-http-signatures-12', 'rfc9421'] as const)(
  'a signature made by Fedify with %s is accepted',
  async (spec) => {
    const privateKey = await crypto.subtle.importKey(
      'pkcs8',
      Uint8Array.from(bob.rsa.privateKey.export({ type: 'pkcs8', format: 'der' })),
      { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
      true,
      ['sign'],
    );
    const plain = remote.signed(JSON.stringify(follow()), null);
    const signed = await signRequest(plain, privateKey, new URL(bob.rsa.iri), { spec });
    expect((await receive(signed, null)).status).toBe(202);
  },
);
