/** How members come in, as they change it themselves. */
import { prisma } from '../../db/client.ts';
import { transactWithPrisma } from '../../db/transaction.ts';
import { checkPassword, hashPassword, verifyPassword } from './password.ts';

export async function isOwnPassword(accountId: number, password: string): Promise<boolean> {
  const member = await prisma().member.findUnique({ where: { accountId } });
  return verifyPassword(password, member?.passwordHash || null);
}

/** Every session but this one ends. Throws validation_failed on `password`. */
export async function changePassword(accountId: number, password: string, sessionId: number): Promise<void> {
  checkPassword(password);
  const passwordHash = await hashPassword(password);
  await transactWithPrisma(async (tx) => {
    await tx.prisma.member.update({ where: { accountId }, data: { passwordHash } });
    await tx.prisma.session.deleteMany({ where: { accountId, id: { not: sessionId } } });
  });
}

export async function endOtherSessions(accountId: number, sessionId: number): Promise<void> {
  await prisma().session.deleteMany({ where: { accountId, id: { not: sessionId } } });
}
