/** The keys with which our accounts sign: RSA-2048, which every server knows, and Ed25519. */
import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { prisma } from '../../db/client.ts';
import type { PrismaTx } from '../../db/transaction.ts';
import { notFound } from '../../lib/errors.ts';
import { iris } from '../../lib/iris.ts';
import { seal, unseal } from '../../lib/secrets.ts';

export type KeyKind = 'rsa' | 'ed25519';

export interface KeyPair {
  iri: string;
  kind: KeyKind;
  privateKey: KeyObject;
  publicKey: KeyObject;
  publicPem: string;
}

export interface KeyPairs {
  rsa: KeyPair;
  ed25519: KeyPair;
}

const generate = promisify(generateKeyPair);
const kinds: KeyKind[] = ['rsa', 'ed25519'];

/** Takes some 100 ms: make them before the transaction that stores them. */
export async function generateKeys(): Promise<
  Record<KeyKind, { privateKey: KeyObject; publicKey: KeyObject }>
> {
  const [rsa, ed25519] = await Promise.all([generate('rsa', { modulusLength: 2048 }), generate('ed25519')]);
  return { rsa, ed25519 };
}

export async function storeKeys(
  tx: PrismaTx,
  accountId: number,
  keys: Awaited<ReturnType<typeof generateKeys>>,
): Promise<void> {
  await tx.prisma.actorKey.createMany({
    data: kinds.map((kind) => ({
      accountId,
      kind,
      iri: iris.key(accountId, kind),
      publicKey: keys[kind].publicKey.export({ type: 'spki', format: 'pem' }) as string,
      privateKey: new Uint8Array(seal(keys[kind].privateKey.export({ type: 'pkcs8', format: 'der' }))),
    })),
  });
}

const cacheSize = 1_000;
const cache = new Map<number, Promise<KeyPairs>>();

/** Decrypted, from memory when used lately. Throws not_found for accounts that are not ours. */
export function getKeyPairs(accountId: number): Promise<KeyPairs> {
  const known = cache.get(accountId);
  if (known) return known;

  const loading = loadKeyPairs(accountId);
  cache.set(accountId, loading);
  loading.catch(() => cache.delete(accountId));
  if (cache.size > cacheSize) cache.delete(cache.keys().next().value!);
  return loading;
}

async function loadKeyPairs(accountId: number): Promise<KeyPairs> {
  const rows = await prisma().actorKey.findMany({ where: { accountId, privateKey: { not: null } } });
  const pairs = new Map(
    rows.map((row) => [
      row.kind,
      {
        iri: row.iri,
        kind: row.kind,
        privateKey: createPrivateKey({ key: unseal(row.privateKey!), type: 'pkcs8', format: 'der' }),
        publicKey: createPublicKey(row.publicKey),
        publicPem: row.publicKey,
      },
    ]),
  );
  const rsa = pairs.get('rsa');
  const ed25519 = pairs.get('ed25519');
  if (!rsa || !ed25519) throw notFound();
  return { rsa, ed25519 };
}
