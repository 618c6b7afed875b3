/** Maps each job to its handler. */
import type { Handlers } from '../handler.ts';
import { acceptFollowRequests } from './accept-follow-requests.ts';
import { applyDomainRules } from './apply-domain-rules.ts';
import { applySuspensions } from './apply-suspensions.ts';
import { backfillHome } from './backfill-home.ts';
import { buildExport } from './build-export.ts';
import { deleteFiles } from './delete-files.ts';
import { deleteTrashedItem } from './delete-trashed-item.ts';
import { deliverActivity } from './deliver-activity.ts';
import { drawSharePicture } from './draw-share-picture.ts';
import { endFollowsWithHost } from './end-follows-with-host.ts';
import { eraseAccount } from './erase-account.ts';
import { eraseItem } from './erase-item.ts';
import { fanOutEvent } from './fan-out-event.ts';
import { fetchMedium } from './fetch-medium.ts';
import { followAddress } from './follow-address.ts';
import { loadAccount } from './load-account.ts';
import { loadCollection, loadCollectionItems } from './load-collection.ts';
import { loadFeatured } from './load-featured.ts';
import { loadObject } from './load-object.ts';
import { loadReplies } from './load-replies.ts';
import { moveFollowers } from './move-followers.ts';
import { preparePasswordReset } from './prepare-password-reset.ts';
import { processMedium, processUpload } from './process-medium.ts';
import { prune } from './prune.ts';
import { pruneRemoteItems } from './prune-remote-items.ts';
import { purgeRemoteAccount } from './purge-remote-account.ts';
import { readOutbox } from './read-outbox.ts';
import { receiveActivity } from './receive-activity.ts';
import { refreshAccounts } from './refresh-accounts.ts';
import { refreshBlockLists } from './refresh-block-lists.ts';
import { refreshTrending } from './refresh-trending.ts';
import { removeSuspended } from './remove-suspended.ts';
import { runImport } from './run-import.ts';
import { sendActivity } from './send-activity.ts';
import { sendDigests } from './send-digests.ts';
import { sendMail } from './send-mail.ts';
import { severDomain } from './sever-domain.ts';
import { synchroniseFollowers } from './synchronise-followers.ts';
import { verifyQuote } from './verify-quote.ts';

export const handlers: Handlers = {
  'accept-follow-requests': acceptFollowRequests,
  'apply-domain-rules': applyDomainRules,
  'apply-suspensions': applySuspensions,
  'backfill-home': backfillHome,
  'build-export': buildExport,
  'delete-files': deleteFiles,
  'delete-trashed-item': deleteTrashedItem,
  'deliver-activity': deliverActivity,
  'draw-share-picture': drawSharePicture,
  'end-follows-with-host': endFollowsWithHost,
  'erase-account': eraseAccount,
  'erase-item': eraseItem,
  'fan-out-event': fanOutEvent,
  'fetch-medium': fetchMedium,
  'follow-address': followAddress,
  'purge-remote-account': purgeRemoteAccount,
  'load-account': loadAccount,
  'load-collection': loadCollection,
  'load-collection-items': loadCollectionItems,
  'load-featured': loadFeatured,
  'load-object': loadObject,
  'load-replies': loadReplies,
  'move-followers': moveFollowers,
  'prepare-password-reset': preparePasswordReset,
  'process-medium': processMedium,
  'process-upload': processUpload,
  prune,
  'prune-remote-items': pruneRemoteItems,
  'read-outbox': readOutbox,
  'receive-activity': receiveActivity,
  'refresh-accounts': refreshAccounts,
  'refresh-block-lists': refreshBlockLists,
  'refresh-trending': refreshTrending,
  'remove-suspended': removeSuspended,
  'run-import': runImport,
  'send-activity': sendActivity,
  'send-digests': sendDigests,
  'send-mail': sendMail,
  'sever-domain': severDomain,
  'synchronise-followers': synchroniseFollowers,
  'verify-quote': verifyQuote,
};
