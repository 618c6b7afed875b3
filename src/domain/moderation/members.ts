/** Members as moderators see them, and their appeals. */
import { prisma, withNumbers } from '../../db/client.ts';
import type { Prisma } from '../../db/generated/client.ts';
import { transact, transactWithPrisma } from '../../db/transaction.ts';
import type { MemberRole } from '../../db/vocabulary.ts';
import { DomainError, invalid, notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { setPasswordByReset } from '../access/credentials.ts';
import { type AccountCard, accountCardSelect, normaliseHandle, toAccountCard } from '../accounts/account.ts';
import { generatePassword, hashPassword } from '../accounts/register.ts';
import { mailMember, notifyOperators } from '../mail/mail.ts';
import { recordAdminAction } from '../roles/admin-log.ts';
import { assignableRoles, authorize, authorizeOn, keepOwner, type Moderator, operator } from '../roles/permissions.ts';
import {
  type Decision,
  decide,
  listDecisions,
  tellMember,
  toDecision,
  undoAll,
  undoDecisionIn,
  withoutPrivateTexts,
} from './decisions.ts';
import { logPrivateAccess } from './reports.ts';

// Reads what moderators need to know about an account: its age, its state, earlier reports and decisions

export interface AccountHistory {
  account: AccountCard;
  role: MemberRole;
  createdAt: Date;
  suspendedAt: Date | null;
  limitedAt: Date | null;
  /** The suspension or limit is that of its server. */
  isByServer: boolean;
  itemCount: number;
  reportsAbout: number;
  openReportsAbout: number;
  reportsMade: number;
  /** Whose invitation was used to sign up. */
  invitedBy: { id: number; username: string } | null;
  invitedMembers: number;
  decisions: Decision[];
}

const memberSelect = {
  select: { role: true, invitedBy: { select: { id: true, username: true } } },
} as const;

/** Throws not_found, also for deleted accounts and for the actor of this server. */
export async function getAccountHistory(id: number): Promise<AccountHistory> {
  const [row, itemCount, reportsAbout, openReportsAbout, reportsMade, invitedMembers, decisions] = await Promise.all([
    prisma().account.findUnique({
      where: { id },
      select: {
        ...accountCardSelect,
        createdAt: true,
        suspendedAt: true,
        limitedAt: true,
        deletedAt: true,
        actorType: true,
        domainBlocked: true,
        domainLimited: true,
        member: memberSelect,
      },
    }),
    prisma().eventable.count({ where: { accountId: id, publication: 'published' } }),
    prisma().report.count({ where: { accountId: id } }),
    prisma().report.count({ where: { accountId: id, resolvedAt: null } }),
    prisma().report.count({ where: { reporterId: id } }),
    prisma().member.count({ where: { invitedById: id } }),
    listDecisions(id),
  ]);
  if (!row || row.deletedAt || row.actorType === 'Application') throw notFound();
  const { createdAt, suspendedAt, limitedAt, domainBlocked, domainLimited, member } = row;
  const inviter = member?.invitedBy;
  return {
    account: toAccountCard(row),
    role: member?.role ?? 'member',
    createdAt,
    suspendedAt,
    limitedAt,
    isByServer: domainBlocked || domainLimited,
    itemCount,
    reportsAbout,
    openReportsAbout,
    reportsMade,
    invitedMembers,
    decisions: decisions.map(withoutPrivateTexts),
    invitedBy: inviter ? withNumbers(inviter) : null,
  };
}

// Lists and manages the members of this server, for its administrators

export interface Member {
  id: number;
  name: string;
  displayName: string;
  email: string | null;
  role: MemberRole;
  state: 'active' | 'disabled';
  suspendedAt: Date | null;
  limitedAt: Date | null;
  createdAt: Date;
}

/** Oldest first, without deleted accounts. */
export function listMembers(): Promise<Member[]> {
  return findMembers({}, { orderBy: { accountId: 'asc' } });
}

/** Finds members whose username begins with `prefix` and whose id is below `before`, newest first. */
export function searchMembers(prefix: string, before: number, limit: number): Promise<Member[]> {
  // Prisma does not escape the wildcards of LIKE.
  const startsWith = normaliseHandle(prefix.trim()).replace(/[\\%_]/g, '\\$&');
  return findMembers(
    { handle: { startsWith } },
    { where: { accountId: { lt: before } }, orderBy: { accountId: 'desc' }, take: limit },
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
  if (member.suspendedAt) throw new DomainError('forbidden', t('errors.account-suspended', { name: member.name }));
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
  moderator: Moderator,
  id: number,
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
    await recordAdminAction(tx, moderator, { action: 'reset-password', subject: account.username });
    return setPasswordByReset(tx, { accountId: id, username: account.username }, passwordHash);
  });
  return { password, passkeys };
}

/**
 * Throws forbidden for a role that the moderator may not give, or take from this member, and conflict when the last
 * owner who is not suspended would lose the role.
 */
export async function setRole(moderator: Moderator, accountId: number, role: MemberRole): Promise<void> {
  const assignable = assignableRoles(moderator.role);
  await transactWithPrisma(async (tx) => {
    const member = await tx.prisma.member.findUnique({ where: { accountId }, include: { account: true } });
    if (!member) throw notFound();
    if (!assignable.includes(role) || !assignable.includes(member.role))
      throw new DomainError('forbidden', t('errors.role-does-not-allow'));
    if (role !== 'owner') await keepOwner(tx, accountId);
    await tx.prisma.member.update({ where: { accountId }, data: { role } });
    const subject = `${member.account.username}: ${role}`;
    await recordAdminAction(tx, moderator, { action: 'set-role', subject });
  });
}

