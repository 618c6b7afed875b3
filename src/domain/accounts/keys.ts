/** Generates, stores and loads the signing keys of local accounts: RSA-2048 for every peer, and Ed25519. */
import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';
import { type LocalKeyRow, selectLocalKeys } from '../../db/sql/accounts.ts';
import { db } from '../../db/statement.ts';
import type { PrismaTx } from '../../db/transaction.ts';
import { batched } from '../../lib/batch.ts';
import { notFound } from '../../lib/errors.ts';
import { iris } from '../../lib/iris.ts';
import { decrypt, encrypt } from '../../lib/secrets.ts';

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

/** Takes about 100 ms, so call it before the transaction that stores the keys. */
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
      privateKey: new Uint8Array(encrypt(keys[kind].privateKey.export({ type: 'pkcs8', format: 'der' }))),
    })),
  });
}

const cache = new LRUCache<number, Promise<KeyPairs>>({ max: 1_000 });

/** Returns decrypted keys. They never change, so they are cached. Throws not_found for remote accounts. */
export function getKeyPairs(accountId: number): Promise<KeyPairs> {
  const cached = cache.get(accountId);
  if (cached) return cached;

  const loading = loadKeyPairs(accountId);
  cache.set(accountId, loading);
  loading.catch(() => cache.delete(accountId));
  return loading;
}

const loadRows = batched(async (accountIds: number[]): Promise<LocalKeyRow[][]> => {
  const rows = Map.groupBy(await selectLocalKeys(db, accountIds), (row) => row.account_id);
  return accountIds.map((id) => rows.get(id) ?? []);
});

async function loadKeyPairs(accountId: number): Promise<KeyPairs> {
  const pairs = new Map((await loadRows(accountId)).map((row) => [row.kind, toKeyPair(row)]));
  const rsa = pairs.get('rsa');
  const ed25519 = pairs.get('ed25519');
  if (!rsa || !ed25519) throw notFound();
  return { rsa, ed25519 };
}

const toKeyPair = ({ iri, kind, public_key, private_key }: LocalKeyRow): KeyPair => ({
  iri,
  kind,
  privateKey: createPrivateKey({ key: decrypt(private_key), type: 'pkcs8', format: 'der' }),
  publicKey: createPublicKey(public_key),
  publicPem: public_key,
});
