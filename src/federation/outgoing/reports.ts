/** Composes a Flag in the name of the instance. */
import { findReport } from '../../db/sql/moderation.ts';
import { db } from '../../db/statement.ts';
import { findAccount } from '../../domain/accounts/account.ts';
import type { FactOf } from '../../jobs/fact.ts';
import { toFlag } from './activities.ts';
import { activityOf, type Composed } from './outgoing.ts';

export async function composeFlag(fact: FactOf<'report.created'>): Promise<Composed> {
  const { accountId, reportId } = fact;
  const [report] = await findReport(db, reportId);
  const author = report && (await findAccount(accountId));
  if (!author) return null;
  return {
    author,
    json: toFlag(
      activityOf(author, fact),
      author,
      [report.account_iri, ...report.eventable_iris],
      report.comment,
    ),
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
