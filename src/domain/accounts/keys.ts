/** The keys with which our accounts sign: RSA-2048, which every server knows, and Ed25519. */
import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { type OwnKeyRow, selectOwnKeys } from '../../db/sql/actor-keys.ts';
import { db } from '../../db/statement.ts';
import type { PrismaTx } from '../../db/transaction.ts';
import { batched } from '../../lib/batch.ts';
import { notFound } from '../../lib/errors.ts';
import { iris } from '../../lib/iris.ts';
import { createLru } from '../../lib/lru.ts';
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

const kept = createLru<Promise<KeyPairs>>(1_000);

/** Decrypted, from memory when used lately: they never change. Throws not_found for accounts that are not ours. */
export function getKeyPairs(accountId: number): Promise<KeyPairs> {
  const known = kept.get(accountId);
  if (known) return known;

  const loading = loadKeyPairs(accountId);
  kept.set(accountId, loading);
  loading.catch(() => kept.delete(accountId));
  return loading;
}

const load = batched(async (accountIds: number[]): Promise<OwnKeyRow[][]> => {
  const rows = Map.groupBy(await selectOwnKeys(db, accountIds), (row) => row.account_id);
  return accountIds.map((id) => rows.get(id) ?? []);
});

async function loadKeyPairs(accountId: number): Promise<KeyPairs> {
  const pairs = new Map((await load(accountId)).map((row) => [row.kind, toKeyPair(row)]));
  const rsa = pairs.get('rsa');
  const ed25519 = pairs.get('ed25519');
  if (!rsa || !ed25519) throw notFound();
  return { rsa, ed25519 };
}

const toKeyPair = ({ iri, kind, public_key, private_key }: OwnKeyRow): KeyPair => ({
  iri,
  kind,
  privateKey: createPrivateKey({ key: unseal(private_key), type: 'pkcs8', format: 'der' }),
  publicKey: createPublicKey(public_key),
  publicPem: public_key,
});
