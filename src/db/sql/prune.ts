/** Statements that forget. */
import { statement } from '../statement.ts';

/** A replay older than this is refused by its date already. */
export const pruneInbound = statement<never, []>(
  'prune_inbound',
  `DELETE FROM inbound WHERE handled_at < now() - interval '7 days'`,
);

/** Deliveries are tried for 7 days and go with their activity; what is public stays reachable a while longer. */
export const pruneActivities = statement<never, []>(
  'prune_activities',
  `DELETE FROM activity a WHERE a.created_at < now() - interval '30 days'
   AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.activity_id = a.id AND d.state = 'pending')`,
);

/** Those of our own objects are kept for good. */
export const pruneTombstones = statement<never, []>(
  'prune_tombstones',
  `DELETE FROM tombstone t WHERE t.deleted_at < now() - interval '90 days'
   AND NOT EXISTS (SELECT 1 FROM account a WHERE a.iri = t.actor_iri AND a.host = '')`,
);

/** What has not come by now never does. */
export const pruneRepetitions = statement<never, []>(
  'prune_repetitions',
  `DELETE FROM repetition WHERE ended_by IS NOT NULL AND created_at < now() - interval '90 days'`,
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

/** Used ones stay until they expire: their reuse gives a thief away. */
export const pruneRefreshTokens = statement<never, []>(
  'prune_refresh_tokens',
  `DELETE FROM refresh_token WHERE expires_at < now() - interval '1 day'`,
);

/** A code ties its tokens together as long as there are any; later it only shows that its app is in use. */
export const pruneCodes = statement<never, []>(
  'prune_codes',
  `DELETE FROM authorization_code c WHERE c.expires_at < now() - interval '30 days'
   AND NOT EXISTS (SELECT 1 FROM access_token t WHERE t.code_id = c.id)
   AND NOT EXISTS (SELECT 1 FROM refresh_token t WHERE t.code_id = c.id)`,
);

/** Anybody may register an app; what nobody uses is forgotten. */
export const pruneClients = statement<never, []>(
  'prune_clients',
  `DELETE FROM oauth_client c WHERE c.created_at < now() - interval '30 days'
   AND NOT EXISTS (SELECT 1 FROM authorization_code g WHERE g.client_id = c.id)
   AND NOT EXISTS (SELECT 1 FROM access_token t WHERE t.client_id = c.id)
   AND NOT EXISTS (SELECT 1 FROM refresh_token t WHERE t.client_id = c.id)`,
);

/** Whoever was not answered in this time may ask again. */
export const pruneApplications = statement<never, []>(
  'prune_applications',
  `DELETE FROM application WHERE created_at < now() - interval '90 days'`,
);

export const pruneSessions = statement<never, []>(
  'prune_sessions',
  `DELETE FROM session WHERE expires_at < now()`,
);
