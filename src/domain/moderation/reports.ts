/** Reports, and what moderators may read for them. */
import { randomUUID } from 'node:crypto';
import { prisma, withNumbers } from '../../db/client.ts';
import type { Prisma } from '../../db/generated/client.ts';
import { selectVisibleIds } from '../../db/sql/items.ts';
import {
  insertPrivateAccess,
  lockModeratedItems,
  type ModeratedItem,
  resolveReport as markReportResolved,
  selectModeratedItems,
} from '../../db/sql/moderation.ts';
import { type PrismaTx, type Tx, transact, transactWithPrisma } from '../../db/transaction.ts';
import type { ReportCategory, Visibility } from '../../db/vocabulary.ts';
import { recordFact } from '../../jobs/enqueue.ts';
import { invalid, notFound } from '../../lib/errors.ts';
import { iris } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import { idsOf } from '../../lib/lists.ts';
import {
  type AccountCard,
  accountCardSelect,
  currentIdOf,
  getAccount,
  isLocal,
  toAccountCard,
  viewerOf,
} from '../accounts/account.ts';
import { ensureInstanceActor } from '../accounts/register.ts';
import { notifyOperators } from '../mail/mail.ts';
import { recordAdminAction } from '../roles/admin-log.ts';
import { type Moderator, operator } from '../roles/permissions.ts';

// Shows items to moderators. Whatever not everybody may read is shown only if the moderator may see it or a report
// names it, and each time the log says so, which the author reads.

export type { ModeratedItem } from '../../db/sql/moderation.ts';

/** Where a moderator reads: words that never change, as the log keeps them. */
type AccessPlace = `report ${number}` | `decision ${number}` | 'account';

interface Wanted {
  accountId: number;
  ids: number[];
  /** The report that opens the items it names to moderators. */
  reportId?: number | null;
}

/** A missing visibility is one that nobody noted. */
export const isPrivate = ({ visibility }: { visibility?: Visibility }): boolean =>
  visibility !== 'public' && visibility !== 'unlisted';

/** Reads published items of an account for a page. Leaves out those that the moderator may not read. */
export async function readModeratedItems(
  moderator: Moderator,
  { accountId, ids, reportId = null }: Wanted,
): Promise<ModeratedItem[]> {
  if (ids.length === 0) return [];
  return transact(async (tx) => {
    const items = await selectModeratedItems(tx, moderator.accountId, null, accountId, ids, reportId);
    await logPrivateAccess(tx, moderator, accountId, items, reportId === null ? 'account' : `report ${reportId}`);
    return items;
  });
}

/** Locks the items that a decision concerns, without those that the moderator may not read. */
export const lockItemsFor = (
  tx: Tx,
  { accountId: moderatorId }: Moderator,
  { accountId, ids, reportId = null }: Wanted,
): Promise<ModeratedItem[]> => lockModeratedItems(tx, moderatorId, null, accountId, ids, reportId);

/** A step. Does nothing for items that everybody may read, and for the author's own. */
export async function logPrivateAccess(
  tx: Tx,
  { accountId }: Moderator,
  ownerId: number,
  items: { id: number; visibility?: Visibility }[],
  place: AccessPlace,
): Promise<void> {
  const ids = items.filter(isPrivate).map(({ id }) => id);
  if (ids.length > 0 && accountId !== ownerId) await insertPrivateAccess(tx, accountId, ownerId, ids, place);
}

/** The operator exports an account at the command line, with everything in it. */
export const logAccountExport = (ownerId: number): Promise<void> =>
  transact((tx) => recordAdminAction(tx, operator, { action: 'export-account', subject: '', ownerId }));

interface PrivateAccess {
  id: number;
  at: Date;
  /** `operator` at the command line. Moderators stay anonymous. */
  by: 'moderator' | 'operator';
  /** All items of the account for an archive that the operator wrote. */
  action: string;
  place: string;
  itemIds: number[];
}

