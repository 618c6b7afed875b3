/** Tells another server what is complained of, in the name of this one. */
import { findReport } from '../../db/sql/reports.ts';
import { db } from '../../db/statement.ts';
import { findAccount } from '../../domain/accounts/account.ts';
import { toFlag } from '../activities.ts';
import type { Composed, Happened } from './outgoing.ts';

export async function composeFlag({ activity, accountId, reportId }: Happened<'Flag'>): Promise<Composed> {
  const [report] = await findReport(db, reportId);
  const author = report && (await findAccount(accountId));
  if (!author) return null;
  return {
    author,
    json: toFlag(activity, author, [report.account_iri, ...report.eventable_iris], report.comment),
    objectIri: report.account_iri,
    isPublic: false,
    recipients: {
      toFollowers: false,
      addressedIds: [report.account_id],
      formerly: null,
      personally: true,
    },
  };
}
