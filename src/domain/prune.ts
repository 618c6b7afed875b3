/** Forgets what is past its time, so that a small machine stays small. */
import { trimHomes } from '../db/sql/events.ts';
import { pruneImports } from '../db/sql/imports.ts';
import { pruneExports } from '../db/sql/moving.ts';
import {
  pruneActivities,
  pruneApplications,
  pruneClients,
  pruneCodes,
  pruneInbound,
  pruneKeyValues,
  pruneRefreshTokens,
  pruneRepetitions,
  pruneReplies,
  pruneSessions,
  pruneTokens,
  pruneTombstones,
} from '../db/sql/prune.ts';
import { pruneHosts } from '../db/sql/stale-accounts.ts';
import { db } from '../db/statement.ts';
import { forgetStrangers } from './accounts/refresh.ts';
import { forgetMedia } from './media/forget.ts';

export async function prune(): Promise<void> {
  for (const forget of [
    trimHomes,
    pruneInbound,
    pruneActivities,
    pruneTombstones,
    pruneRepetitions,
    pruneKeyValues,
    pruneReplies,
    pruneTokens,
    pruneRefreshTokens,
    pruneCodes,
    pruneClients,
    pruneSessions,
    pruneApplications,
    pruneHosts,
    pruneImports,
    pruneExports,
  ]) {
    await forget(db);
  }
  await forgetStrangers();
  await forgetMedia();
}