/** Reads members first, whose primary key has the order of the page. */
async function findMembers(
  account: Prisma.AccountWhereInput,
  { where, ...page }: Pick<Prisma.MemberFindManyArgs, 'where' | 'orderBy' | 'take'> = {},
): Promise<Member[]> {
  const rows = await prisma().member.findMany({
    where: { ...where, account: { ...account, deletedAt: null } },
    include: { account: true },
    ...page,
  });
  return rows.map(({ email, role, state, account }) => ({
    id: Number(account.id),
    name: account.username,
    displayName: account.name,
    email,
    role,
    state,
    suspendedAt: account.suspendedAt,
    limitedAt: account.limitedAt,
    createdAt: account.createdAt,
  }));
}

// Lets members appeal once against a decision, and moderators answer

export const maxAppealLength = 2_000;
/** Later appeals are refused. */
const appealPeriodMs = 60 * 86_400_000;

/** Whether the member may still appeal against it. */
export const mayAppeal = ({ notified, appealedAt, undoneAt, createdAt }: Decision): boolean =>
  notified && appealedAt === null && undoneAt === null && Date.now() - createdAt.getTime() < appealPeriodMs;

/**
 * Throws not_found for decisions about others, conflict for a second or late appeal, and validation_failed on `text`.
 */
export async function appeal(accountId: number, decisionId: number, text: string): Promise<void> {
  const words = text.trim();
  if (words === '') throw invalid('text', t('errors.appeal-blank'));
  if (words.length > maxAppealLength) throw invalid('text', t('errors.appeal-too-long', { maxAppealLength }));
  await transactWithPrisma(async (tx) => {
    const found = await tx.prisma.moderationDecision.findUnique({
      where: { id: decisionId, accountId, notified: true },
    });
    if (!found) throw notFound();
    if (!mayAppeal(toDecision(found))) throw new DomainError('conflict', t('errors.appeal-too-late'));
    const { count } = await tx.prisma.moderationDecision.updateMany({
      where: { id: decisionId, appealedAt: null },
      data: { appeal: words, appealedAt: new Date() },
    });
    if (count === 0) throw new DomainError('conflict', t('errors.appealed-before'));
    await notifyOperators(tx, 'new-appeal', {});
  });
}

export interface Appeal {
  decision: Decision;
  account: AccountCard;
  /** The moderator's name; null if the account was deleted or it was the operator. */
  moderator: string | null;
}

const maxAppeals = 100;

/**
 * Open ones with the oldest first, closed ones with the newest first; at most 100. Open ones have the words of private
 * items, and the log says that the moderator read them.
 */
export async function listAppeals(moderator: Moderator, { closed }: { closed: boolean }): Promise<Appeal[]> {
  const rows = await prisma().moderationDecision.findMany({
    where: { appealedAt: { not: null }, appealClosedAt: closed ? { not: null } : null },
    include: { account: { select: accountCardSelect }, moderator: { select: { username: true } } },
    orderBy: closed ? { appealClosedAt: 'desc' } : { appealedAt: 'asc' },
    take: maxAppeals,
  });
  const appeals = rows.map(({ account, moderator: decidedBy, ...decision }) => ({
    decision: closed ? withoutPrivateTexts(toDecision(decision)) : toDecision(decision),
    account: toAccountCard(account),
    moderator: decidedBy?.username ?? null,
  }));
  if (closed) return appeals;
  await transact(async (tx) => {
    for (const { decision } of appeals)
      await logPrivateAccess(tx, moderator, decision.accountId, decision.items, `decision ${decision.id}`);
  });
  return appeals;
}

export const countOpenAppeals = (): Promise<number> =>
  prisma().moderationDecision.count({ where: { appealedAt: { not: null }, appealClosedAt: null } });

interface WaitingCases {
  reports: number;
  appeals: number;
}

/** Counted up to so many: a page shows no larger number. */
const maxWaiting = 100;

/** What waits for a moderator. Both tables are small, since only open cases are counted. */
export async function countWaitingCases(): Promise<WaitingCases> {
  const [reports, appeals] = await Promise.all([
    prisma().report.count({ where: { resolvedAt: null }, take: maxWaiting }),
    countOpenAppeals(),
  ]);
  return { reports, appeals: Math.min(appeals, maxWaiting) };
}

/** Granting it undoes the decision as far as possible. Throws not_found, and conflict if there is no open appeal. */
export async function answerAppeal(
  moderator: Moderator,
  decisionId: number,
  { isGranted, answer }: { isGranted: boolean; answer: string },
): Promise<void> {
  authorize(moderator, 'moderate');
  await transactWithPrisma(async (tx) => {
    const { count } = await tx.prisma.moderationDecision.updateMany({
      where: { id: decisionId, appealedAt: { not: null }, appealClosedAt: null },
      data: { appealClosedAt: new Date(), appealAnswer: answer },
    });
    if (count === 0) throw new DomainError('conflict', t('errors.no-open-appeal'));
    const found = await tx.prisma.moderationDecision.findUniqueOrThrow({
      where: { id: decisionId },
      include: { account: { select: { username: true } } },
    });
    const { accountId, undoneAt } = withNumbers(found);
    const { username } = found.account;
    await mailMember(tx, accountId, 'appeal-answered', { username, isGranted, answer });
    if (isGranted && undoneAt === null) {
      await undoDecisionIn(tx, moderator, decisionId, { isAppeal: true, reason: answer });
      return;
    }
    await tellMember(tx, accountId);
    await recordAdminAction(tx, moderator, {
      action: 'reject-appeal',
      subject: username,
      reason: answer,
      decisionId,
    });
  });
}
