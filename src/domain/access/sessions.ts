/** Sessions of members, and log-ins that wait for their second step. */
import { hash } from 'node:crypto';
import { prisma } from '../../db/client.ts';
import type { Prisma } from '../../db/generated/client.ts';
import { lockMemberWhoLogsIn, recordVisit } from '../../db/sql/access.ts';
import { insertLogin, type SessionRow, selectSession, selectSuspendedSession } from '../../db/sql/log-in.ts';
import { db } from '../../db/statement.ts';
import { type PrismaTx, transactWithPrisma } from '../../db/transaction.ts';
import { browserName } from '../../lib/browser-name.ts';
import { createOpaqueToken, hashOpaqueToken } from '../../lib/secrets.ts';
import { normaliseHandle } from '../accounts/account.ts';
import { hashPassword, isOutdated, verifyPassword } from '../accounts/register.ts';
import { mailMember } from '../mail/mail.ts';
import { findSecondFactor, readState, useSecondFactor, verifyPasskey, writeState } from './second-factor.ts';

// Defines which accounts may log in and act through tokens

/** Neither deleted nor disabled. A suspended member logs in only to appeal. */
export const mayLogIn = {
  deletedAt: null,
  member: { is: { state: 'active' } },
} as const satisfies Prisma.AccountWhereInput;

/** Neither suspended nor deleted, and enabled. `db/sql/access` uses the same rule for sessions and bearer tokens. */
export const isActiveMember = { ...mayLogIn, suspendedAt: null } as const satisfies Prisma.AccountWhereInput;

// Carries a log-in from the right password to the second factor

interface Challenge {
  accountId: number;
  /** Of the password hash, so that a changed password ends the challenge. */
  fingerprint: string;
}

const fingerprintOf = (passwordHash: string): string => hash('sha256', passwordHash, 'base64url');

export const readChallenge = (text: string): Challenge | null => readState<Challenge>('logIn', text);

// Logs members in and out with a browser

export type Session = SessionRow;

export const sessionTtlSeconds = 30 * 86_400;

const pattern = /^pls_[A-Za-z0-9_-]{43}$/;

/** The prefix keeps such a session from ever being an ordinary one, also when the suspension ends. */
const suspendedPattern = /^plsus_[A-Za-z0-9_-]{43}$/;
const suspendedTtlSeconds = 86_400;

/** The browser that logs in. */
export interface Client {
  userAgent: string;
  /** IP address, or the /64 prefix of an IPv6 address. */
  address: string;
}

export type LogInResult =
  /** The token is stored only as a hash. That of a suspended member opens nothing but the page about the suspension. */
  | { result: 'session'; token: string }
  /** An unknown name, a wrong password or an inactive member. Each takes the same time. */
  | { result: 'wrong' }
  /** The right password of somebody who waits for an administrator's approval. */
  | { result: 'pending' }
  /** The right password of somebody who has not confirmed the e-mail address yet. */
  | { result: 'unconfirmed'; applicationId: number }
  /** The right password of a member with a second factor, which `finishLogIn` takes. */
  | { result: 'second-factor'; challenge: string };

interface Credentials {
  name: string;
  password: string;
  client: Client;
}

/** Throws unavailable while too many log in. */
export async function logIn({ name, password, client }: Credentials): Promise<LogInResult> {
  const login = await findLogin(normaliseHandle(name.trim()));
  // A member without a password has an empty hash.
  const passwordHash = login?.passwordHash || null;
  const isCorrect = await verifyPassword(password, passwordHash);
  if (!login || !passwordHash || !isCorrect) return { result: 'wrong' };
  if ('applicationId' in login) {
    const { awaitsConfirmation, applicationId } = login;
    return awaitsConfirmation ? { result: 'unconfirmed', applicationId } : { result: 'pending' };
  }
  const { isOn } = await findSecondFactor(login.accountId);
  if (isOn) {
    const challenge: Challenge = { accountId: login.accountId, fingerprint: fingerprintOf(passwordHash) };
    return { result: 'second-factor', challenge: writeState('logIn', challenge) };
  }
  const newHash = isOutdated(passwordHash) ? await hashPassword(password) : undefined;
  const token = await createSession(login.accountId, { passwordHash, newHash, client });
  return token === null ? { result: 'wrong' } : { result: 'session', token };
}

/**
 * Takes a code of the authenticator app or a recovery code. Returns null for a wrong one and for an expired challenge.
 * Only somebody who knows the password gets here, and a new password begins with new guesses. Throws rate_limited.
 */
