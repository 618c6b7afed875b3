/** Passwords and proofs of identity. */
import { prisma, withNumbers } from '../../db/client.ts';
import { lockCodesOfAccount } from '../../db/sql/access.ts';
import { deletePasskeysOf } from '../../db/sql/log-in.ts';
import { type PrismaTx, transactWithPrisma } from '../../db/transaction.ts';
import { checkPassword, hashPassword, verifyPassword } from '../accounts/register.ts';
import { mailMember } from '../mail/mail.ts';
import { endEnrolment, useSecondFactor, verifyPasskey } from './second-factor.ts';
import { renewSessionToken } from './sessions.ts';

// Lists and ends what gives access to a member's account: password, sessions and authorized apps

export async function isPasswordCorrect(accountId: number, password: string): Promise<boolean> {
  const member = await prisma().member.findUnique({ where: { accountId } });
  return verifyPassword(password, member?.passwordHash || null);
}

/** False for a member who was created without one and logs in with a passkey. */
export async function hasPassword(accountId: number): Promise<boolean> {
  const member = await prisma().member.findUnique({ where: { accountId }, select: { passwordHash: true } });
  return Boolean(member?.passwordHash);
}

/**
 * Ends every session except `sessionId`, and revokes all apps and tokens. Returns the new token of that session. Throws
 * validation_failed on `password`.
 */
export async function changePassword(accountId: number, password: string, sessionId: number): Promise<string> {
  checkPassword(password);
  const passwordHash = await hashPassword(password);
  return transactWithPrisma(async (tx) => {
    const { account } = await tx.prisma.member.update({
      where: { accountId },
      data: { passwordHash },
      select: { account: { select: { username: true } } },
    });
    // A stolen session may have made tokens.
    await endAllAccess(tx, accountId, sessionId);
    await mailMember(tx, accountId, 'password-changed', account);
    return renewSessionToken(tx, sessionId);
  });
}

/**
 * A step: sets a password for somebody who could not prove who they are in a session. Ends everything that an intruder
 * may have left, passkeys included. The second factor stays, so that a link by e-mail is no way around it. Returns the
 * names of the removed passkeys.
 */
export async function setPasswordByReset(
  tx: PrismaTx,
  { accountId, username }: { accountId: number; username: string },
  passwordHash: string,
): Promise<string[]> {
  await tx.prisma.member.update({ where: { accountId }, data: { passwordHash } });
  await endAllAccess(tx, accountId);
  const passkeys = (await deletePasskeysOf(tx, accountId)).map(({ name }) => name);
  await mailMember(tx, accountId, 'password-reset', { username, passkeys });
  return passkeys;
}

/**
 * Ends all sessions but one, revokes all apps and tokens, and ends what waits for a confirmation: links that were sent
 * by e-mail, a new address, and an authenticator app whose first code was not entered.
 */
async function endAllAccess(tx: PrismaTx, accountId: number, exceptSession = 0): Promise<void> {
  await deleteOtherSessions(tx, accountId, exceptSession);
  await revokeGrants(tx, accountId);
  await tx.prisma.mailLink.deleteMany({ where: { accountId } });
  await tx.prisma.member.update({ where: { accountId }, data: { newEmail: null } });
}

interface SessionInfo {
  id: number;
  userAgent: string;
  createdAt: Date;
  expiresAt: Date;
}

/** Newest first. */
export async function listSessions(accountId: number): Promise<SessionInfo[]> {
  const rows = await prisma().session.findMany({
    select: { id: true, userAgent: true, createdAt: true, expiresAt: true },
    where: { accountId, expiresAt: { gt: new Date() } },
    orderBy: { id: 'desc' },
  });
  return rows.map(withNumbers);
}

/** The newest log-ins of the last 90 days, also of browsers that were logged out since. */
export const listLogins = (accountId: number, limit: number) =>
  prisma().login.findMany({
    select: { userAgent: true, address: true, createdAt: true },
    where: { accountId },
    orderBy: { id: 'desc' },
    take: limit,
  });

