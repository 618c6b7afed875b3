/** Lists and manages the members of this server, for its administrators. */
import { prisma } from '../../db/client.ts';
import type { Prisma } from '../../db/generated/client.ts';
import { lockAdmins } from '../../db/sql/moderation/members.ts';
import { transactWithPrisma } from '../../db/transaction.ts';
import { DomainError } from '../../lib/errors.ts';
import { endAllAccess } from '../access/credentials.ts';
import { normaliseHandle } from '../accounts/account.ts';
import { enqueueActorUpdate } from '../accounts/enqueue-actor-update.ts';
import { generatePassword, hashPassword } from '../accounts/password.ts';

export interface Member {
  id: number;
  name: string;
  displayName: string;
  email: string | null;
  role: 'member' | 'admin';
  state: 'active' | 'disabled';
  suspendedAt: Date | null;
  createdAt: Date;
}

/** Oldest first, without deleted accounts. */
export function listMembers(): Promise<Member[]> {
  return findMembers({}, { orderBy: { id: 'asc' } });
}

/** Finds members whose username begins with `prefix` and whose id is below `before`, newest first. */
export function searchMembers(prefix: string, before: number, limit: number): Promise<Member[]> {
  // Prisma does not escape the wildcards of LIKE.
  const startsWith = normaliseHandle(prefix.trim()).replace(/[\\%_]/g, '\\$&');
  return findMembers(
    { handle: { startsWith }, id: { lt: before } },
    { orderBy: { id: 'desc' }, take: limit },
  );
}

/** Accepts the name in any case, with or without the local host. Throws not_found, also for the instance actor. */
export async function getMember(name: string): Promise<Member> {
  const [member] = await findMembers({ handle: normaliseHandle(name) });
  if (!member) throw new DomainError('not_found', `there is no account ${name} on this server`);
  return member;
}

/** Throws not_found, and forbidden for a suspended or disabled member. */
export async function getActiveMember(name: string): Promise<Member> {
  const member = await getMember(name);
  if (member.suspendedAt) throw new DomainError('forbidden', `the account ${member.name} is suspended`);
  if (member.state !== 'active')
    throw new DomainError('forbidden', `the account ${member.name} is ${member.state}`);
  return member;
}

/**
 * Hides the account and its posts, refuses its tokens, ends its sessions and informs other servers.
 * Suspending twice changes nothing. Returns the time of the first suspension.
 */
export async function suspend(id: number): Promise<Date> {
  return transactWithPrisma(async (tx) => {
    const suspendedAt = new Date();
    const { count } = await tx.prisma.account.updateMany({
      where: { id, suspendedAt: null },
      data: { suspendedAt, updatedAt: suspendedAt },
    });
    await tx.prisma.session.deleteMany({ where: { accountId: id } });
    if (count > 0) await enqueueActorUpdate(tx, id);
    const account = await tx.prisma.account.findUniqueOrThrow({
      where: { id },
      select: { suspendedAt: true },
    });
    return account.suspendedAt ?? suspendedAt;
  });
}

/** Does nothing if the account is not suspended. */
export async function unsuspend(id: number): Promise<void> {
  await transactWithPrisma(async (tx) => {
    const { count } = await tx.prisma.account.updateMany({
      where: { id, suspendedAt: { not: null } },
      data: { suspendedAt: null, updatedAt: new Date() },
    });
    if (count > 0) await enqueueActorUpdate(tx, id);
  });
}

/** Sets a generated password and returns it. Ends all sessions and revokes all tokens. */
export async function resetPassword(id: number): Promise<string> {
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  await transactWithPrisma(async (tx) => {
    await tx.prisma.member.update({ where: { accountId: id }, data: { passwordHash } });
    await endAllAccess(tx, id);
  });
  return password;
}

/** Throws conflict when the last administrator would lose the role. */
export async function setRole(accountId: number, role: 'member' | 'admin'): Promise<void> {
  await transactWithPrisma(async (tx) => {
    const admins = await lockAdmins(tx);
    const isAdminLeft = role === 'admin' || admins.some((admin) => admin.account_id !== accountId);
    const { count } = isAdminLeft
      ? await tx.prisma.member.updateMany({ where: { accountId }, data: { role } })
      : { count: 0 };
    if (count === 0) throw new DomainError('conflict', 'this server needs at least one administrator');
  });
}

async function findMembers(
  where: Prisma.AccountWhereInput,
  page: Pick<Prisma.AccountFindManyArgs, 'orderBy' | 'take'> = {},
): Promise<Member[]> {
  const rows = await prisma().account.findMany({
    where: { ...where, host: '', deletedAt: null, member: { isNot: null } },
    include: { member: true },
    ...page,
  });
  return rows.map(({ id, username, name, member, suspendedAt, createdAt }) => {
    const { email, role, state } = member!;
    return { id: Number(id), name: username, displayName: name, email, role, state, suspendedAt, createdAt };
  });
}
