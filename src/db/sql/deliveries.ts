/** Statements on activities to send and their deliveries. */
import { commitsAsynchronously, type Executor, type RowOf, statement } from '../statement.ts';
import { isBlockedHost } from './federation.ts';
import { enqueueInSql } from './jobs.ts';
import { sourcesOf } from './ledger.ts';
import { unblocked, visible } from './visibility.ts';

// Statements that load what an outgoing activity contains

/** Returns no row for a draft. */
export const findOutgoing = statement(
  'find_outgoing',
  ['eventableId'],
  `SELECT iri, account_id AS author_id, visibility, published_at, updated_at FROM eventable WHERE id = $1
    AND publication = 'published' AND iri IS NOT NULL`,
  { notNull: ['iri'] },
);

/**
 * Returns a row if the item's Create is still to be sent: within a day of its publication, which an event records,
 * there is no Create whose deliveries are enqueued.
 */
export const selectUnsentPublication = statement(
  'select_unsent_publication',
  ['eventableId'],
  `SELECT e.id FROM eventable e
   WHERE e.id = $1 AND e.published_at > now() - interval '1 day'
     AND EXISTS (SELECT FROM event v WHERE v.eventable_id = e.id AND v.account_id = e.account_id
       AND v.action <> 'boost')
     AND NOT EXISTS (
       SELECT FROM activity a
       WHERE a.account_id = e.account_id AND a.object_iri = e.iri AND a.type = 'Create' AND a.enqueued_at IS NOT NULL)`,
);

/**
 * Returns a row while `ownFact` about this activity is still to be sent, or any fact about an earlier one of the same
 * account about the same account or item. Quarantined facts do not count.
 */
export const selectUnsentFact = statement(
  'select_unsent_fact',
  ['sourceId', 'ownFact?'],
  `WITH earlier AS MATERIALIZED (
     SELECT t.id FROM source_activity s CROSS JOIN LATERAL ${sourcesOf(
       's',
       `(t.id < s.id OR (t.id = s.id AND $2::text IS NOT NULL))
         AND greatest(t.received_at, t.undone_at) > now() - interval '1 day'`,
     )} t WHERE s.id = $1
   )
   SELECT o.id FROM outbox o CROSS JOIN LATERAL jsonb_array_elements(
     CASE jsonb_typeof(o.payload) WHEN 'array' THEN o.payload ELSE jsonb_build_array(o.payload) END) AS unsent
   WHERE EXISTS (SELECT FROM earlier) AND o.job = 'send-activity' AND o.quarantined_at IS NULL
     AND (unsent ->> 'sourceId')::bigint IN (SELECT id FROM earlier)
     AND ((unsent ->> 'sourceId')::bigint < $1 OR unsent ->> 'fact' = $2) LIMIT 1`,
);

/**
 * Of these items, returns those that a followers-only item of the author may link to: public items, and items that the
 * same followers may see.
 */
export const selectNameable = statement(
  'select_nameable',
  ['accountId?', 'host?', 'authorId', 'ids'],
  `SELECT e.id FROM eventable e JOIN account a ON a.id = e.account_id
   WHERE e.id = ANY($4::bigint[]) AND (${visible()}
     OR (e.account_id = $3 AND e.visibility = 'private' AND e.publication = 'published'))`,
);

/**
 * The activity by which a local account liked or boosted an item, and the item.
 * `boost_visibility`: Of the boost, as long as there is one.
 */
export const findSourceOnItem = statement(
  'find_source_on_item',
  ['sourceId'],
  `SELECT s.iri, s.account_id, s.undone_at IS NOT NULL AS undone, e.iri AS eventable_iri, e.account_id AS author_id,
     a.iri AS author_iri, b.visibility AS boost_visibility, b.created_at AS boosted_at
   FROM source_activity s JOIN eventable e ON e.id = s.eventable_id JOIN account a ON a.id = e.account_id
     LEFT JOIN boost b ON s.type = 'boost' AND b.account_id = s.account_id AND b.eventable_id = s.eventable_id
   WHERE s.id = $1 AND e.iri IS NOT NULL AND a.iri IS NOT NULL`,
  { notNull: ['iri', 'account_id', 'undone', 'eventable_iri', 'author_id', 'author_iri', 'boost_visibility'] },
);

