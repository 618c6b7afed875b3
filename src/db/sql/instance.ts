/** Statements on the server as a whole: settings, statistics, storage, hosts and pruning. */
import { type RowOf, statement } from '../statement.ts';
import { cancelledError } from './deliveries.ts';
import { isBlockedHost } from './federation.ts';
import { countJobsWhere, enqueueInSql } from './jobs.ts';

// Reads and writes settings. Every start and every page read some, so they do not load Prisma.

export const selectSetting = statement('select_setting', ['key'], 'SELECT value FROM setting WHERE key = $1');

export const upsertSetting = statement(
  'upsert_setting',
  ['key', 'value'],
  `INSERT INTO setting (key, value) VALUES ($1, $2::jsonb)
   ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
);

/** Merges `changes` into the stored object in one statement, so that concurrent changes of other keys are kept. */
export const mergeSetting = statement(
  'merge_setting',
  ['key', 'changes'],
  `INSERT INTO setting (key, value) VALUES ($1, $2::jsonb)
   ON CONFLICT (key) DO UPDATE SET value = setting.value || excluded.value`,
);

/** The logo and the cover of the instance are the pictures of its actor. */
export const selectInstancePictures = statement(
  'select_instance_pictures',
  ['handle'],
  'SELECT avatar_key AS "logoKey", header_key AS "coverKey" FROM account WHERE handle = $1',
);

// Moves all local IRIs to another origin, while no other server knows them

export const selectHasRemoteAccounts = statement(
  'select_has_remote_accounts',
  [],
  `SELECT EXISTS (SELECT 1 FROM account WHERE host <> '') AS has_remote`,
  { notNull: ['has_remote'] },
);

/** Whether the web process or the worker of a server is connected, which this process is not yet. */
export const selectIsServed = statement(
  'select_is_served',
  [],
  `SELECT EXISTS (
     SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND application_name IN ('potluck-listener', 'potluck-queue')) AS is_served`,
  { notNull: ['is_served'] },
);

const rewritten = (column: string) =>
  `${column} = CASE WHEN starts_with(${column}, $1 || '/') THEN $2 || substr(${column}, length($1) + 1) ELSE ${column}
    END`;

const accountIris = ['iri', 'url', 'inbox', 'shared_inbox', 'outbox', 'followers_iri', 'following_iri', 'featured_iri'];
const eventableIris = ['iri', 'url', 'in_reply_to_iri', 'recipe_iri', 'forked_from_iri'];

/** Replaces the origin in every local IRI. Safe only while no other server knows them. */
export const rewriteOrigin = statement(
  'rewrite_origin',
  ['from', 'to'],
  `WITH accounts AS (
     UPDATE account SET ${accountIris.map(rewritten).join(', ')} WHERE host = ''
   ), keys AS (UPDATE actor_key SET ${rewritten('iri')}),
     sources AS (UPDATE source_activity SET ${rewritten('iri')}),
     tombstones AS (UPDATE tombstone SET ${rewritten('iri')}, ${rewritten('actor_iri')}),
     outbox_rows AS (DELETE FROM outbox WHERE job IN ('send-activity', 'deliver-activity')),
     activities AS (DELETE FROM activity)
   UPDATE eventable SET ${eventableIris.map(rewritten).join(', ')}`,
);

// Reads the settings of the PostgreSQL server, and checks that it answers

/** `version` is a number such as 180004. */
export const selectDatabaseSettings = statement(
  'select_database_settings',
  [],
  `SELECT current_setting('server_version_num')::int AS version,
    current_setting('synchronous_commit') AS synchronous_commit,
     current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
     clock_timestamp() AS now`,
  { notNull: ['version', 'synchronous_commit', 'fsync', 'full_page_writes', 'now'] },
);

export const ping = statement('ping', [], 'SELECT');

// Counts members, posts, media and open tasks for the admin pages

export type InstanceCounts = RowOf<typeof countInstance>;
export type TaskCounts = RowOf<typeof countTasks>;

/** Slow: reads whole tables. */
export const countInstance = statement(
  'count_instance',
  [],
  `SELECT people.*, pictures.*, (SELECT count(*) FROM eventable e JOIN member m ON m.account_id = e.account_id) AS items,
     pg_database_size(current_database()) AS database_bytes,
     (SELECT count(*) FROM delivery WHERE state = 'delivered') AS delivered
   FROM (
     SELECT count(*) AS members, count(*) FILTER (WHERE a.suspended_at IS NOT NULL) AS suspended
     FROM member m JOIN account a ON a.id = m.account_id WHERE a.deleted_at IS NULL
   ) AS people, (
     SELECT count(*) AS pictures, coalesce(sum(bytes) FILTER (WHERE remote_url IS NULL), 0)::bigint AS picture_bytes,
       coalesce(sum(bytes) FILTER (WHERE remote_url IS NOT NULL), 0)::bigint AS remote_bytes
     FROM medium
   ) AS pictures`,
  {
    notNull: [
      'members',
      'suspended',
      'items',
      'pictures',
      'picture_bytes',
      'remote_bytes',
      'database_bytes',
      'delivered',
    ],
  },
);

export const countTasks = statement(
  'count_tasks',
  [],
  `SELECT (SELECT count(*) FROM report WHERE resolved_at IS NULL) AS open_reports,
     (SELECT count(*) FROM moderation_decision WHERE appealed_at IS NOT NULL
       AND appeal_closed_at IS NULL) AS open_appeals,
     (SELECT count(*) FROM application WHERE NOT awaits_confirmation) AS applications`,
  { notNull: ['open_reports', 'open_appeals', 'applications'] },
);

// Counts active members and public items, for NodeInfo

export type Usage = RowOf<typeof countUsage>;

/**
 * Members are active if they published, replied, boosted, liked or followed. Likes have no index by time: they are read
 * only for members who did nothing else for 30 days. Only public and unlisted items count, in the index
 * eventable_open_local. A reply whose parent is gone counts as a post.
 */
export const countUsage = statement(
  'count_usage',
  [],
  `WITH members AS MATERIALIZED (
     SELECT a.id, m.seen_at FROM account a JOIN member m ON m.account_id = a.id
     WHERE a.deleted_at IS NULL AND a.suspended_at IS NULL AND m.state = 'active'
   ), acted AS MATERIALIZED (
     SELECT m.id, greatest(
       (SELECT created_at FROM event WHERE account_id = m.id ORDER BY id DESC LIMIT 1),
       (SELECT created_at FROM follow WHERE follower_id = m.id ORDER BY id DESC LIMIT 1)) AS at
     FROM members m WHERE m.seen_at > now() - interval '181 days'
   ), active AS MATERIALIZED (
     SELECT CASE WHEN at > now() - interval '30 days' THEN at
       ELSE greatest(at, (SELECT max(created_at) FROM "like" WHERE account_id = acted.id)) END AS at
     FROM acted
   ), items AS MATERIALIZED (
     SELECT account_id, count(*) AS items, count(in_reply_to_id) AS comments FROM eventable
     WHERE publication = 'published' AND visibility IN ('public', 'unlisted') AND fetched_at IS NULL
     GROUP BY account_id
   ), counted AS (
     SELECT coalesce(sum(items), 0)::bigint AS items, coalesce(sum(comments), 0)::bigint AS comments
     FROM items JOIN members ON members.id = items.account_id
   )
   SELECT (SELECT count(*) FROM members) AS total,
     (SELECT count(*) FROM active WHERE at > now() - interval '180 days') AS active_halfyear,
     (SELECT count(*) FROM active WHERE at > now() - interval '30 days') AS active_month,
     items - comments AS posts, comments FROM counted`,
  { notNull: ['total', 'active_halfyear', 'active_month', 'posts', 'comments'] },
);

// Counts jobs, deliveries and circuits for the metrics

export const countJobs = statement(
  'count_jobs',
  [],
  `SELECT job,
     ${countJobsWhere('dispatched_at IS NULL AND quarantined_at IS NULL AND due_at <= now()')} AS due,
     ${countJobsWhere('dispatched_at IS NULL AND quarantined_at IS NULL AND due_at > now()')} AS scheduled,
     ${countJobsWhere('dispatched_at IS NOT NULL AND quarantined_at IS NULL')} AS dispatched,
     ${countJobsWhere('quarantined_at IS NOT NULL')} AS quarantined,
     coalesce(extract(epoch FROM now() - min(due_at) FILTER (WHERE quarantined_at IS NULL
       AND due_at <= now())), 0)::float8
       AS oldest_due
   FROM outbox GROUP BY job`,
  { notNull: ['due', 'scheduled', 'dispatched', 'quarantined', 'oldest_due'] },
);

/** Those that are not delivered, in the index delivery_not_delivered. */
export const countOpenDeliveries = statement(
  'count_open_deliveries',
  [],
  `SELECT count(*) FILTER (WHERE state = 'pending') AS pending, count(*) FILTER (WHERE state = 'failed') AS failed
   FROM delivery WHERE state <> 'delivered'`,
  { notNull: ['pending', 'failed'] },
);

/** A circuit is open while no deliveries are tried, and half open when the next one decides. */
export const countCircuits = statement(
  'count_circuits',
  ['failuresToOpen'],
  `SELECT CASE WHEN open_until > now() THEN 'open' WHEN failures >= $1 THEN 'half_open' ELSE 'closed'
    END AS state, count(*)
   FROM host GROUP BY 1`,
  { notNull: ['state', 'count'] },
);

// Measures what takes room in the database and in the storage of pictures

export const selectTableSizes = statement(
  'select_table_sizes',
  [],
  `SELECT c.relname::text AS name, pg_total_relation_size(c.oid) AS bytes, greatest(c.reltuples, 0)::bigint AS rows
   FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname = current_schema() AND c.relkind = 'r' ORDER BY bytes DESC`,
  { notNull: ['name', 'bytes', 'rows'] },
);

export const sumPictures = statement(
  'sum_pictures',
  [],
  `SELECT coalesce(sum(bytes) FILTER (WHERE remote_url IS NULL), 0)::bigint AS local_bytes,
     count(*) FILTER (WHERE remote_url IS NULL AND state = 'ready') AS local_count,
     coalesce(sum(bytes) FILTER (WHERE remote_url IS NOT NULL), 0)::bigint AS remote_bytes,
     count(*) FILTER (WHERE remote_url IS NOT NULL AND state = 'ready') AS remote_count,
     pg_database_size(current_database()) AS database_bytes
   FROM medium`,
  { notNull: ['local_bytes', 'local_count', 'remote_bytes', 'remote_count', 'database_bytes'] },
);

// Reports the state of remote servers and retries deliveries to them

export type HostRow = RowOf<typeof listHostReports>;

const report = (hosts: string) => `
  WITH delivery_counts AS (
    SELECT host, count(*) FILTER (WHERE state = 'pending') AS pending,
      count(*) FILTER (WHERE state = 'failed') AS failed
    FROM delivery WHERE state IN ('pending', 'failed') ${hosts === '' ? '' : 'AND host = $1'} GROUP BY host
  ), named AS (
    ${hosts || 'SELECT host FROM delivery_counts UNION (SELECT host FROM host ORDER BY host LIMIT $1)'}
  )
  SELECT named.host, h.dialect, h.software, coalesce(h.failures, 0) AS failures, h.open_until AS "openUntil",
    h.last_error AS "lastError", h.last_failure_at AS "lastFailureAt", h.last_success_at AS "lastSuccessAt",
    h.slow_since AS "slowSince", coalesce(w.pending, 0) AS pending, coalesce(w.failed,
      0) AS failed,
    (SELECT count(*) FROM account a WHERE a.host = named.host) AS accounts, ${isBlockedHost('named.host')} AS blocked
  FROM named LEFT JOIN host h USING (host) LEFT JOIN delivery_counts w USING (host)`;

/**
 * Ordered by pending deliveries, most first. Those without come in the order of their names, so the first ones suffice.
 * `accounts`: The number of its accounts that are stored here.
 */
export const listHostReports = statement(
  'list_host_reports',
  ['limit'],
  `${report('')} ORDER BY pending DESC, failed DESC, named.host LIMIT $1`,
  { notNull: ['host', 'failures', 'pending', 'failed', 'accounts', 'blocked'] },
);

/** Returns no row for an unknown server. */
export const selectHostReport = statement(
  'select_host_report',
  ['host'],
  `SELECT * FROM (${report('SELECT $1::text AS host')}) AS report
   WHERE dialect IS NOT NULL OR accounts > 0 OR pending > 0 OR failed > 0 OR blocked`,
  { notNull: ['host', 'failures', 'pending', 'failed', 'accounts', 'blocked'] },
);

/**
 * Closes the circuit and makes failed and pending deliveries due now, with a fresh count of attempts.
 * Failed ones get a new job, because the old one was deleted.
 */
export const retryDeliveries = statement(
  'retry_deliveries',
  ['host', 'deliverJob'],
  `WITH closed AS (UPDATE host SET failures = 0, open_until = NULL WHERE host = $1),
   restarted AS (
     UPDATE delivery SET state = 'pending', attempts = 0, created_at = now(), updated_at = now()
     WHERE host = $1 AND state = 'failed' AND last_error IS DISTINCT FROM '${cancelledError}' RETURNING id
   ), enqueued AS (${enqueueInSql('$2', `jsonb_build_object('deliveryId', id)`, 'restarted')}
   ), pending_rows AS (
     UPDATE delivery SET attempts = 0, created_at = now() WHERE host = $1 AND state = 'pending' RETURNING id
   ), expedited AS (
     UPDATE outbox SET due_at = now(), quarantined_at = NULL, errors = 0, crashes = 0,
       dispatched_at = CASE WHEN outbox.quarantined_at IS NULL THEN outbox.dispatched_at END
     FROM pending_rows WHERE outbox.job = $2 AND (outbox.payload ->> 'deliveryId')::bigint = pending_rows.id
     RETURNING 1
   )
   SELECT (SELECT count(*) FROM restarted) AS restarted, (SELECT count(*) FROM expedited) AS expedited`,
  { notNull: ['restarted', 'expedited'] },
);

// Deletes expired rows

/** Older replays are refused because of their date. */
export const pruneInbound = statement(
  'prune_inbound',
  [],
  `DELETE FROM inbound WHERE handled_at < now() - interval '7 days'`,
);

/** Deliveries are retried for 7 days; public activities stay reachable for a while after that. */
export const pruneActivities = statement(
  'prune_activities',
  [],
  `DELETE FROM activity a WHERE a.created_at < now() - interval '30 days'
   AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.activity_id = a.id AND d.state = 'pending')`,
);

/** Tombstones of local objects are kept forever. */
export const pruneTombstones = statement(
  'prune_tombstones',
  [],
  `DELETE FROM tombstone t WHERE t.deleted_at < now() - interval '90 days'
   AND NOT EXISTS (SELECT 1 FROM account a WHERE a.iri = t.actor_iri AND a.host = '')`,
);

/** An activity that was not received within 90 days of its Undo never is. Those of local accounts stay for good. */
export const pruneSources = statement(
  'prune_sources',
  [],
  `DELETE FROM source_activity s WHERE s.undone_at < now() - interval '90 days'
   AND s.received_at < now() - interval '90 days'
   AND NOT EXISTS (SELECT 1 FROM account a WHERE a.id = s.account_id AND a.host = '')`,
);

export const pruneKeyValues = statement('prune_key_values', [], `DELETE FROM key_value WHERE expires_at < now()`);

export const pruneReplies = statement(
  'prune_replies',
  [],
  `DELETE FROM idempotent_reply WHERE created_at < now() - interval '24 hours'`,
);

export const pruneTokens = statement(
  'prune_tokens',
  [],
  `DELETE FROM access_token WHERE coalesce(revoked_at, expires_at) < now() - interval '1 day'`,
);

/** Used tokens are kept until they expire, because their reuse reveals a theft. */
export const pruneRefreshTokens = statement(
  'prune_refresh_tokens',
  [],
  `DELETE FROM refresh_token WHERE expires_at < now() - interval '1 day'`,
);

/** A code is kept while tokens descend from it, and for 30 days as a sign that its app is in use. */
export const pruneCodes = statement(
  'prune_codes',
  [],
  `DELETE FROM authorization_code c WHERE c.expires_at < now() - interval '30 days'
   AND NOT EXISTS (SELECT 1 FROM access_token t WHERE t.code_id = c.id)
   AND NOT EXISTS (SELECT 1 FROM refresh_token t WHERE t.code_id = c.id)`,
);

/** Anybody can register an app, so unused ones are deleted. */
export const pruneClients = statement(
  'prune_clients',
  [],
  `DELETE FROM oauth_client c WHERE c.created_at < now() - interval '30 days'
   AND NOT EXISTS (SELECT 1 FROM authorization_code g WHERE g.client_id = c.id)
   AND NOT EXISTS (SELECT 1 FROM access_token t WHERE t.client_id = c.id)
   AND NOT EXISTS (SELECT 1 FROM refresh_token t WHERE t.client_id = c.id)`,
);

/** Applicants who got no answer, or did not confirm their address, in this time can apply again. */
export const pruneApplications = statement(
  'prune_applications',
  [],
  `DELETE FROM application WHERE created_at < now() - interval '90 days'
   OR (awaits_confirmation AND created_at < now() - interval '2 days')`,
);

export const pruneSessions = statement('prune_sessions', [], `DELETE FROM session WHERE expires_at < now()`);
