/** Keys and secrets of accounts. */
import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import {
  type LocalKeyRow,
  selectActorKey,
  selectKeyByOtherName,
  selectLocalKeys,
  selectOldestPrivateKey,
} from '../../db/sql/accounts.ts';
import { db } from '../../db/statement.ts';
import type { PrismaTx } from '../../db/transaction.ts';
import { batched } from '../../lib/batch.ts';
import { createCache } from '../../lib/cache.ts';
import { notFound } from '../../lib/errors.ts';
import { iris } from '../../lib/iris.ts';
import { type Message, textOf, toMessage } from '../../lib/language/text.ts';
import { decrypt, encrypt, SecretUnreadable, secretFile } from '../../lib/secrets.ts';

// Checks that the secret file decrypts the private keys in the database; with another secret nothing can be signed

/** Thrown at start; the message tells the operator what to do. */
export class WrongSecret extends Error {
  override readonly name = 'WrongSecret';
}

export const secretRemedy = (): Message => toMessage('doctor-checks.secret-remedy', { file: secretFile });

/**
 * Throws SecretUnreadable, or WrongSecret, so that no second secret is created for a database that already has
 * encrypted keys.
 */
export async function verifySecret(): Promise<void> {
  const { problem } = await testSecret();
  if (problem) throw new WrongSecret(`${textOf(problem)}: ${textOf(secretRemedy())}`);
}

/** Tries the oldest key. `isUsed` is false while the database holds no encrypted key. Throws SecretUnreadable. */
export async function testSecret(): Promise<{ isUsed: boolean; problem: Message | null }> {
  const [oldest] = await selectOldestPrivateKey(db);
  if (!oldest) return { isUsed: false, problem: null };
  if (!existsSync(secretFile))
    return { isUsed: true, problem: toMessage('doctor-checks.secret-missing', { file: secretFile }) };
  try {
    decrypt(oldest.private_key);
    return { isUsed: true, problem: null };
  } catch (error) {
    if (error instanceof SecretUnreadable) throw error;
    return {
      isUsed: true,
      problem: toMessage('doctor-checks.secret-of-other', { file: secretFile }),
    };
  }
}

// Generates, stores and loads the signing keys of local accounts: RSA-2048 for every peer, and Ed25519

export type KeyKind = 'rsa' | 'ed25519';

export interface KeyPair {
  iri: string;
  kind: KeyKind;
  privateKey: KeyObject;
  publicKey: KeyObject;
  publicPem: string;
}

interface KeyPairs {
  rsa: KeyPair;
  ed25519: KeyPair;
}

const generate = promisify(generateKeyPair);
const kinds: KeyKind[] = ['rsa', 'ed25519'];

/** Takes about 100 ms, so call it before the transaction that stores the keys. */
export async function generateKeys(): Promise<Record<KeyKind, { privateKey: KeyObject; publicKey: KeyObject }>> {
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

const cache = createCache<number, Promise<KeyPairs>>({ max: 1_000 });

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

// Finds the public keys of remote accounts

interface RemoteKey {
  publicPem: string;
  accountId: number;
  actorIri: string;
}

/** What else servers call a key: with or without a slash before the fragment, or with another fragment or none. */
export function keyNames(keyIri: string): string[] {
  const [path, fragment] = [keyIri.replace(/\/?(#.*)?$/, ''), /#.*$/.exec(keyIri)?.[0] ?? ''];
  return [...new Set([`${path}${fragment}`, `${path}/${fragment}`, path, `${path}/`])];
}

/** Whether the id of the key is in, or below, the document of the actor: `ACTOR#main-key`, `ACTOR/main-key`. */
export const isNamedAfter = (keyIri: string, actorIri: string): boolean =>
  keyIri.startsWith(actorIri) && /^(?:$|[#/?&])/.test(keyIri.slice(actorIri.length));

/** Finds a key by its id, by another spelling of it, or as the single RSA key of the actor in whose document it is. */
export async function findRemoteKey(keyIri: string): Promise<RemoteKey | null> {
  const [row = (await selectKeyByOtherName(db, keyNames(keyIri)))[0]] = await selectActorKey(db, keyIri);
  return row ?? null;
}
