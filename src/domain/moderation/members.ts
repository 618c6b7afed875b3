/** Lists and manages the members of this server, for its administrators. */
import { prisma } from '../../db/client.ts';
import type { Prisma } from '../../db/generated/client.ts';
import { lockOwners } from '../../db/sql/moderation.ts';
import { transactWithPrisma } from '../../db/transaction.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { setPasswordByReset } from '../access/credentials.ts';
import { normaliseHandle } from '../accounts/account.ts';
import { generatePassword, hashPassword } from '../accounts/password.ts';
import {
  assignableRoles,
  authorize,
  authorizeOn,
  type Moderator,
  operator,
  type Role,
} from '../roles/permissions.ts';
import { recordAdminAction } from './admin-log.ts';
import { decide, undoAll } from './decide.ts';

export interface Member {
  id: number;
  name: string;
  displayName: string;
  email: string | null;
  role: Role;
  state: 'active' | 'disabled';
  suspendedAt: Date | null;
  limitedAt: Date | null;
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
  if (!member) throw new DomainError('not_found', t('errors.no-such-account-here', { name }));
  return member;
}

/** Throws not_found, and forbidden for a suspended or disabled member. */
export async function getActiveMember(name: string): Promise<Member> {
  const member = await getMember(name);
  if (member.suspendedAt)
    throw new DomainError('forbidden', t('errors.account-suspended', { name: member.name }));
  if (member.state !== 'active')
    throw new DomainError('forbidden', t('errors.account-disabled', { name: member.name }));
  return member;
}

/**
 * Hides the account and its posts, refuses its tokens, ends its sessions and informs other servers, as the operator.
 * Suspending twice changes nothing. Returns the time of the first suspension.
 */
export async function suspend(id: number): Promise<Date> {
  const find = () => prisma().account.findUniqueOrThrow({ where: { id }, select: { suspendedAt: true } });
  const before = await find();
  if (before.suspendedAt) return before.suspendedAt;
  await decide(operator, { accountId: id, action: 'suspend' });
  return (await find()).suspendedAt!;
}

/** Does nothing if the account is not suspended. */
export const unsuspend = (id: number): Promise<void> => undoAll(operator, id, 'suspend');

/**
 * Sets a generated password and returns it. Ends all sessions, revokes all tokens and removes passkeys. Throws like
 * `authorizeOn`.
 */
export async function resetPassword(
  id: number,
  moderator: Moderator = operator,
): Promise<{ password: string; passkeys: string[] }> {
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  authorize(moderator, 'manage-members');
  const passkeys = await transactWithPrisma(async (tx) => {
    const { role, account } = await tx.prisma.member.findUniqueOrThrow({
      where: { accountId: id },
      include: { account: { select: { username: true } } },
    });
    if (moderator.accountId !== id) authorizeOn(moderator, { id, role });
    return setPasswordByReset(tx, { accountId: id, username: account.username }, passwordHash);
  });
  return { password, passkeys };
}

/**
 * Throws forbidden for a role that the moderator may not give, or take from this member, and conflict when the last owner would
 * lose the role.
 */
export async function setRole(moderator: Moderator, accountId: number, role: Role): Promise<void> {
  const assignable = assignableRoles(moderator.role);
  await transactWithPrisma(async (tx) => {
    const owners = await lockOwners(tx);
    const member = await tx.prisma.member.findUnique({ where: { accountId }, include: { account: true } });
    if (!member) throw notFound();
    if (!assignable.includes(role) || !assignable.includes(member.role))
      throw new DomainError('forbidden', t('errors.role-does-not-allow'));
    if (role !== 'owner' && owners.length > 0 && owners.every((owner) => owner.account_id === accountId))
      throw new DomainError('conflict', t('errors.last-owner'));
    await tx.prisma.member.update({ where: { accountId }, data: { role } });
    const subject = `${member.account.username}: ${role}`;
    await recordAdminAction(tx, moderator, { action: 'set-role', subject });
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
  return rows.map(({ id, username, name, member, suspendedAt, limitedAt, createdAt }) => {
    const { email, role, state } = member!;
    return {
      ...{ id: Number(id), name: username, displayName: name, email, role, state },
      ...{ suspendedAt, limitedAt, createdAt },
    };
  });
}
