/** Deletes expired rows and files, so that the database of a small machine stays small. */

import { pruneLogins } from '../../db/sql/access/logins.ts';
import { pruneHosts } from '../../db/sql/accounts/stale.ts';
import { pruneRemoteCollections } from '../../db/sql/collections/remote.ts';
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
} from '../../db/sql/instance/prune.ts';
import { pruneMutes } from '../../db/sql/interactions/mutes.ts';
import { pruneMailLinks } from '../../db/sql/mail/links.ts';
import { pruneMail } from '../../db/sql/mail/mail.ts';
import { pruneExports } from '../../db/sql/migration/archive.ts';
import { pruneImports } from '../../db/sql/migration/imports.ts';
import { pruneUploads } from '../../db/sql/migration/uploads.ts';
import { trimHomeTimelines } from '../../db/sql/timelines/home-entries.ts';
import { db } from '../../db/statement.ts';
import { pruneUnrelatedAccounts } from '../accounts/refresh.ts';
import { startPruningRemoteItems } from '../items/prune-remote.ts';
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
    pruneLogins,
    pruneMail,
    pruneMailLinks,
    pruneMutes,
  ]) {
    await forget(db);
  }
  await pruneUnrelatedAccounts();
  await startPruningRemoteItems();
  await pruneMedia();
}
