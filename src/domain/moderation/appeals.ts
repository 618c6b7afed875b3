/** Lets members appeal once against a decision, and moderators answer. */
import { prisma } from '../../db/client.ts';
import { transact, transactWithPrisma } from '../../db/transaction.ts';
import { DomainError, invalid, notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import type { AccountCard } from '../accounts/account.ts';
import { accountCardSelect, toAccountCard } from '../accounts/account-card.ts';
import { mailMember, notifyOperators } from '../mail/mail.ts';
import { authorize, type Moderator } from '../roles/permissions.ts';
import { recordAdminAction } from './admin-log.ts';
import { tellMember, undoDecisionIn } from './decide.ts';
import { type Decision, toDecision, withoutPrivateTexts } from './decisions.ts';
import { logPrivateAccess } from './private-access.ts';

export const maxAppealLength = 2_000;
/** Later appeals are refused. */
const appealPeriodMs = 60 * 86_400_000;

/** Whether the member may still appeal against it. */
export const mayAppeal = ({ notified, appealedAt, undoneAt, createdAt }: Decision): boolean =>
  notified && appealedAt === null && undoneAt === null && Date.now() - createdAt.getTime() < appealPeriodMs;

/** Throws not_found for decisions about others, conflict for a second or late appeal, and validation_failed on `text`. */
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
 * Open ones with the oldest first, closed ones with the newest first; at most 100. Open ones have the words of private items,
 * and the log says that the moderator read them.
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
    const { accountId, undoneAt, account } = await tx.prisma.moderationDecision.findUniqueOrThrow({
      where: { id: decisionId },
      include: { account: { select: { username: true } } },
    });
    const { username } = account;
    await mailMember(tx, Number(accountId), 'appeal-answered', { username, isGranted, answer });
    if (isGranted && undoneAt === null) {
      await undoDecisionIn(tx, moderator, decisionId, answer, { isAppeal: true });
      return;
    }
    await tellMember(tx, Number(accountId));
    await recordAdminAction(tx, moderator, {
      action: 'reject-appeal',
      subject: username,
      reason: answer,
      decisionId,
    });
  });
}
