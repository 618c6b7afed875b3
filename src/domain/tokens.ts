/** Bearer tokens: whoever shows one acts for its account, within its scopes. */
import { listPersonalTokens, type PersonalTokenRow, revokePersonalToken } from '../db/sql/access.ts';
import { insertToken, revokeTokenByHash, selectTokens, type TokenRow } from '../db/sql/tokens.ts';
import { db } from '../db/statement.ts';
import { batched } from '../lib/batch.ts';
import { invalid } from '../lib/errors.ts';
import { hashOpaque, mintOpaque } from '../lib/opaque.ts';

/** None implies another. */
export const scopes = ['read', 'write', 'account:read', 'account:write'] as const;
export type Scope = (typeof scopes)[number];

export interface Token {
  id: number;
  accountId: number;
  scopes: Scope[];
}

export const tokenPrefix = 'pl_';
const form = /^pl_[A-Za-z0-9_-]{43}$/;

/** The token's text, which is kept nowhere. Throws validation_failed on an unknown or missing scope. */
export async function createToken(wanted: {
  accountId: number;
  scopes: readonly string[];
  name?: string;
  expiresAt?: Date | null;
}): Promise<string> {
  const chosen = scopes.filter((scope) => wanted.scopes.includes(scope));
  if (chosen.length === 0) throw invalid('scope', "can't be blank");
  if (wanted.scopes.some((scope) => !(scopes as readonly string[]).includes(scope))) {
    throw invalid('scope', `must be of: ${scopes.join(', ')}`);
  }

  const { text, hash } = mintOpaque(tokenPrefix);
  await insertToken(db, hash, wanted.accountId, chosen, wanted.name ?? '', wanted.expiresAt ?? null);
  return text;
}

/** A member's own, for programs of theirs. */
export type PersonalToken = PersonalTokenRow;

const mostPersonal = 50;

/** The latest first. */
export const listOwnTokens = (accountId: number): Promise<PersonalToken[]> =>
  listPersonalTokens(db, accountId);

/** The token's text. Throws validation_failed on `name`, on `scope`, and for the 51st. */
export async function createOwnToken(
  accountId: number,
  { name, scopes: wanted }: { name: string; scopes: readonly string[] },
): Promise<string> {
  const { length } = await listOwnTokens(accountId);
  if (length >= mostPersonal)
    throw invalid('name', `is one too many: revoke one of the ${mostPersonal} first`);
  return createToken({ accountId, scopes: wanted, name });
}

export async function revokeOwnToken(accountId: number, id: number): Promise<void> {
  await revokePersonalToken(db, accountId, id);
}

/** Null for a token that is wrong, revoked, expired, or whose account may not act. */
export async function findToken(text: string): Promise<Token | null> {
  if (!form.test(text)) return null;
  const row = await findByHash(hashOpaque(text));
  return row ? { id: row.id, accountId: row.account_id, scopes: row.scopes as Scope[] } : null;
}

/** Read anew for every request, but for many of them at a time: one that is revoked is refused from then on. */
const findByHash = batched(async (hashes: Buffer[]): Promise<(TokenRow | undefined)[]> => {
  const found = new Map((await selectTokens(db, hashes)).map((row) => [row.hash.toString('latin1'), row]));
  return hashes.map((hash) => found.get(hash.toString('latin1')));
});

/** From now on it is good for nothing; an unknown one is no error (RFC 7009, section 2.2). */
export async function revokeToken(text: string): Promise<void> {
  await revokeTokenByHash(db, hashOpaque(text));
}