/** Who in the administration read private items of an account, newest first, with ids below `before`. */
export async function listPrivateAccess(
  ownerId: number,
  { before = Number.MAX_SAFE_INTEGER, limit }: { before?: number; limit: number },
): Promise<PrivateAccess[]> {
  const rows = await prisma().adminAction.findMany({
    where: { ownerId, id: { lt: before } },
    select: {
      id: true,
      name: true,
      accountId: true,
      action: true,
      subject: true,
      itemIds: true,
      createdAt: true,
    },
    orderBy: { id: 'desc' },
    take: limit,
  });
  return rows.map(({ name, accountId, subject, createdAt, ...row }) => ({
    ...withNumbers(row),
    at: createdAt,
    place: subject,
    by: accountId === null && name === 'operator' ? 'operator' : 'moderator',
  }));
}

// Stores reports about accounts, made here or on other servers, for the administrators of this one

/** Further reports of the same reporter are dropped. */
const maxOpenReports = 100;
/** Further reports of the accounts of one server are dropped. */
const maxOpenReportsPerHost = 500;

export const reportCategories = ['spam', 'violation', 'legal', 'other'] as const;

interface ReportDraft {
  accountId: number;
  /** Items of the account. */
  eventableIds: number[];
  comment: string;
  category?: ReportCategory;
  /** Whether to send the report to the account's server, without the reporter's name. */
  forward: boolean;
}

/** Throws not_found, and validation_failed for oneself and for items that are not the account's or not visible. */
export async function createReport(reporterId: number, draft: ReportDraft): Promise<void> {
  const { eventableIds, comment, category = 'other', forward } = draft;
  const accountId = await currentIdOf(draft.accountId);
  if (accountId === reporterId) throw invalid('account_id', t('errors.must-be-somebody-else'));
  const instance = await ensureInstanceActor();
  await transactWithPrisma(async (tx) => {
    const account = await getAccount(accountId, tx);
    const visible = await selectVisibleIds(tx, reporterId, null, eventableIds);
    const items = visible.filter((item) => item.account_id === accountId);
    if (items.length !== eventableIds.length) throw invalid('items', t('errors.must-be-items-of-account'));

    const factId = forward && !isLocal(account) ? randomUUID() : null;
    const iri = factId && iris.activity(instance.id, factId);
    const reportId = await insertReport(tx, { reporterId, accountId, eventableIds, comment, category, iri });
    if (reportId === null || !factId) return;
    await recordFact(tx, { fact: 'report.created', id: factId, accountId: instance.id, reportId });
  });
}

/**
 * Stores a `Flag` from another server about a local account and its items. Returns whether it names any. It opens to
 * moderators only items that its sender may read; the actor of a server may read what the server received. A block does
 * not prevent it, because the reported account must not be able to.
 */
export async function receiveReport(
  reporterId: number,
  { iri, reportedIris, comment }: { iri: string; reportedIris: string[]; comment: string },
): Promise<boolean> {
  return transactWithPrisma(async (tx) => {
    const reported = { iri: { in: reportedIris } };
    const accounts = await tx.prisma.account.findMany({ where: { ...reported, host: '' } });
    const items = await tx.prisma.eventable.findMany({ where: { ...reported, account: { host: '' } } });
    const accountId = accounts[0]?.id ?? items[0]?.accountId;
    if (accountId === undefined) return false;

    const ids = items.filter((item) => item.accountId === accountId).map(({ id }) => Number(id));
    const { host, actorType } = await tx.prisma.account.findUniqueOrThrow({ where: { id: reporterId } });
    const viewer = actorType === 'Application' ? { accountId: null, host } : viewerOf(reporterId);
    const readable = await selectVisibleIds(tx, viewer.accountId, viewer.host, ids);
    const eventableIds = idsOf(readable);
    const hiddenIds = ids.filter((id) => !eventableIds.includes(id));
    await insertReport(tx, {
      reporterId,
      accountId: Number(accountId),
      eventableIds,
      hiddenIds,
      comment,
      iri,
    });
    return true;
  });
}

