/** Complaints about accounts, made here or on other servers: for those who govern this one, never for the reported. */
import { randomUUID } from 'node:crypto';
import { nest } from '../db/nest.ts';
import { selectVisibleIds } from '../db/sql/eventables.ts';
import {
  insertReport,
  listReports as list,
  resolveReport as resolve,
  selectReported,
} from '../db/sql/reports.ts';
import { db } from '../db/statement.ts';
import { transact } from '../db/transaction.ts';
import { jobs } from '../jobs/catalogue.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { invalid, notFound } from '../lib/errors.ts';
import { iris } from '../lib/iris.ts';
import { type AccountCard, getAccount, isLocal } from './accounts/account.ts';
import { ensureInstanceActor } from './accounts/register.ts';

/** Open reports of one reporter; more say nothing new. */
const most = 100;

export interface ReportDraft {
  accountId: number;
  /** Items of the account. */
  eventableIds: number[];
  comment: string;
  /** To the server of the account, without the reporter's name. */
  forward: boolean;
}

/** Throws not_found, validation_failed for oneself and for items that are not the account's or not to be seen. */
export async function report(reporterId: number, draft: ReportDraft): Promise<void> {
  const { accountId, eventableIds, comment, forward } = draft;
  if (accountId === reporterId) throw invalid('account_id', 'must be somebody else');
  const instance = await ensureInstanceActor();
  await transact(async (tx) => {
    const account = await getAccount(accountId, tx);
    const seen = await selectVisibleIds(tx, reporterId, null, eventableIds);
    const theirs = seen.filter((item) => item.account_id === accountId);
    if (theirs.length !== eventableIds.length) throw invalid('items', 'must be items of the account');

    const activity = forward && !isLocal(account) ? iris.activity(instance.id, randomUUID()) : null;
    const [made] = await insertReport(tx, reporterId, accountId, eventableIds, comment, activity, most);
    if (!made || !activity) return;
    await enqueue(tx, jobs.sendActivity, {
      verb: 'Flag',
      activity,
      accountId: instance.id,
      reportId: made.id,
    });
  });
}

/**
 * A Flag from elsewhere, about an account of ours and its items. A block does not stand in its way: whoever is reported
 * must not be able to prevent that. Answers whether anybody here is meant.
 */
export async function receiveReport(
  reporterId: number,
  { iri, reportedIris, comment }: { iri: string; reportedIris: string[]; comment: string },
): Promise<boolean> {
  const named = (await selectReported(db, reportedIris)).filter(isLocal);
  const account = named.find(({ eventable_id }) => eventable_id === null) ?? named[0];
  if (!account) return false;

  const ids = named.flatMap(({ eventable_id }) => eventable_id ?? []);
  await insertReport(db, reporterId, account.account_id, ids, comment, iri, most);
  return true;
}

export interface Report {
  id: number;
  account: AccountCard;
  /** Whose account is gone is not known any more; of another server it may be the server itself. */
  reporter: AccountCard | null;
  eventableIds: number[];
  comment: string;
  createdAt: Date;
  resolvedAt: Date | null;
}

/** Newest first. */
export async function listReports({
  resolved = false,
  before = Number.MAX_SAFE_INTEGER,
  limit = 20,
}: {
  resolved?: boolean;
  before?: number;
  limit?: number;
} = {}): Promise<Report[]> {
  type Row = Report & { reporter: { id: number | null } };
  const rows = nest<Row>(await list(db, resolved, before, limit));
  return rows.map((row) => ({ ...row, reporter: row.reporter.id === null ? null : row.reporter }));
}

/** Twice is once. Throws not_found. */
export async function resolveReport(id: number): Promise<void> {
  const found = await transact((tx) => resolve(tx, id));
  if (found.length === 0) throw notFound();
}
