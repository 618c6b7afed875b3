/** Logs members in and out with a browser. */
import { prisma } from '../../db/client.ts';
import { lockActiveMember } from '../../db/sql/access/locks.ts';
import { type SessionRow, selectSession } from '../../db/sql/access/sessions.ts';
import { db } from '../../db/statement.ts';
import { transactWithPrisma } from '../../db/transaction.ts';
import { DomainError } from '../../lib/errors.ts';
import { createOpaqueToken, hashOpaqueToken } from '../../lib/opaque-token.ts';
import { normaliseHandle } from '../accounts/account.ts';
import { hashPassword, isOutdated, verifyPassword } from '../accounts/password.ts';
import { isActiveMember } from './active-member.ts';

export type Session = SessionRow;

export const sessionTtlSeconds = 30 * 86_400;

const pattern = /^pls_[A-Za-z0-9_-]{43}$/;

/**
 * Returns the new session's token, which is stored only as a hash.
 * Returns null for an unknown name, a wrong password and an inactive member, after the same time for each.
 * Throws conflict for the right password of a pending application, and unavailable while too many log in.
 */
export async function logIn({
  name,
  password,
  userAgent,
}: {
  name: string;
  password: string;
  userAgent: string;
}): Promise<string | null> {
  const login = await findLogin(normaliseHandle(name.trim()));
  // A member without a password has an empty hash.
  const passwordHash = login?.passwordHash || null;
  const isCorrect = await verifyPassword(password, passwordHash);
  if (!login || !passwordHash || !isCorrect) return null;
  if (login.accountId === null) throw new DomainError('conflict', 'the account is not approved yet');
  const newHash = isOutdated(passwordHash) ? await hashPassword(password) : undefined;
  return createSession(login.accountId, { passwordHash, newHash, userAgent });
}

/** Reads members and pending applications alike, so that the time reveals nothing about a name. */
async function findLogin(
  username: string,
): Promise<{ accountId: bigint | null; passwordHash: string } | null> {
  const [member, application] = await Promise.all([
    prisma().member.findFirst({ where: { account: { handle: username, host: '', ...isActiveMember } } }),
    prisma().application.findUnique({ where: { username } }),
  ]);
  return member ?? (application && { accountId: null, passwordHash: application.passwordHash });
}

/**
 * Stores `newHash`, if any, in place of `passwordHash`.
 * Returns null if the password or the member's state changed since `passwordHash` was verified.
 */
function createSession(
  accountId: bigint,
  { passwordHash, newHash, userAgent }: { passwordHash: string; newHash?: string; userAgent: string },
): Promise<string | null> {
  const { text, hash } = createOpaqueToken('pls_');
  return transactWithPrisma(async (tx) => {
    const [active] = await lockActiveMember(tx, Number(accountId));
    const data = { passwordHash: newHash ?? passwordHash };
    const { count } = await tx.prisma.member.updateMany({ where: { accountId, passwordHash }, data });
    if (!active || count === 0) return null;
    const expiresAt = new Date(Date.now() + sessionTtlSeconds * 1_000);
    await tx.prisma.session.create({
      data: { hash, accountId, userAgent: userAgent.slice(0, 200), expiresAt },
    });
    return text;
  });
}

/** Returns null for an unknown or expired session, and for a member who may no longer act. */
export async function findSession(token: string): Promise<Session | null> {
  if (!pattern.test(token)) return null;
  const [session] = await selectSession(db, hashOpaqueToken(token));
  return session ?? null;
}

export async function logOut(token: string): Promise<void> {
  await prisma().session.deleteMany({ where: { hash: hashOpaqueToken(token) } });
}
