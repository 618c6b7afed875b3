/** Deletes expired rows and files, so that the database of a small machine stays small. */
import { pruneHosts } from '../../db/sql/accounts.ts';
import { pruneExports } from '../../db/sql/archive.ts';
import { pruneMutes } from '../../db/sql/blocks.ts';
import { pruneRemoteCollections } from '../../db/sql/followed-collections.ts';
import { pruneImports, pruneUploads } from '../../db/sql/imports.ts';
import {
  pruneActivities,
  pruneApplications,
  pruneClients,
  pruneCodes,
  pruneInbound,
  pruneKeyValues,
  pruneRefreshTokens,
  pruneReplies,
  pruneSessions,
  pruneSources,
  pruneTokens,
  pruneTombstones,
} from '../../db/sql/instance.ts';
import { pruneInvitations, pruneLogins } from '../../db/sql/log-in.ts';
import { pruneMail, pruneMailLinks } from '../../db/sql/mail.ts';
import { trimHomeTimelines } from '../../db/sql/timelines.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { log } from '../../lib/log.ts';
import { settleSuspensions } from '../accounts/delete.ts';
import { pruneUnrelatedAccounts } from '../accounts/remote.ts';
import { startPruningRemoteItems } from '../items/delete.ts';
import { pruneMedia } from '../media/prune.ts';

export async function prune(): Promise<void> {
  for (const forget of [
    trimHomeTimelines,
    pruneInbound,
    pruneActivities,
    pruneTombstones,
    pruneSources,
    pruneKeyValues,
    pruneReplies,
    pruneTokens,
    pruneRefreshTokens,
    pruneCodes,
    pruneClients,
    pruneSessions,
    pruneApplications,
    pruneHosts,
    pruneRemoteCollections,
    pruneImports,
    pruneUploads,
    pruneExports,
    pruneInvitations,
    pruneLogins,
    pruneMail,
    pruneMailLinks,
    pruneMutes,
  ]) {
    await attempt(() => forget(db));
  }
  await attempt(pruneUnrelatedAccounts);
  await attempt(startPruningRemoteItems);
  await attempt(pruneMedia);
  // Nothing is left to do, unless a process of an older version suspended an account.
  await transact(settleSuspensions);
}

/** What cannot be pruned, for example because there is too much of it, keeps nothing else from being pruned. */
async function attempt(task: () => Promise<unknown>): Promise<void> {
  await task().catch((error: Error) => log.warn({ task: task.name, error: error.message }, 'pruning failed'));
}
