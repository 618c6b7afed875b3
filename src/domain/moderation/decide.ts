/** Decides about accounts and their items: the decision, its effect, its log entry and the notice are one transaction. */
import { lockModeratedAccount, type ModeratedAccount, resolveReport } from '../../db/sql/moderation.ts';
import { deleteModerationNotice, insertModerationNotice } from '../../db/sql/notifications.ts';
import { type PrismaTx, type Tx, transactWithPrisma } from '../../db/transaction.ts';
import { DomainError, invalid, notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { isLocal } from '../accounts/account.ts';
import { mailMember } from '../mail/mail.ts';
import { authorize, authorizeOn, type Moderator } from '../roles/permissions.ts';
import { type AdminActionName, recordAdminAction } from './admin-log.ts';
import { type DecidedItem, type DecisionAction, effects } from './effects.ts';
import { lockItemsFor, logPrivateAccess } from './private-access.ts';

export interface NewDecision {
  accountId: number;
  action: DecisionAction;
  /** The items to remove or to mark. */
  itemIds?: number[];
  /** Kept in the log. The member reads it too if `notify` is set. */
  reason?: string;
  /** Whether a local member learns of it and may appeal. */
  notify?: boolean;
  /** The report that the decision answers; it is resolved. */
  reportId?: number | null;
}

const logNames: Record<DecisionAction, AdminActionName> = {
  warn: 'warn',
  remove_items: 'remove-items',
  mark_sensitive: 'mark-sensitive',
  limit: 'limit',
  suspend: 'suspend',
};

/**
 * Returns the decision's id. Throws not_found, forbidden for an account of the same or a higher role, conflict for oneself, and
 * validation_failed on `items` if the moderator may read none of them, and on `reason` for a warning without words.
 */
export async function decide(moderator: Moderator, decision: NewDecision): Promise<number> {
  authorize(moderator, 'moderate');
  const { accountId, action, itemIds = [], reason = '', notify = true, reportId = null } = decision;
  return transactWithPrisma(async (tx) => {
    const account = await lockAccountFor(tx, moderator, accountId);
    const items = await lockItemsFor(tx, moderator, { accountId, ids: itemIds, reportId });
    const isAboutItems = action === 'remove_items' || action === 'mark_sensitive';
    if (isAboutItems && items.length === 0) throw invalid('items', t('errors.decision-without-posts'));
    if (action === 'warn' && reason === '') throw invalid('reason', t('errors.warning-blank'));

    const notified = notify && isLocal(account);
    const kept = isAboutItems || reportId !== null ? items : [];
    const { id } = await tx.prisma.moderationDecision.create({
      data: {
        ...{ accountId, moderatorId: moderator.accountId, reportId, action, text: reason, notified },
        items: kept.map(({ readable: _, ...item }) => item),
      },
    });
    await logPrivateAccess(tx, moderator, accountId, kept, `decision ${Number(id)}`);
    await effects[action].apply(tx, account, items);
    if (reportId !== null) await resolveReport(tx, reportId);
    if (notified) await tellMember(tx, accountId);
    if (notified && action === 'suspend')
      await mailMember(tx, accountId, 'account-suspended', { username: account.username, reason });
    const entry = { action: logNames[action], subject: nameOf(account), reason, decisionId: Number(id) };
    await recordAdminAction(tx, moderator, entry);
    return Number(id);
  });
}

/** Takes back a decision. Returns the account. Throws not_found, and conflict if it was taken back before or cannot be. */
export async function undoDecision(moderator: Moderator, id: number, reason = ''): Promise<number> {
  authorize(moderator, 'moderate');
  return transactWithPrisma((tx) => undoDecisionIn(tx, moderator, id, reason));
}

/** A step of `undoDecision` and of a granted appeal. */
export async function undoDecisionIn(
  tx: PrismaTx,
  moderator: Moderator,
  id: number,
  reason: string,
  { isAppeal = false } = {},
): Promise<number> {
  const found = await tx.prisma.moderationDecision.findUnique({ where: { id } });
  if (!found) throw notFound();
  const { action, accountId, undoneAt, notified } = found;
  const account = await lockAccountFor(tx, moderator, Number(accountId));
  const { undo } = effects[action];
  if (undoneAt) throw new DomainError('conflict', t('errors.decision-undone-before'));
  if (!undo && !isAppeal) throw new DomainError('conflict', t('errors.cannot-be-undone'));

  await tx.prisma.moderationDecision.update({ where: { id }, data: { undoneAt: new Date() } });
  // Two decisions can have the same effect, which stays until both are undone.
  const same = { accountId, action, undoneAt: null };
  const isDecidedAgain =
    (action === 'limit' || action === 'suspend') &&
    (await tx.prisma.moderationDecision.count({ where: same })) > 0;
  if (undo && !isDecidedAgain) await undo(tx, account, found.items as unknown as DecidedItem[]);
  if (notified) await tellMember(tx, Number(accountId));
  // The answer to an appeal is a message of its own.
  if (notified && !isAppeal && !isDecidedAgain) await tellOfEnd(tx, account, action);
  const entry = {
    action: 'undo' as const,
    subject: `${logNames[action]} ${nameOf(account)}`,
    reason,
    decisionId: id,
  };
  await recordAdminAction(tx, moderator, entry);
  return Number(accountId);
}

/** Ends all limits or suspensions that were decided about an account. Does nothing if there are none. */
export async function undoAll(
  moderator: Moderator,
  accountId: number,
  action: 'limit' | 'suspend',
  reason = '',
): Promise<void> {
  authorize(moderator, 'moderate');
  await transactWithPrisma(async (tx) => {
    const account = await lockAccountFor(tx, moderator, accountId);
    const data = { undoneAt: new Date() };
    const { count } = await tx.prisma.moderationDecision.updateMany({
      where: { accountId, action, undoneAt: null, notified: true },
      data,
    });
    await tx.prisma.moderationDecision.updateMany({ where: { accountId, action, undoneAt: null }, data });
    await effects[action].undo!(tx, account, []);
    if (count > 0) await tellMember(tx, accountId);
    if (count > 0) await tellOfEnd(tx, account, action);
    await recordAdminAction(tx, moderator, {
      action: 'undo',
      subject: `${action} ${nameOf(account)}`,
      reason,
    });
  });
}

async function lockAccountFor(tx: Tx, moderator: Moderator, accountId: number): Promise<ModeratedAccount> {
  const [account] = await lockModeratedAccount(tx, accountId);
  if (!account) throw notFound();
  authorizeOn(moderator, account);
  return account;
}

/** Shows the member one notification, which links to the decisions. */
export async function tellMember(tx: Tx, accountId: number): Promise<void> {
  await deleteModerationNotice(tx, accountId);
  await insertModerationNotice(tx, accountId);
}

/** A suspended member reads no notifications. */
async function tellOfEnd(tx: Tx, { id, username }: ModeratedAccount, action: DecisionAction): Promise<void> {
  if (action === 'suspend') await mailMember(tx, id, 'suspension-ended', { username });
}

const nameOf = ({ username, host }: ModeratedAccount): string => (host ? `${username}@${host}` : username);