/** Does nothing if the member has no such session. */
export async function endSession(accountId: number, sessionId: number): Promise<void> {
  await prisma().session.deleteMany({ where: { accountId, id: sessionId } });
}

/** Ends all sessions except this one, and on request all apps and tokens. Returns the new token of this session. */
export async function endOtherAccess(
  accountId: number,
  sessionId: number,
  { withApps }: { withApps: boolean },
): Promise<string> {
  return transactWithPrisma(async (tx) => {
    await deleteOtherSessions(tx, accountId, sessionId);
    if (withApps) await revokeGrants(tx, accountId);
    return renewSessionToken(tx, sessionId);
  });
}

export interface AuthorizedApp {
  id: string;
  name: string;
  website: string | null;
  scopes: string[];
  /** When the member first authorized the app. */
  since: Date | null;
}

/** Lists the apps that hold a valid access or refresh token, by name. */
export async function listAuthorizedApps(accountId: number): Promise<AuthorizedApp[]> {
  const valid = { accountId, revokedAt: null, expiresAt: { gt: new Date() } };
  const accessTokens = { where: valid };
  const refreshTokens = { where: { ...valid, usedAt: null } };
  const clients = await prisma().oauthClient.findMany({
    where: {
      OR: [{ accessTokens: { some: accessTokens.where } }, { refreshTokens: { some: refreshTokens.where } }],
    },
    include: {
      accessTokens,
      refreshTokens,
      codes: { where: { accountId, usedAt: { not: null } }, orderBy: { usedAt: 'asc' }, take: 1 },
    },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  return clients.map(({ id, name, website, codes, ...held }) => ({
    id,
    name,
    website,
    scopes: [...new Set([...held.accessTokens, ...held.refreshTokens].flatMap(({ scopes }) => scopes))].sort(),
    since: codes[0]?.usedAt ?? null,
  }));
}

/** Revokes all tokens that the app holds for this member. */
export async function revokeApp(accountId: number, clientId: string): Promise<void> {
  await transactWithPrisma((tx) => revokeGrants(tx, accountId, clientId));
}

/** A secret that this session shows is forgotten too, because another browser may have the session's former token. */
async function deleteOtherSessions(tx: PrismaTx, accountId: number, sessionId: number): Promise<void> {
  await tx.prisma.session.deleteMany({ where: { accountId, id: { not: sessionId } } });
  await endEnrolment(tx, sessionId);
}

/** Revokes the codes and tokens of one app, or of all apps together with personal tokens. */
async function revokeGrants(tx: PrismaTx, accountId: number, clientId?: string): Promise<void> {
  // Waits for an app that is redeeming a code or refresh token now, so that its new tokens are revoked too.
  await lockCodesOfAccount(tx, accountId, clientId ?? null);
  const revoked = { where: { accountId, clientId, revokedAt: null }, data: { revokedAt: new Date() } };
  await tx.prisma.authorizationCode.deleteMany({ where: { accountId, clientId, usedAt: null } });
  await tx.prisma.accessToken.updateMany(revoked);
  await tx.prisma.refreshToken.updateMany(revoked);
}

// Remembers for 10 minutes that a member proved in this session who they are (step-up authentication)

export async function renewAuthentication(sessionId: number): Promise<void> {
  await prisma().session.updateMany({ where: { id: sessionId }, data: { authenticatedAt: new Date() } });
}

interface Session {
  id: number;
  accountId: number;
}

/**
 * Returns whether the code of the app or the recovery code was right. Each works once. Wrong codes are counted by
 * session, so that a stolen one cannot use up the guesses of a log-in. Throws rate_limited.
 */
export async function proveWithCode({ id, accountId }: Session, code: string): Promise<boolean> {
  const isRight = await useSecondFactor(accountId, `session ${id}`, code);
  if (isRight) await renewAuthentication(id);
  return isRight;
}

/** Returns whether the passkey belongs to the member and answered a challenge of this session. */
export async function proveWithPasskey(
  { id, accountId }: Session,
  answer: { state: string; credential: string },
): Promise<boolean> {
  const isRight = (await verifyPasskey(answer, id)) === accountId;
  if (isRight) await renewAuthentication(id);
  return isRight;
}
