/** Compares the CPU time of our signatures with Fedify's, which depends little on other load. */
import { createPublicKey, generateKeyPairSync, hash, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createProof, signJsonLd, signRequest, verifyJsonLd, verifyProof, verifyRequest } from '@fedify/fedify';
import { importPem } from '@fedify/fedify/runtime';
import { Create, CryptographicKey, DataIntegrityProof, Multikey } from '@fedify/fedify/vocab';
import { loadKnownContext, withContext } from '../../../src/federation/json-ld/context.ts';
import type { JsonObject } from '../../../src/federation/json-ld/json.ts';
import { addIntegrityProof, signCavage, signRfc9421 } from '../../../src/federation/sign/sign.ts';
import { readProofs } from '../../../src/federation/verify/proof.ts';
import { readPublicKey } from '../../../src/federation/verify/signature/claim.ts';
import { readSignature } from '../../../src/federation/verify/signature/read-signature.ts';

const rounds = 5;
const millisecondsPerRound = 400;
const concurrency = 16;

const snapshot = '../../federation/objects/__snapshots__/create-status.json';
const activity = withContext(JSON.parse(readFileSync(new URL(snapshot, import.meta.url), 'utf8')) as JsonObject);
const body = new TextEncoder().encode(JSON.stringify(activity));
const sha256 = hash('sha256', body, 'base64');
const url = 'https://cook.example/inbox';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ed25519 = generateKeyPairSync('ed25519');
const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const keyIri = 'https://cook.example/users/1#main-key';
const edKeyIri = 'https://cook.example/users/1#ed25519-key';
const key = { iri: keyIri, privateKey: rsa.privateKey };

const algorithms = { rsa: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, ed25519: 'Ed25519' };
const toCryptoKey = (of: KeyObject, kind: 'rsa' | 'ed25519') =>
  of.toCryptoKey(algorithms[kind], true, [of.type === 'private' ? 'sign' : 'verify']);
const rsaPrivate = toCryptoKey(rsa.privateKey, 'rsa');
const edPrivate = toCryptoKey(ed25519.privateKey, 'ed25519');

// Both sides cache the key, so only the verification is measured.
const owner = new URL('https://cook.example/users/1');
const cached = new CryptographicKey({
  id: new URL(keyIri),
  owner,
  publicKey: toCryptoKey(rsa.publicKey, 'rsa'),
});
const cachedMultikey = new Multikey({
  id: new URL(edKeyIri),
  controller: owner,
  publicKey: toCryptoKey(ed25519.publicKey, 'ed25519'),
});
const keyCache = {
  get: async (id: URL) => (id.href === keyIri ? cached : cachedMultikey),
  set: async () => {},
};
const documentLoader = () => Promise.reject(new Error('not cached'));
const options = { keyCache, documentLoader, contextLoader: loadKnownContext };

const headers = { 'content-type': 'application/activity+json' };
const withDigest = { ...headers, digest: `SHA-256=${sha256}` };
const withContentDigest = { ...headers, 'content-digest': `sha-256=:${sha256}:` };
const cavageHeaders = {
  ...withDigest,
  ...(await signCavage({ method: 'POST', url, headers: withDigest }, key)),
};
const rfcHeaders = {
  ...withContentDigest,
  ...(await signRfc9421({ method: 'POST', url, headers: withContentDigest }, key)),
};
const post = (signed: Record<string, string>) => new Request(url, { method: 'POST', headers: signed, body });
const check = (isValid: boolean) => {
  if (!isValid) throw new Error('a signature does not verify');
};

const ourVerify = async (signed: Record<string, string>) => {
  const request = post(signed);
  const read = new Uint8Array(await request.arrayBuffer());
  const claim = readSignature({ method: 'POST', url: new URL(url), headers: request.headers, body: read });
  check(claim.isSignedBy(rsa.publicKey));
};
const ourProof = async (json: JsonObject, publicKey: KeyObject) => {
  const prepared = await readProofs(json)[0]!.prepare(keyIri);
  check(prepared!.isSignedBy(publicKey));
};

const ourProven = addIntegrityProof(activity, { iri: edKeyIri, privateKey: ed25519.privateKey });
const create = await Create.fromJsonLd(activity, options);
const fedifyProof = () =>
  DataIntegrityProof.fromJsonLd({ '@context': activity['@context'], ...(ourProven.proof as JsonObject) }, options);
const ldSigned = (await signJsonLd(activity, rsaPrivate, new URL(keyIri), options)) as JsonObject;

type Work = () => Promise<unknown>;
const measures: [name: string, ours: Work, fedify: Work][] = [
  [
    'verify cavage',
    () => ourVerify(cavageHeaders),
    async () => check((await verifyRequest(post(cavageHeaders), options)) !== null),
  ],
  [
    'verify RFC 9421',
    () => ourVerify(rfcHeaders),
    async () => check((await verifyRequest(post(rfcHeaders), { ...options, spec: 'rfc9421' })) !== null),
  ],
  [
    'sign cavage',
    () => signCavage({ method: 'POST', url, headers: withDigest }, key),
    () => signRequest(post(withDigest), rsaPrivate, new URL(keyIri), { body: body.buffer }),
  ],
  [
    'sign RFC 9421',
    () => signRfc9421({ method: 'POST', url, headers: withContentDigest }, key),
    () =>
      signRequest(post(withContentDigest), rsaPrivate, new URL(keyIri), {
        body: body.buffer,
        spec: 'rfc9421',
      }),
  ],
  [
    'verify integrity proof',
    () => ourProof(ourProven, ed25519.publicKey),
    async () => check((await verifyProof(ourProven, await fedifyProof(), options)) !== null),
  ],
  [
    'create integrity proof',
    async () => addIntegrityProof(activity, { iri: edKeyIri, privateKey: ed25519.privateKey }),
    () => createProof(create, edPrivate, new URL(edKeyIri), options),
  ],
  [
    'verify Linked Data Signature',
    () => ourProof(ldSigned, rsa.publicKey),
    async () => check(await verifyJsonLd(ldSigned, options)),
  ],
  ['parse PEM', async () => readPublicKey(pem) ?? createPublicKey(pem), () => importPem(pem)],
];

/** Returns microseconds of processor time per operation, on all threads. */
async function cost(work: Work): Promise<number> {
  await work();
  const start = performance.now();
  const before = process.cpuUsage();
  let count = 0;
  const loop = async () => {
    while (performance.now() - start < millisecondsPerRound) {
      await work();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

const median = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1]!;

process.stdout.write('                                ours µs  Fedify µs  ratio\n');
for (const [name, ours, fedify] of measures) {
  const results: { ours: number; fedify: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    results.push({ ours: await cost(ours), fedify: await cost(fedify) });
  }
  const columns = [
    median(results.map((each) => each.ours))
      .toFixed(0)
      .padStart(8),
    median(results.map((each) => each.fedify))
      .toFixed(0)
      .padStart(10),
    median(results.map((each) => each.fedify / each.ours))
      .toFixed(1)
      .padStart(6),
  ];
  process.stdout.write(`${name.padEnd(31)} ${columns.join(' ')}\n`);
}
