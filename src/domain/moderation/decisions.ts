/** Decisions of moderators and their effects. */
import { prisma, withNumbers } from '../../db/client.ts';
import type { ModerationDecision } from '../../db/generated/client.ts';
import { deleteRemoteItems, lockIris } from '../../db/sql/item-removal.ts';
import { lockItemOfOwner } from '../../db/sql/items.ts';
import {
  limitAccount,
  lockModeratedAccount,
  type ModeratedAccount,
  type ModeratedItem,
  markActionUndone,
  markItemsSensitive,
  resolveReport,
  suspendAccount,
  unlimitAccount,
  unsuspendAccount,
} from '../../db/sql/moderation.ts';
import { deleteModerationNotice, insertModerationNotice } from '../../db/sql/notifications.ts';
import { type PrismaTx, type Tx, transactWithPrisma } from '../../db/transaction.ts';
import type { DecisionAction } from '../../db/vocabulary.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { deleteFiles, enqueue } from '../../jobs/enqueue.ts';
import { DomainError, invalid, notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { idsOf } from '../../lib/lists.ts';
import { isLocal } from '../accounts/account.ts';
import { settleSuspensions } from '../accounts/delete.ts';
import { enqueueActorUpdate } from '../accounts/profile.ts';
import { announceChange, maxReferences } from '../items/announce.ts';
import { deleteItem } from '../items/publish.ts';
import { mailMember } from '../mail/mail.ts';
import { type AdminActionName, recordAdminAction } from '../roles/admin-log.ts';
import { authorize, authorizeOn, keepOwner, type Moderator } from '../roles/permissions.ts';
import { blockDomain, blockRule, type DomainRule, findDomainBlock, unblockDomain } from './domain-rules.ts';
import { isPrivate, lockItemsFor, logPrivateAccess, resolveReportIn } from './reports.ts';

// Applies and undoes what moderators decide, in the transaction of the decision

/** An item as the row of a decision keeps it. */
type DecidedItem = Omit<ModeratedItem, 'readable'>;

type Effect = (tx: PrismaTx, account: ModeratedAccount, items: DecidedItem[]) => Promise<void>;

export const effects: Record<DecisionAction, { apply: Effect; undo: Effect | null }> = {
  warn: { apply: async () => {}, undo: null },
  remove_items: { apply: removeItems, undo: null },
  mark_sensitive: {
    apply: (tx, account, items) => setSensitive(tx, account, items, true),
    undo: (tx, account, items) =>
      setSensitive(
        tx,
        account,
        items.filter(({ sensitive }) => !sensitive),
        false,
      ),
  },
  limit: {
    apply: async (tx, { id }) => void (await limitAccount(tx, id)),
    undo: async (tx, { id }) => void (await unlimitAccount(tx, id)),
  },
  suspend: { apply: suspendAndTell, undo: unsuspendAndTell },
};

/** A local item is deleted as by its author. The copy of a remote item is deleted and not fetched again. */
async function removeItems(tx: PrismaTx, account: ModeratedAccount, items: DecidedItem[]): Promise<void> {
  if (isLocal(account)) {
    for (const { id, type } of items) {
      const [header] = await lockItemOfOwner(tx, account.id, id, type);
      if (header) await deleteItem(tx, header);
    }
    return;
  }
  const iris = items.flatMap(({ iri }) => iri ?? []);
  await lockIris(tx, iris);
  const every = <Value>(value: Value) => iris.map(() => value);
  const [deleted] = await deleteRemoteItems(
    tx,
    iris,
    every(account.id),
    every(account.iri!),
    every<Date | null>(null),
    maxReferences,
    jobs.eraseItem.name,
  );
  await deleteFiles(tx, deleted?.media_keys ?? []);
}

async function setSensitive(
  tx: PrismaTx,
  account: ModeratedAccount,
  items: DecidedItem[],
  sensitive: boolean,
): Promise<void> {
  await markItemsSensitive(tx, idsOf(items), sensitive);
  if (!isLocal(account)) return;
  for (const { id, type } of items) {
    const [header] = await lockItemOfOwner(tx, account.id, id, type);
    if (header) await announceChange(tx, header);
  }
}

/** Other servers learn it of a local account. What a remote account left here is removed by a job. */
async function suspendAndTell(tx: PrismaTx, account: ModeratedAccount): Promise<void> {
  const [changed] = await suspendAccount(tx, account.id);
  await settleSuspensions(tx);
  if (!isLocal(account)) {
    await enqueue(tx, jobs.removeSuspended, { accountId: account.id });
    return;
  }
  await tx.prisma.session.deleteMany({ where: { accountId: account.id } });
  if (changed?.id != null) await enqueueActorUpdate(tx, account.id);
}

async function unsuspendAndTell(tx: PrismaTx, account: ModeratedAccount): Promise<void> {
  const [changed] = await unsuspendAccount(tx, account.id);
  await settleSuspensions(tx);
  if (!changed || !isLocal(account)) return;
  await tx.prisma.session.deleteMany({ where: { accountId: account.id } });
  await enqueueActorUpdate(tx, account.id);
}

// Reads what moderators decided about an account

interface DecidedText extends Pick<DecidedItem, 'id' | 'type'> {
  /** Absent in decisions of earlier versions. */
  visibility?: DecidedItem['visibility'];
  /** Null if it is withheld from moderators. */
  text: string | null;
}

export interface Decision {
  id: number;
  accountId: number;
  action: DecisionAction;
  /** The moderator's reason. */
  text: string;
  /** The items as they were. Removed ones exist only here. */
  items: DecidedText[];
  /** Whether the member can see it. */
  notified: boolean;
  createdAt: Date;
  undoneAt: Date | null;
  appeal: string | null;
  appealedAt: Date | null;
  appealAnswer: string | null;
  appealClosedAt: Date | null;
}

export const maxDecisions = 100;

/** Newest first, at most 100. With `onlyNotified`, those that the member may see. */
export async function listDecisions(
  accountId: number,
  { onlyNotified = false }: { onlyNotified?: boolean } = {},
): Promise<Decision[]> {
  const rows = await prisma().moderationDecision.findMany({
    where: { accountId, ...(onlyNotified && { notified: true }) },
    orderBy: { id: 'desc' },
    take: maxDecisions,
  });
  return rows.map(toDecision);
}

/** What a list shows to moderators: they read private words only where they need them, to answer an appeal. */
export const withoutPrivateTexts = (decision: Decision): Decision => ({
  ...decision,
  items: decision.items.map((item) => (isPrivate(item) ? { ...item, text: null } : item)),
});

export const toDecision = ({ items, ...row }: ModerationDecision): Decision => ({
  ...withNumbers(row),
  items: items as unknown as DecidedText[],
});

// Decides about accounts and their items: the decision, its effect, its log entry and the notice are one transaction

interface NewDecision {
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
 * Returns the decision's id. Throws not_found, forbidden for an account of the same or a higher role, conflict for
 * oneself and the last owner, and validation_failed on `items` if the moderator may read none of them, and on `reason`
 * for a warning without words.
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
    const created = await tx.prisma.moderationDecision.create({
      data: {
        accountId,
        moderatorId: moderator.accountId,
        reportId,
        action,
        text: reason,
        notified,
        items: kept.map(({ readable: _, ...item }) => item),
      },
    });
    const decisionId = Number(created.id);
    await logPrivateAccess(tx, moderator, accountId, kept, `decision ${decisionId}`);
    // The operator may, and can give the role to somebody else.
    if (action === 'suspend' && moderator.accountId !== null) await keepOwner(tx, accountId);
    await effects[action].apply(tx, account, items);
    if (reportId !== null) await resolveReport(tx, reportId);
    if (notified) await tellMember(tx, accountId);
    if (notified && action === 'suspend')
      await mailMember(tx, accountId, 'account-suspended', { username: account.username, reason });
    const entry = { action: logNames[action], subject: nameOf(account), reason, decisionId };
    await recordAdminAction(tx, moderator, entry);
    return decisionId;
  });
}