// Statements on outgoing activities, stored as bytes, and their deliveries, one row for each inbox

/** Returns the stored row. An activity that already exists is not changed. */
export const insertActivity = statement(
  'insert_activity',
  ['iri', 'accountId', 'type', 'objectIri?', 'body', 'isPublic'],
  `INSERT INTO activity AS a (iri, account_id, type, object_iri, body, public)
   SELECT $1, $2, $3, $4, $5, $6 WHERE ${commitsAsynchronously}
   ON CONFLICT (iri) DO UPDATE SET iri = a.iri RETURNING id, created_at, body = $5 AS is_as_given`,
  { notNull: ['is_as_given'] },
);

/** Whether the Delete of this actor, by itself, still has to reach a server. */
export const selectIsDeletePending = statement(
  'select_is_delete_pending',
  ['accountId', 'iri'],
  `SELECT EXISTS (
     SELECT FROM activity a WHERE a.account_id = $1 AND a.object_iri = $2 AND a.type = 'Delete'
       AND (a.enqueued_at IS NULL OR EXISTS (SELECT FROM delivery d WHERE d.activity_id = a.id AND d.state = 'pending'))
   ) AS is_pending`,
  { notNull: ['is_pending'] },
);

/** Deletes an activity without deliveries whose `published` is another, and returns a row for it. */
export const discardOutdated = statement(
  'discard_outdated',
  ['id', 'published?'],
  `DELETE FROM activity a WHERE a.id = $1 AND a.body::json ->> 'published' IS DISTINCT FROM $2
     AND NOT EXISTS (SELECT FROM delivery d WHERE d.activity_id = a.id)
   RETURNING id`,
);

/** Hosts of the accounts `$9` and, with `$8`, of the author's followers. */
const excludedHosts = `
  excluded AS (
     SELECT host FROM account WHERE id = ANY($9::bigint[]) AND host <> ''
     UNION SELECT a.host FROM follow f JOIN account a ON a.id = f.follower_id
     WHERE f.followee_id = $2 AND $8 AND a.host <> ''
   ),`;

/** Followers per statement: the first deliveries start early, and no statement runs long. */
const followersPerBatch = 1_000;

/**
 * SQL for true if the activity carries another version of its item than the stored one, and has no deliveries. An
 * Update carries the time of the change, a Create that of the publication.
 */
const isOutdatedSql = (item: string) => `(
  ${item}::bigint IS NOT NULL AND NOT EXISTS (SELECT FROM delivery d WHERE d.activity_id = $1)
  AND (SELECT a.body::json ->> 'published' FROM activity a WHERE a.id = $1) IS DISTINCT FROM (
    SELECT to_char((CASE a.type WHEN 'Update' THEN e.updated_at ELSE e.published_at END) AT TIME ZONE 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    FROM eventable e, activity a
    WHERE e.id = ${item} AND e.publication = 'published' AND e.iri IS NOT NULL AND a.id = $1))`;

