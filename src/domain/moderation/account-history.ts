/** Reads what moderators need to know about an account: its age, its state, earlier reports and decisions. */
import { prisma } from '../../db/client.ts';
import { notFound } from '../../lib/errors.ts';
import type { AccountCard } from '../accounts/account.ts';
import { accountCardSelect, toAccountCard } from '../accounts/account-card.ts';
import type { Role } from '../roles/permissions.ts';
import { type Decision, listDecisions, withoutPrivateTexts } from './decisions.ts';

export interface AccountHistory {
  account: AccountCard;
  role: Role;
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
  const [row, itemCount, reportsAbout, openReportsAbout, reportsMade, invitedMembers, decisions] =
    await Promise.all([
      prisma().account.findUnique({
        where: { id },
        select: {
          ...accountCardSelect,
          ...{ createdAt: true, suspendedAt: true, limitedAt: true, deletedAt: true, actorType: true },
          ...{ domainBlocked: true, domainLimited: true, member: memberSelect },
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
    ...{ createdAt, suspendedAt, limitedAt, isByServer: domainBlocked || domainLimited },
    ...{ itemCount, reportsAbout, openReportsAbout, reportsMade, invitedMembers },
    decisions: decisions.map(withoutPrivateTexts),
    invitedBy: inviter ? { id: Number(inviter.id), username: inviter.username } : null,
  };
}
