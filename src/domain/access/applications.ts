/** Applications for an account, which an administrator approves or rejects. No account exists before that. */
import { prisma } from '../../db/client.ts';
import { isUniqueViolation } from '../../db/errors.ts';
import { transactWithPrisma } from '../../db/transaction.ts';
import { DomainError, invalid, notFound } from '../../lib/errors.ts';
import { hashPassword } from '../accounts/password.ts';
import { createMemberAccount } from '../accounts/register.ts';

export interface Application {
  id: number;
  username: string;
  email: string | null;
  reason: string;
  createdAt: Date;
}

/** Anybody can submit applications, so their number is limited. */
const maxApplications = 500;

interface ApplicationDraft {
  username: string;
  password: string;
  email: string | null;
  reason: string;
}

/** Throws validation_failed on `name` if somebody else applied for it, and on `base` if too many are pending. */
export async function submitApplication(draft: ApplicationDraft): Promise<void> {
  const { username, password, email, reason } = draft;
  const passwordHash = await hashPassword(password);
  if ((await prisma().application.count()) >= maxApplications)
    throw invalid('base', 'Too many applications are waiting for an answer. Please try again in a few days.');
  try {
    await prisma().application.create({ data: { username, email, passwordHash, reason } });
  } catch (error) {
    if (isUniqueViolation(error)) throw invalid('name', 'is already taken');
    throw error;
  }
}

const select = { id: true, username: true, email: true, reason: true, createdAt: true } as const;

/** Oldest first. */
export async function listApplications(limit: number): Promise<Application[]> {
  const rows = await prisma().application.findMany({ select, orderBy: { id: 'asc' }, take: limit });
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

export async function getApplication(id: number): Promise<Application> {
  const row = await prisma().application.findUnique({ select, where: { id } });
  if (!row) throw notFound();
  return { ...row, id: Number(row.id) };
}

/** Creates the account. Throws not_found if another administrator answered first, and conflict if the name is taken. */
export async function approveApplication(id: number): Promise<void> {
  const application = await prisma().application.findUnique({ where: { id } });
  if (!application) throw notFound();
  const { username, email, passwordHash } = application;
  await createMemberAccount({ username, email }, async (tx) => {
    const { count } = await tx.prisma.application.deleteMany({ where: { id } });
    if (count === 0) throw notFound();
    return passwordHash;
  }).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
    throw new DomainError('conflict', `The name ${username} was taken in the meantime.`);
  });
}

/** Deletes the application, so that the name is free again. Throws not_found. */
export async function rejectApplication(id: number): Promise<void> {
  await transactWithPrisma(async (tx) => {
    const { count } = await tx.prisma.application.deleteMany({ where: { id } });
    if (count === 0) throw notFound();
  });
}
