/** Tokens and the applications that have them. */
import { prisma, withNumbers } from '../../db/client.ts';
import { isUniqueViolation } from '../../db/errors.ts';
import { recordVisit, selectTokens, type TokenRow } from '../../db/sql/access.ts';
import { db } from '../../db/statement.ts';
import { type PrismaTx, transactWithPrisma } from '../../db/transaction.ts';
import { batched } from '../../lib/batch.ts';
import { DomainError, invalid, notFound } from '../../lib/errors.ts';
import { reader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import { createOpaqueToken, hashOpaqueToken } from '../../lib/secrets.ts';
import { createMemberAccount, hashPassword } from '../accounts/register.ts';
import { mailAddress, mailToConfirm, notifyOperators } from '../mail/mail.ts';
import { recordAdminAction } from '../roles/admin-log.ts';
import type { Moderator } from '../roles/permissions.ts';
import { holdSession, type SessionOfMember } from './second-factor.ts';

// Creates, finds and revokes the bearer tokens of the API

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

/** An unknown token is no error (RFC 7009 §2.2). */
export async function revokeToken(text: string): Promise<void> {
  await prisma().accessToken.updateMany({
    where: { hash: hashOpaqueToken(text), revokedAt: null },
    data: { revokedAt: new Date() },
  });
}

// Applications for an account, which an administrator approves or rejects. No account exists before that.

interface Application {
  id: number;
  username: string;
  email: string | null;
  /** Whether the e-mail address was confirmed. */
  isConfirmed: boolean;
  reason: string;
  createdAt: Date;
}

/** Anybody can submit applications, so their number is limited. */
const maxApplications = 500;
/** Those that wait for the confirmation of an e-mail address are deleted after two days. */
const maxUnconfirmed = 2_000;

interface ApplicationDraft {
  username: string;
  password: string;
  email: string | null;
  reason: string;
  /** Waits for the confirmation of the address before it waits for an administrator. */
  awaitsConfirmation: boolean;
  /** The member whose invitation was used. */
  invitedById: number | null;
  followsInviter: boolean;
  /** IP address of the one who signs up. */
  clientAddress: string;
}

/**
 * `also` runs inside the transaction. Throws validation_failed on `name` if somebody else applied for it, on `base` if
 * too many are pending, and rate_limited.
 */
export async function submitApplication(
  { password, clientAddress, ...draft }: ApplicationDraft,
  also: (tx: PrismaTx) => Promise<void>,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  const { awaitsConfirmation, username, email } = draft;
  const waiting = await prisma().application.count({ where: { awaitsConfirmation } });
  if (waiting >= (awaitsConfirmation ? maxUnconfirmed : maxApplications))
    throw invalid('base', t('errors.too-many-applications'));
  try {
    await transactWithPrisma(async (tx) => {
      await also(tx);
      const { id } = await tx.prisma.application.create({
        data: { ...draft, passwordHash, language: reader().language },
      });
      const data = { applicationId: Number(id), username };
      if (email !== null) await mailToConfirm(tx, email, 'confirm-sign-up', data, { requester: { clientAddress } });
      if (!awaitsConfirmation) await notifyOperators(tx, 'new-account-request', {});
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw invalid('name', t('errors.taken'));
    throw error;
  }
}

const isWaiting = { awaitsConfirmation: false };
type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof prisma>['application']['findUnique']>>>;

const toApplication = ({ id, username, email, emailConfirmedAt, reason, createdAt }: Row): Application => ({
  id: Number(id),
  username,
  email,
  reason,
  createdAt,
  isConfirmed: emailConfirmedAt !== null,
});

/** Oldest first, without those whose e-mail address has to be confirmed. */
export async function listApplications(limit: number): Promise<Application[]> {
  const rows = await prisma().application.findMany({ where: isWaiting, orderBy: { id: 'asc' }, take: limit });
  return rows.map(toApplication);
}

export async function getApplication(id: number): Promise<Application> {
  const row = await prisma().application.findUnique({ where: { id, ...isWaiting } });
  if (!row) throw notFound();
  return toApplication(row);
}

/** Creates the account. Throws not_found if another administrator answered first, and conflict if the name is taken. */
export async function approveApplication(moderator: Moderator, id: number): Promise<void> {
  const application = await prisma().application.findUnique({ where: { id, ...isWaiting } });
  if (!application) throw notFound();
  await admit(application, async (tx) => {
    await recordAdminAction(tx, moderator, { action: 'approve', subject: application.username });
    await answer(tx, application, 'sign-up-approved');
  });
}

/** Creates the account of an application, which is deleted. Throws not_found and conflict. */
export async function admit(application: Row, also: (tx: PrismaTx) => Promise<unknown>): Promise<void> {
  const { id, username, passwordHash } = application;
  await createMemberAccount(withNumbers(application), async (tx) => {
    await also(tx);
    const { count } = await tx.prisma.application.deleteMany({ where: { id } });
    if (count === 0) throw notFound();
    return passwordHash;
  }).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
    throw new DomainError('conflict', t('errors.name-taken-meanwhile', { username }));
  });
}

/** Deletes the application, so that the name is free again. Throws not_found. */
export async function rejectApplication(moderator: Moderator, id: number): Promise<void> {
  await transactWithPrisma(async (tx) => {
    const application = await tx.prisma.application.findUnique({ where: { id, ...isWaiting } });
    const { count } = await tx.prisma.application.deleteMany({ where: { id } });
    if (!application || count === 0) throw notFound();
    await recordAdminAction(tx, moderator, { action: 'reject', subject: application.username });
    await answer(tx, application, 'sign-up-rejected');
  });
}

/** Only confirmed addresses get an answer, because anybody can enter the address of somebody else. */
async function answer(
  tx: PrismaTx,
  { email, emailConfirmedAt, username, language }: Row,
  kind: 'sign-up-approved' | 'sign-up-rejected',
): Promise<void> {
  if (email !== null && emailConfirmedAt) await mailAddress(tx, email, kind, { username }, { language });
}