interface NewReport {
  reporterId: number;
  accountId: number;
  eventableIds: number[];
  hiddenIds?: number[];
  comment: string;
  category?: ReportCategory;
  iri: string | null;
}

/** Returns null for a `Flag` that was received before, and for a reporter or a server with too many open reports. */
async function insertReport(tx: PrismaTx, { eventableIds, ...report }: NewReport): Promise<number | null> {
  const { reporterId } = report;
  const open = await tx.prisma.report.count({ where: { reporterId, resolvedAt: null } });
  if (open >= maxOpenReports) return null;
  const { host } = await tx.prisma.account.findUniqueOrThrow({
    where: { id: reporterId },
    select: { host: true },
  });
  const ofHost = host === '' ? 0 : await tx.prisma.report.count({ where: { reporter: { host }, resolvedAt: null } });
  if (ofHost >= maxOpenReportsPerHost) return null;
  const data = { ...report, eventableIds: eventableIds.toSorted((a, b) => a - b) };
  const [created] = await tx.prisma.report.createManyAndReturn({ data, skipDuplicates: true });
  if (created) await notifyOperators(tx, 'new-report', {});
  return created ? Number(created.id) : null;
}

export interface Report {
  id: number;
  account: AccountCard;
  /** Null if the reporter was deleted. Some servers report as their instance actor. */
  reporter: AccountCard | null;
  /** Items that the reporter could read, which moderators may read for this report. */
  eventableIds: number[];
  /** Items that the sender of a `Flag` named without being allowed to read them. */
  hiddenIds: number[];
  comment: string;
  category: ReportCategory;
  /** Its `Flag` was sent to the server of the account, or received. */
  iri: string | null;
  createdAt: Date;
  resolvedAt: Date | null;
}

const withAccounts = {
  account: { select: accountCardSelect },
  reporter: { select: accountCardSelect },
} as const;

/** Throws not_found. */
export async function getReport(id: number): Promise<Report> {
  const row = await prisma().report.findUnique({ where: { id }, include: withAccounts });
  if (!row) throw notFound();
  return toReport(row);
}

/** Other reports about the account, newest first, at most 20. */
export async function listReportsAbout(accountId: number, exceptId = 0): Promise<Report[]> {
  const rows = await prisma().report.findMany({
    where: { accountId, id: { not: exceptId } },
    include: withAccounts,
    orderBy: { id: 'desc' },
    take: 20,
  });
  return rows.map(toReport);
}

const toReport = ({
  account,
  reporter,
  ...row
}: Prisma.ReportGetPayload<{ include: typeof withAccounts }>): Report => ({
  ...withNumbers(row),
  account: toAccountCard(account),
  reporter: reporter && toAccountCard(reporter),
});

/** Newest first, with ids below `before`. */
export async function listReports({
  resolved = false,
  before = Number.MAX_SAFE_INTEGER,
  limit = 20,
}: {
  resolved?: boolean;
  before?: number;
  limit?: number;
} = {}): Promise<Report[]> {
  const rows = await prisma().report.findMany({
    where: { resolvedAt: resolved ? { not: null } : null, id: { lt: before } },
    include: withAccounts,
    orderBy: { id: 'desc' },
    take: limit,
  });
  return rows.map(toReport);
}

/** Keeps the time of the first resolution. Throws not_found. */
export const resolveReport = (moderator: Moderator, id: number, reason = ''): Promise<void> =>
  transact(async (tx) => {
    await resolveReportIn(tx, id);
    await recordAdminAction(tx, moderator, { action: 'resolve-report', subject: String(id), reason });
  });

/** The step of `resolveReport`. */
export async function resolveReportIn(tx: Tx, id: number): Promise<void> {
  const [resolved] = await markReportResolved(tx, id);
  if (!resolved) throw notFound();
}