/**
 * Takes back a decision. Returns the account. Throws not_found, and conflict if it was taken back before or cannot be.
 */
export async function undoDecision(moderator: Moderator, id: number): Promise<number> {
  authorize(moderator, 'moderate');
  return transactWithPrisma((tx) => undoDecisionIn(tx, moderator, id));
}

/** A step of `undoDecision` and of a granted appeal. */
export async function undoDecisionIn(
  tx: PrismaTx,
  moderator: Moderator,
  id: number,
  { isAppeal = false, reason = '' } = {},
): Promise<number> {
  const found = await tx.prisma.moderationDecision.findUnique({ where: { id } });
  if (!found) throw notFound();
  const { action, accountId, undoneAt, notified } = withNumbers(found);
  const account = await lockAccountFor(tx, moderator, accountId);
  const { undo } = effects[action];
  if (undoneAt) throw new DomainError('conflict', t('errors.decision-undone-before'));
  if (!undo && !isAppeal) throw new DomainError('conflict', t('errors.cannot-be-undone'));

  await tx.prisma.moderationDecision.update({ where: { id }, data: { undoneAt: new Date() } });
  // Two decisions can have the same effect, which stays until both are undone.
  const same = { accountId, action, undoneAt: null };
  const isDecidedAgain =
    (action === 'limit' || action === 'suspend') && (await tx.prisma.moderationDecision.count({ where: same })) > 0;
  if (undo && !isDecidedAgain) await undo(tx, account, found.items as unknown as DecidedItem[]);
  if (notified) await tellMember(tx, accountId);
  // The answer to an appeal is a message of its own.
  if (notified && !isAppeal && !isDecidedAgain) await tellOfEnd(tx, account, action);
  const entry = {
    action: 'undo' as const,
    subject: `${logNames[action]} ${nameOf(account)}`,
    reason,
    decisionId: id,
  };
  await recordAdminAction(tx, moderator, entry);
  return accountId;
}

