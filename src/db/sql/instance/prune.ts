/** Deletes expired rows. */
import { statement } from '../../statement.ts';

/** Older replays are refused because of their date. */
export const pruneInbound = statement<never, []>(
  'prune_inbound',
  `DELETE FROM inbound WHERE handled_at < now() - interval '7 days'`,
);

/** Deliveries are retried for 7 days; public activities stay reachable for a while after that. */
export const pruneActivities = statement<never, []>(
  'prune_activities',
  `DELETE FROM activity a WHERE a.created_at < now() - interval '30 days'
   AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.activity_id = a.id AND d.state = 'pending')`,
);

/** Tombstones of local objects are kept forever. */
export const pruneTombstones = statement<never, []>(
  'prune_tombstones',
  `DELETE FROM tombstone t WHERE t.deleted_at < now() - interval '90 days'
   AND NOT EXISTS (SELECT 1 FROM account a WHERE a.iri = t.actor_iri AND a.host = '')`,
);

/** An activity that was not received within 90 days of its Undo never is. Those of local accounts stay for good. */
export const pruneSources = statement<never, []>(
  'prune_sources',
  `DELETE FROM source_activity s WHERE coalesce(s.undone_at, s.received_at) < now() - interval '90 days'
   AND s.received_at < now() - interval '90 days'
   AND (s.undone_at IS NOT NULL OR s.ended_by IS NOT NULL)
   AND NOT EXISTS (SELECT 1 FROM account a WHERE a.id = s.account_id AND a.host = '')`,
);

export const pruneKeyValues = statement<never, []>(
  'prune_key_values',
  `DELETE FROM key_value WHERE expires_at < now()`,
);

export const pruneReplies = statement<never, []>(
  'prune_replies',
  `DELETE FROM idempotent_reply WHERE created_at < now() - interval '24 hours'`,
);

export const pruneTokens = statement<never, []>(
  'prune_tokens',
  `DELETE FROM access_token WHERE coalesce(revoked_at, expires_at) < now() - interval '1 day'`,
);

/** Used tokens are kept until they expire, because their reuse reveals a theft. */
export const pruneRefreshTokens = statement<never, []>(
  'prune_refresh_tokens',
  `DELETE FROM refresh_token WHERE expires_at < now() - interval '1 day'`,
);

/** A code is kept while tokens descend from it, and for 30 days as a sign that its app is in use. */
export const pruneCodes = statement<never, []>(
  'prune_codes',
  `DELETE FROM authorization_code c WHERE c.expires_at < now() - interval '30 days'
   AND NOT EXISTS (SELECT 1 FROM access_token t WHERE t.code_id = c.id)
   AND NOT EXISTS (SELECT 1 FROM refresh_token t WHERE t.code_id = c.id)`,
);

/** Anybody can register an app, so unused ones are deleted. */
export const pruneClients = statement<never, []>(
  'prune_clients',
  `DELETE FROM oauth_client c WHERE c.created_at < now() - interval '30 days'
   AND NOT EXISTS (SELECT 1 FROM authorization_code g WHERE g.client_id = c.id)
   AND NOT EXISTS (SELECT 1 FROM access_token t WHERE t.client_id = c.id)
   AND NOT EXISTS (SELECT 1 FROM refresh_token t WHERE t.client_id = c.id)`,
);

/** Applicants who got no answer, or did not confirm their address, in this time can apply again. */
export const pruneApplications = statement<never, []>(
  'prune_applications',
  `DELETE FROM application WHERE created_at < now() - interval '90 days'
   OR (awaits_confirmation AND created_at < now() - interval '2 days')`,
);

export const pruneSessions = statement<never, []>(
  'prune_sessions',
  `DELETE FROM session WHERE expires_at < now()`,
);
