/** Creates, finds and revokes the bearer tokens of the API. */
import { prisma, withNumbers } from '../../db/client.ts';
import { recordVisit, selectTokens, type TokenRow } from '../../db/sql/access.ts';
import { db } from '../../db/statement.ts';
import { type PrismaTx, transactWithPrisma } from '../../db/transaction.ts';
import { batched } from '../../lib/batch.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { createOpaqueToken, hashOpaqueToken } from '../../lib/secrets.ts';
import { holdSession, type SessionOfMember } from './second-factor.ts';

/** No scope implies another. */
export const scopes = ['read', 'write', 'account:read', 'account:write'] as const;
export type Scope = (typeof scopes)[number];

export interface Token {
  id: number;
  accountId: number;
  scopes: Scope[];
  /** Of the account’s filters. Null without filters. */
  filtersVersion: number | null;
}

export const tokenPrefix = 'pl_';
const pattern = /^pl_[A-Za-z0-9_-]{43}$/;

interface TokenDraft {
  accountId: number;
  scopes: readonly string[];
  name?: string;
  expiresAt?: Date | null;
}

/** Returns the token, which is stored only as a hash. Throws validation_failed on an unknown or missing scope. */
export const createToken = (draft: TokenDraft): Promise<string> => transactWithPrisma((tx) => insertToken(tx, draft));

async function insertToken(tx: PrismaTx, draft: TokenDraft): Promise<string> {
  const { accountId, name = '', expiresAt = null } = draft;
  const granted = scopes.filter((scope) => draft.scopes.includes(scope));
  if (granted.length === 0) throw invalid('scope', t('errors.blank'));
  if (draft.scopes.some((scope) => !(scopes as readonly string[]).includes(scope))) {
    throw invalid('scope', t('errors.must-be-of-scopes', { scopes: scopes.join(', ') }));
  }

  const { text, hash } = createOpaqueToken(tokenPrefix);
  await tx.prisma.accessToken.create({ data: { hash, accountId, scopes: granted, name, expiresAt } });
  return text;
}

/** A token that a member created for a program of their own. */
export interface PersonalToken {
  id: number;
  name: string;
  scopes: string[];
  createdAt: Date;
}

const maxPersonalTokens = 50;

/** Newest first. */
export async function listPersonalTokens(accountId: number): Promise<PersonalToken[]> {
  const rows = await prisma().accessToken.findMany({
    select: { id: true, name: true, scopes: true, createdAt: true },
    where: {
      accountId,
      clientId: null,
      revokedAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
    },
    orderBy: { id: 'desc' },
  });
  return rows.map(withNumbers);
}

/** Returns the token. Throws validation_failed on `name` and `scope`, and when the member has 50 tokens. */
export async function createPersonalToken(
  session: SessionOfMember,
  { name, scopes: requested }: { name: string; scopes: readonly string[] },
): Promise<string> {
  const { accountId } = session;
  const { length } = await listPersonalTokens(accountId);
  if (length >= maxPersonalTokens) throw invalid('name', t('errors.too-many-tokens', { maxPersonalTokens }));
  return transactWithPrisma(async (tx) => {
    await holdSession(tx, session);
    return insertToken(tx, { accountId, scopes: requested, name });
  });
}

export async function revokePersonalToken(accountId: number, id: number): Promise<void> {
  await prisma().accessToken.updateMany({
    where: { id, accountId, clientId: null, revokedAt: null },
    data: { revokedAt: new Date() },
  });
}

/** Returns null for an unknown, revoked or expired token, and for an account that may not act. */
export async function findToken(text: string): Promise<Token | null> {
  if (!pattern.test(text)) return null;
  const row = await findByHash(hashOpaqueToken(text));
  if (!row) return null;
  if (row.is_visit_new) await recordVisit(db, row.account_id);
  const { id, account_id: accountId, filters_version: filtersVersion } = row;
  return { id, accountId, scopes: row.scopes as Scope[], filtersVersion };
}

/** Never cached, so that a revoked token is refused at once. Concurrent reads are batched into one query. */
const findByHash = batched(async (hashes: Buffer[]): Promise<(TokenRow | undefined)[]> => {
  const found = new Map((await selectTokens(db, hashes)).map((row) => [row.hash.toString('latin1'), row]));
  return hashes.map((hash) => found.get(hash.toString('latin1')));
});