export async function finishLogIn({ challenge, code, client }: SecondStep): Promise<string | null> {
  const member = challenge && (await prisma().member.findUnique({ where: { accountId: challenge.accountId } }));
  if (!member || fingerprintOf(member.passwordHash) !== challenge.fingerprint) return null;
  const guesser = `${challenge.accountId} ${challenge.fingerprint}`;
  if (!(await useSecondFactor(challenge.accountId, guesser, code))) return null;
  return createSession(challenge.accountId, { passwordHash: member.passwordHash, client });
}

/** Returns null for an unknown or invalid passkey, and for a member who may not log in. */
export async function logInWithPasskey(
  answer: { state: string; credential: string },
  client: Client,
): Promise<string | null> {
  const accountId = await verifyPasskey(answer);
  const member = accountId && (await prisma().member.findUnique({ where: { accountId } }));
  return member ? createSession(accountId, { passwordHash: member.passwordHash, client }) : null;
}

interface SecondStep {
  challenge: Challenge | null;
  code: string;
  client: Client;
}

type Login = { passwordHash: string } & (
  | { accountId: number }
  | { applicationId: number; awaitsConfirmation: boolean }
);

/** Reads members and pending applications alike, so that the time reveals nothing about a name. */
async function findLogin(username: string): Promise<Login | null> {
  const [member, application] = await Promise.all([
    prisma().member.findFirst({ where: { account: { handle: username, host: '', ...mayLogIn } } }),
    prisma().application.findUnique({ where: { username } }),
  ]);
  if (member) return { accountId: Number(member.accountId), passwordHash: member.passwordHash };
  if (!application) return null;
  const { id, passwordHash, awaitsConfirmation } = application;
  return { applicationId: Number(id), passwordHash, awaitsConfirmation };
}

interface NewSession {
  passwordHash: string;
  newHash?: string;
  client: Client;
}

/**
 * Stores `newHash`, if any, in place of `passwordHash`, and tells the member about an unknown browser.
 * Returns null if the password or the member's state changed since `passwordHash` was verified.
 */
function createSession(accountId: number, { passwordHash, newHash, client }: NewSession): Promise<string | null> {
  const userAgent = client.userAgent.slice(0, 200);
  return transactWithPrisma(async (tx) => {
    const [member] = await lockMemberWhoLogsIn(tx, accountId);
    const data = { passwordHash: newHash ?? passwordHash };
    const { count } = await tx.prisma.member.updateMany({ where: { accountId, passwordHash }, data });
    if (!member || count === 0) return null;
    const { isSuspended } = member;
    const { text, hash } = createOpaqueToken(isSuspended ? 'plsus_' : 'pls_');
    const expiresAt = new Date(Date.now() + (isSuspended ? suspendedTtlSeconds : sessionTtlSeconds) * 1_000);
    await tx.prisma.session.create({ data: { hash, accountId, userAgent, expiresAt } });
    const [login] = await insertLogin(tx, accountId, userAgent, client.address);
    if (login!.is_unknown)
      await mailMember(tx, accountId, 'new-login', {
        username: login!.username,
        browser: browserName(userAgent),
        from: client.address,
        at: login!.created_at.toISOString(),
      });
    return text;
  });
}

/** Returns null for an unknown or expired session, and for a member who may no longer act. */
export async function findSession(token: string): Promise<Session | null> {
  if (!pattern.test(token)) return null;
  const [session] = await selectSession(db, hashOpaqueToken(token));
  if (session?.isVisitNew) await recordVisit(db, session.accountId);
  return session ?? null;
}

/** Returns null for an ordinary session, and for a member who is not suspended any more. */
export async function findSuspendedSession(token: string): Promise<Session | null> {
  if (!suspendedPattern.test(token)) return null;
  const [session] = await selectSuspendedSession(db, hashOpaqueToken(token));
  return session ?? null;
}

/** A step. Returns the new token of an ordinary session: a stolen former one is worth nothing. */
export async function renewSessionToken(tx: PrismaTx, id: number): Promise<string> {
  const { text, hash } = createOpaqueToken('pls_');
  await tx.prisma.session.update({ where: { id }, data: { hash } });
  return text;
}

export async function logOut(token: string): Promise<void> {
  await prisma().session.deleteMany({ where: { hash: hashOpaqueToken(token) } });
}