/** SQL that inserts and enqueues deliveries, for followers with an id above `above`. */
const insertSql = (above: string, condition: string, ctes: string, isOutdated: string) => `
  WITH ${ctes} state AS MATERIALIZED (SELECT ${isOutdated} AS is_outdated
   ), discarded AS (DELETE FROM activity WHERE id = $1 AND (SELECT is_outdated FROM state)
   ), batch AS MATERIALIZED (
     SELECT follower_id AS id FROM follow WHERE followee_id = $2 AND $3 AND follower_id > ${above}
     ORDER BY follower_id LIMIT ${followersPerBatch}
   ), recipients AS (SELECT id FROM batch UNION SELECT unnest($4::bigint[])
   ), active AS (
     SELECT a.host AS home, CASE WHEN $6 THEN a.inbox ELSE coalesce(a.shared_inbox, a.inbox) END AS inbox
     FROM recipients JOIN account a USING (id)
     WHERE a.host <> '' AND a.deleted_at IS NULL AND a.suspended_at IS NULL
       AND ($6 OR ${unblocked('a.id', '$2')})
   ), inboxes AS (
     SELECT home, inbox FROM active WHERE inbox IS NOT NULL
     UNION SELECT d.host, d.inbox
     FROM activity earlier
     CROSS JOIN LATERAL (SELECT host, inbox FROM delivery WHERE activity_id = earlier.id OFFSET 0) d
     WHERE earlier.account_id = $2 AND $5 IN (earlier.object_iri, earlier.iri) AND earlier.id <> $1
   ), hosts AS (
     SELECT DISTINCT home, inbox, lower(substring(inbox FROM '^https?://([^/?#]+)')) AS host FROM inboxes
   ), blocked AS (
     SELECT host FROM (SELECT home AS host FROM hosts UNION SELECT host FROM hosts) AS named
     WHERE ${isBlockedHost('named.host')}
   ), inserted AS (
     INSERT INTO delivery (activity_id, inbox, host)
     SELECT DISTINCT $1::bigint, inbox, host FROM hosts
     WHERE host IS NOT NULL
       AND home NOT IN (SELECT host FROM blocked) AND host NOT IN (SELECT host FROM blocked) ${condition}
       AND NOT (SELECT is_outdated FROM state)
     ORDER BY inbox
     ON CONFLICT (activity_id, inbox) DO NOTHING
     RETURNING id
   ), enqueued AS (${enqueueInSql('$7', `jsonb_build_object('deliveryId', id)`, 'inserted')}
   ), marked AS (
     UPDATE activity SET enqueued_at = now()
     WHERE id = $1 AND enqueued_at IS NULL AND (SELECT count(*) FROM batch) < ${followersPerBatch}
       AND NOT (SELECT is_outdated FROM state)
   )
   SELECT (SELECT count(*) FROM inserted) AS inserted,
     (SELECT CASE WHEN count(*) = ${followersPerBatch} THEN max(id) END FROM batch) AS last_follower_id,
     (SELECT count(*) FROM account
      WHERE id = ANY($4::bigint[]) AND host <> '' AND inbox IS NULL AND state = 'unknown' AND fetch_failures < 3
        AND deleted_at IS NULL AND suspended_at IS NULL) AS unreachable,
     (SELECT is_outdated FROM state) AS is_outdated`;

const given = ['activityId', 'authorId', 'toFollowers', 'addressedIds', 'formerly?', 'personally', 'deliverJob'];

export type InsertedDeliveries = RowOf<typeof insertDeliveries>;

/**
 * Inserts and enqueues the deliveries of an activity: to the next 1,000 followers of its author (with `toFollowers`),
 * the addressed accounts, and every inbox that got an earlier activity about `formerly` or that activity itself. Skips
 * this server, blocked domains, deleted and suspended accounts, blocks, and deliveries that already exist.
 * `unreachable` counts addressed accounts whose inbox is not known yet. Given the item that the activity carries, an
 * outdated activity is deleted instead.
 * `last_follower_id`: The last follower of this batch; null when there are no more.
 */
export const insertDeliveries = statement(
  'insert_deliveries',
  [...given, 'above', 'itemId?'],
  insertSql('$8', '', '', isOutdatedSql('$9')),
  { notNull: ['inserted', 'unreachable', 'is_outdated'] },
);

/** The same, except for the hosts of `exceptIds` and, with `exceptFollowers`, of the author's followers. */
export const insertDeliveriesExcept = statement(
  'insert_deliveries_except',
  [...given, 'exceptFollowers', 'exceptIds', 'above'],
  insertSql(
    '$10',
    `AND hosts.home NOT IN (SELECT host FROM excluded) AND hosts.host NOT IN (SELECT host FROM excluded)`,
    excludedHosts,
    'false',
  ),
  { notNull: ['inserted', 'unreachable', 'is_outdated'] },
);

export type PendingDelivery = RowOf<typeof selectPendingDeliveries>;

/**
 * What became of the author's other activities about the same object at the same inbox: they go in the order in which
 * they were stored. A forwarded Undo names the activity that it undoes, and goes after it. A Delete supersedes what
 * came before it, and an Update earlier Updates, because each carries the whole object.
 */
const relatedSql = `LEFT JOIN LATERAL (
     SELECT bool_or(o.id < a.id AND od.state = 'pending') AS has_earlier,
       bool_or(o.id > a.id AND od.state = 'delivered'
         AND (o.type = 'Delete' OR (o.type = 'Update' AND a.type = 'Update'))) AS is_superseded
     FROM (
       SELECT id, type FROM activity
       WHERE account_id = a.account_id AND object_iri = a.object_iri AND id <> a.id
       UNION ALL
       SELECT id, type FROM activity WHERE a.type = 'Undo' AND iri = a.object_iri AND account_id = a.account_id
     ) o JOIN delivery od ON od.activity_id = o.id AND od.inbox = d.inbox
   ) related ON true`;

