/** Applications for an account, which an administrator approves or rejects. No account exists before that. */
import { prisma, withNumbers } from '../../db/client.ts';
import { isUniqueViolation } from '../../db/errors.ts';
import { type PrismaTx, transactWithPrisma } from '../../db/transaction.ts';
import { DomainError, invalid, notFound } from '../../lib/errors.ts';
import { reader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import { createMemberAccount, hashPassword } from '../accounts/register.ts';
import { mailAddress, mailToConfirm, notifyOperators } from '../mail/mail.ts';
import { recordAdminAction } from '../roles/admin-log.ts';
import type { Moderator } from '../roles/permissions.ts';

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