/** Ends all limits or suspensions that were decided about an account. Does nothing if there are none. */
export async function undoAll(moderator: Moderator, accountId: number, action: 'limit' | 'suspend'): Promise<void> {
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
    if (count > 0) {
      await tellMember(tx, accountId);
      await tellOfEnd(tx, account, action);
    }
    await recordAdminAction(tx, moderator, { action: 'undo', subject: `${action} ${nameOf(account)}` });
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

// Makes a rule for the server of a reported account and resolves the report

export const domainMeasures = ['silence-domain', 'reject-media', 'suspend-domain'] as const;
export type DomainMeasure = (typeof domainMeasures)[number];

const measures: Record<DomainMeasure, (rule: DomainRule) => DomainRule> = {
  'silence-domain': (rule) => ({ ...rule, severity: rule.severity === 'suspend' ? 'suspend' : 'silence' }),
  'reject-media': (rule) => ({ ...rule, rejectMedia: true }),
  'suspend-domain': (rule) => ({ ...rule, severity: 'suspend' }),
};

/** Adds the measure to the rule that exists. Throws forbidden, and like `blockDomain`. */
export async function decideOnDomain(
  moderator: Moderator,
  {
    host,
    measure,
    reason,
    reportId,
  }: { host: string; measure: DomainMeasure; reason: string; reportId: number | null },
): Promise<void> {
  authorize(moderator, 'manage-domains');
  const [name = ''] = host.split(':');
  const existing = await findDomainBlock(name);
  const rule = measures[measure](existing ?? { ...blockRule, severity: 'noop' });
  await blockDomain(name, { ...rule, privateComment: reason || rule.privateComment }, async (tx) => {
    if (reportId !== null) await resolveReportIn(tx, reportId);
    const subject = describe(name, rule);
    await recordAdminAction(tx, moderator, { action: 'block-domain', subject, reason });
  });
}

/** The host comes first, because the log undoes the action by it. */
const describe = (host: string, { severity, rejectMedia }: DomainRule) =>
  [host, severity !== 'noop' && severity, rejectMedia && 'pictures rejected'].filter(Boolean).join(', ');

// Takes back an action from the log

/** Throws not_found, forbidden, and conflict for an action that was undone before or cannot be. */
export async function undoAction(moderator: Moderator, id: number): Promise<void> {
  authorize(moderator, 'moderate');
  const found = await prisma().adminAction.findUnique({ where: { id } });
  if (!found) throw notFound();
  const { decisionId, action, subject, undoneAt } = withNumbers(found);
  if (decisionId !== null && action !== 'undo') {
    await undoDecision(moderator, decisionId);
    return;
  }
  if (action !== 'block-domain' || undoneAt) throw new DomainError('conflict', t('errors.cannot-be-undone'));
  authorize(moderator, 'manage-domains');
  const [host = ''] = subject.split(',');
  await unblockDomain(host, async (tx) => {
    await markActionUndone(tx, id);
    await recordAdminAction(tx, moderator, { action: 'unblock-domain', subject: host });
  });
}