/**
 * Returns deliveries that have not ended, with the state of their hosts.
 * `slow_since`: When the host became slow; null for a host that responds quickly.
 * `has_earlier`: An earlier activity about the same object is still to be delivered to this inbox.
 * `is_superseded`: The inbox got a later activity that makes this one obsolete.
 */
export const selectPendingDeliveries = statement(
  'select_pending_deliveries',
  ['ids'],
  `SELECT d.id, d.activity_id, a.account_id, d.inbox, d.host, d.attempts, d.created_at,
     h.dialect, coalesce(h.failures, 0) AS failures, h.open_until, h.last_success_at, h.slow_since,
     ${isBlockedHost('d.host')} AS is_blocked,
     coalesce(related.has_earlier, false) AS has_earlier, coalesce(related.is_superseded, false) AS is_superseded
   FROM delivery d JOIN activity a ON a.id = d.activity_id LEFT JOIN host h ON h.host = d.host ${relatedSql}
   WHERE d.id = ANY($1::bigint[]) AND d.state = 'pending'`,
  {
    notNull: [
      'id',
      'activity_id',
      'account_id',
      'inbox',
      'host',
      'attempts',
      'created_at',
      'failures',
      'is_blocked',
      'has_earlier',
      'is_superseded',
    ],
  },
);

export const selectActivityBodies = statement(
  'select_activity_bodies',
  ['ids'],
  `SELECT id, body FROM activity WHERE id = ANY($1::bigint[])`,
);

export const recordDeliveries = statement(
  'record_deliveries',
  ['ids', 'states', 'attempts', 'statuses', 'errors'],
  `UPDATE delivery SET updated_at = now(), (state, attempts, last_status, last_error) = (
     SELECT ($2::delivery_state[])[index], ($3::int[])[index], ($4::int[])[index], ($5::text[])[index]
     FROM array_position($1, id) AS index)
   WHERE id = ANY($1::bigint[]) AND state = 'pending' AND ${commitsAsynchronously}`,
);

/** The error of cancelled deliveries, which are never retried. */
export const cancelledError = 'cancelled';

/** Ends the pending deliveries of activities of these types about an item, and returns the types found. */
export const cancelPending = statement(
  'cancel_deliveries',
  ['accountId', 'objectIri', 'types'],
  `WITH ended AS (
     UPDATE delivery d SET state = 'failed', last_error = '${cancelledError}', updated_at = now()
     FROM activity a
     WHERE a.account_id = $1 AND a.object_iri = $2 AND a.type = ANY($3::text[])
       AND d.activity_id = a.id AND d.state = 'pending'
     RETURNING a.type
   ) SELECT DISTINCT type FROM ended`,
);

/** Nobody gets the former versions of an item at the ids of these activities any more, also if it is public again. */
export const hideActivities = statement(
  'hide_activities',
  ['accountId', 'objectIri'],
  `UPDATE activity SET public = false
   WHERE account_id = $1 AND object_iri = $2 AND type IN ('Create', 'Update') AND public`,
);

const typesAbout = { item: ['Create', 'Update'], deletion: ['Delete'] };

/** Cancels pending deliveries of an item, or of its deletion. Returns whether its publication was among them. */
export async function cancelDeliveries(
  on: Executor,
  accountId: number,
  objectIri: string,
  about: keyof typeof typesAbout,
): Promise<boolean> {
  const found = await cancelPending(on, accountId, objectIri, typesAbout[about]);
  return found.some(({ type }) => type === 'Create');
}

/** After a 410: clears the shared inbox, or returns the accounts whose own inbox it is. */
export const clearInbox = statement(
  'clear_inbox',
  ['inbox'],
  `WITH cleared AS (UPDATE account SET shared_inbox = NULL WHERE shared_inbox = $1 AND inbox <> $1)
   SELECT id FROM account WHERE inbox = $1 AND host <> '' AND deleted_at IS NULL LIMIT 100`,
);
