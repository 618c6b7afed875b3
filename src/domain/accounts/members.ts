/** The people behind our accounts, as their operator sees and governs them. */
import { prisma } from '../../db/client.ts';
import { type PrismaTx, transactWithPrisma } from '../../db/transaction.ts';
import { DomainError } from '../../lib/errors.ts';
import { normaliseHandle } from './account.ts';
import { announceActor } from './announce.ts';
import { generatePassword, hashPassword } from './password.ts';

export interface Member {
  id: number;
  name: string;
  displayName: string;
  role: 'member' | 'admin';
  state: 'active' | 'disabled';
  suspendedAt: Date | null;
  createdAt: Date;
}

/** Oldest first; deleted accounts are left out. */
export async function listMembers(): Promise<Member[]> {
  return (await select({})).map(toMember);
}

/** By name, in any case; our host may be named. Throws not_found, also for accounts nobody logs in to. */
export async function getMember(name: string): Promise<Member> {
  const [row] = await select({ handle: normaliseHandle(name) });
  if (!row) throw new DomainError('not_found', `there is no account ${name} of this server`);
  return toMember(row);
}

/** One who may act. Throws not_found, and forbidden for who is suspended or disabled. */
export async function getActiveMember(name: string): Promise<Member> {
  const member = await getMember(name);
  if (member.suspendedAt) throw new DomainError('forbidden', `the account ${member.name} is suspended`);
  if (member.state !== 'active')
    throw new DomainError('forbidden', `the account ${member.name} is ${member.state}`);
  return member;
}

/**
 * Hides the account with all it published and ends its sessions; its tokens are refused from now on, and other servers are
 * told. Twice is once.
 */
export async function suspend(id: number): Promise<Date> {
  return transactWithPrisma(async (tx) => {
    const suspendedAt = new Date();
    const { count } = await tx.prisma.account.updateMany({
      where: { id, suspendedAt: null },
      data: { suspendedAt, updatedAt: suspendedAt },
    });
    await tx.prisma.session.deleteMany({ where: { accountId: id } });
    if (count > 0) await announceActor(tx, id);
    const account = await tx.prisma.account.findUniqueOrThrow({
      where: { id },
      select: { suspendedAt: true },
    });
    return account.suspendedAt ?? suspendedAt;
  });
}

/** Shows it again, here and elsewhere. Nothing happens when it is not suspended. */
export async function unsuspend(id: number): Promise<void> {
  await transactWithPrisma(async (tx) => {
    const { count } = await tx.prisma.account.updateMany({
      where: { id, suspendedAt: { not: null } },
      data: { suspendedAt: null, updatedAt: new Date() },
    });
    if (count > 0) await announceActor(tx, id);
  });
}

/** A generated one, kept only as a hash. Whoever knew the old one is shut out: sessions and tokens end. */
export async function resetPassword(id: number): Promise<string> {
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  await transactWithPrisma(async (tx) => {
    await tx.prisma.member.update({ where: { accountId: id }, data: { passwordHash } });
    await endAccess(tx, id);
  });
  return password;
}

async function endAccess(tx: PrismaTx, accountId: number): Promise<void> {
  const revoked = { where: { accountId, revokedAt: null }, data: { revokedAt: new Date() } };
  await tx.prisma.session.deleteMany({ where: { accountId } });
  await tx.prisma.authorizationCode.deleteMany({ where: { accountId, usedAt: null } });
  await tx.prisma.accessToken.updateMany(revoked);
  await tx.prisma.refreshToken.updateMany(revoked);
}

const select = (which: { handle?: string }) =>
  prisma().account.findMany({
    where: { ...which, host: '', deletedAt: null, member: { isNot: null } },
    include: { member: true },
    orderBy: { id: 'asc' },
  });

function toMember(row: Awaited<ReturnType<typeof select>>[number]): Member {
  return {
    id: Number(row.id),
    name: row.username,
    displayName: row.name,
    role: row.member!.role,
    state: row.member!.state,
    suspendedAt: row.suspendedAt,
    createdAt: row.createdAt,
  };
}
