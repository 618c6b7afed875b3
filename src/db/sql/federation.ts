/** Statements on received activities, forwarding, remote hosts and the collections that other servers read. */
import { type RowOf, statement } from '../statement.ts';
import { enqueueInSql, recordOutcomesSql } from './jobs.ts';
import { isLive } from './ledger.ts';
import { firstRepliesSql } from './statuses.ts';
import { accountColumns, visible, withAuthor } from './visibility.ts';

// Statements on received activities

/**
 * Inserts a batch of activities and enqueues their jobs in the same order. Duplicates, by digest, are skipped. Rows are
 * inserted in sorted order, so that concurrent batches cannot deadlock.
 */
export const insertInbound = statement(
  'insert_inbound',
  ['actorIris', 'activityIris', 'types', 'bodies', 'digests', 'signedAt', 'verifiedByLdSignature'],
  `WITH input AS (
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bytea[], $6::timestamptz[], $7::bool[])
       WITH ORDINALITY AS t (actor_iri, activity_iri, type, body, digest, signed_at, verified_by_ld_signature, ordinal)
   ), inserted AS (
     INSERT INTO inbound (actor_iri, activity_iri, type, body, digest, signed_at, verified_by_ld_signature)
     SELECT actor_iri, activity_iri, type, body, digest, signed_at, verified_by_ld_signature FROM input ORDER BY digest
     ON CONFLICT DO NOTHING
     RETURNING id, digest
   ), ordered AS (
     SELECT id, min(ordinal) AS position FROM inserted JOIN input USING (digest) GROUP BY id
   ), enqueued AS (${enqueueInSql(`'receive-activity'`, `jsonb_build_object('inboundId', id)`, 'ordered', 'position')}
   )
   SELECT id FROM inserted`,
);

export type InboundRow = RowOf<typeof selectInbound>;

/**
 * Returns the activities that have not been handled yet.
 * `signed_at`: The time in the signature of the request, or in the proof of a forwarded activity.
 */
export const selectInbound = statement(
  'select_inbound',
  ['ids'],
  `SELECT id, actor_iri, activity_iri, type, body, signed_at, received_at, verified_by_ld_signature FROM inbound
   WHERE id = ANY($1::bigint[]) AND handled_at IS NULL`,
);

/** Like `selectInbound` for one activity, with the account of its actor as far as it is known. */
export const selectInboundWithActor = statement(
  'select_inbound_with_actor',
  ['id'],
  `SELECT i.id, i.actor_iri, i.activity_iri, i.type, i.body, i.signed_at, i.received_at, i.verified_by_ld_signature,
     ${accountColumns('a', 'actor.')}
   FROM inbound i LEFT JOIN account a ON a.iri = i.actor_iri WHERE i.id = $1 AND i.handled_at IS NULL`,
);

export const markInboundHandled = statement('mark_inbound_handled', ['ids', 'outcomes'], recordOutcomesSql('$1', '$2'));

// Statements that find local accounts whose followers should get a forwarded activity

/** How many parents up a local item is looked for. */
const maxDistance = 8;

/**
 * Local authors of the items `$2`, of their parents, or of items that activity `$3` liked or boosted, if their
 * followers are addressed (`$4`) or got `$3` before. Leaves out blocks in both directions, items of others under the
 * IRI `$3`, and everything when the actor deleted one of `$5`.
 * `addressed`: True: to all followers. False: only to hosts that got the earlier activity.
 */
export const selectForwarders = statement(
  'select_forwarders',
  ['actorId', 'itemIris', 'formerly?', 'addressedOwnerIds', 'notDeletedIris', 'actorIri'],
  `WITH RECURSIVE seed AS (
     SELECT id FROM eventable WHERE iri = ANY($2::text[])
     UNION SELECT eventable_id FROM source_activity WHERE account_id = $1 AND iri = $3
   ), chain AS (
     SELECT e.account_id, e.in_reply_to_id, e.visibility, 0 AS distance FROM seed JOIN eventable e USING (id)
     UNION
     SELECT e.account_id, e.in_reply_to_id, e.visibility, chain.distance + 1
     FROM chain JOIN eventable e ON e.id = chain.in_reply_to_id WHERE chain.distance < ${maxDistance}
   )
   SELECT DISTINCT owner.id, owner.id = ANY($4::bigint[]) AS addressed
   FROM chain JOIN account owner ON owner.id = chain.account_id
   WHERE owner.host = '' AND owner.deleted_at IS NULL AND owner.suspended_at IS NULL AND chain.visibility <> 'direct'
     AND NOT EXISTS (
       SELECT 1 FROM block WHERE (blocker_id = $1 AND blocked_id = owner.id) OR (blocked_id = $1
         AND blocker_id = owner.id))
     AND NOT EXISTS (SELECT 1 FROM eventable WHERE iri = $3 AND account_id <> $1)
     AND NOT EXISTS (SELECT 1 FROM tombstone WHERE iri = ANY($5::text[]) AND actor_iri = $6)
     AND NOT EXISTS (
       SELECT 1 FROM source_activity WHERE account_id = $1 AND iri = ANY($5::text[]) AND undone_at IS NOT NULL)
     AND (owner.id = ANY($4::bigint[]) OR EXISTS (
       SELECT 1 FROM activity WHERE account_id = owner.id AND (object_iri = $3 OR activity.iri = $3)))
   LIMIT 3`,
  { notNull: ['addressed'] },
);

// Statements on remote servers: blocks, circuits, health and signature dialects

/** SQL that is true when `host` (an expression) or one of its parent domains is in the table. Ports are ignored. */
const isListed = (host: string, table: string, condition: string): string => `EXISTS (
  SELECT 1 FROM string_to_array(split_part(${host}, ':', 1), '.') AS labels CROSS JOIN generate_subscripts(labels,
    1) AS depth
  JOIN ${table} listed ON listed.host = array_to_string(labels[depth:], '.') WHERE ${condition})`;

/** SQL that is true while this server federates only with the servers on its allow list. */
const isAllowListMode = `(SELECT value ->> 'mode' FROM setting WHERE key = 'federation') IS NOT DISTINCT
  FROM 'allow_list'`;

/** SQL that is true when nothing may be sent to a remote host or accepted from it. */
export const isBlockedHost = (host: string): string =>
  `(${isListed(host, 'domain_block', `listed.severity = 'suspend'`)}
    OR (${isAllowListMode} AND NOT ${isListed(host, 'domain_allow', 'true')}))`;

/** The circuit opens after this many consecutive failures. */
export const failuresToOpen = 5;

/**
 * One element per host: how many attempts failed in a row (0: it responded), the minimum they count as, whether the
 * last was slow, and the pause the host asked for. From `failuresToOpen` on the circuit is open for a minute, doubled
 * by every further failure up to an hour, ±20 %.
 */
export const upsertHosts = statement(
  'upsert_hosts',
  ['hosts', 'dialects', 'failures', 'minFailures', 'slow', 'pausesUntil', 'errors', 'failuresToOpen'],
  `WITH result AS (
     SELECT host, result.dialect, result.slow, result.pause_until, result.error,
       CASE WHEN result.failures = 0 THEN 0
         ELSE greatest(coalesce(known.failures, 0) + result.failures, result.min_failures) END AS failures
     FROM unnest($1::text[], $2::signature_dialect[], $3::int[], $4::int[], $5::bool[], $6::timestamptz[], $7::text[])
       AS result (host, dialect, failures, min_failures, slow, pause_until, error)
     LEFT JOIN host known USING (host)
   )
   INSERT INTO host AS known
     (host, dialect, failures, open_until, last_error, last_failure_at, last_success_at, slow_since)
   SELECT host, coalesce(result.dialect, known.dialect, 'cavage'), result.failures,
     coalesce(pause_until, CASE WHEN result.failures >= $8 THEN
       now() + least(3600, 60 * 2 ^ least(result.failures - $8, 10)) * (0.8 + 0.4 * random()) * interval '1 second'
         END),
     error, CASE WHEN error IS NOT NULL THEN now() END, CASE WHEN error IS NULL THEN now() END,
     CASE WHEN result.slow THEN coalesce(known.slow_since, now()) END
   FROM result LEFT JOIN host known USING (host)
   ORDER BY host
   ON CONFLICT (host) DO UPDATE SET
     dialect = excluded.dialect, failures = excluded.failures, open_until = excluded.open_until,
     slow_since = excluded.slow_since,
     last_error = coalesce(excluded.last_error, known.last_error),
     last_failure_at = coalesce(excluded.last_failure_at, known.last_failure_at),
     last_success_at = coalesce(excluded.last_success_at, known.last_success_at)`,
);

export const markHostsSlow = statement(
  'mark_hosts_slow',
  ['hosts'],
  `INSERT INTO host AS known (host, slow_since) SELECT host, now() FROM unnest($1::text[]) AS host ORDER BY host
   ON CONFLICT (host) DO UPDATE SET slow_since = excluded.slow_since WHERE known.slow_since IS NULL`,
);

/** Closes the circuits of hosts and returns those whose circuit was open. */
export const closeCircuits = statement(
  'close_circuits',
  ['hosts', 'failuresToOpen'],
  `UPDATE host SET failures = 0, open_until = NULL WHERE host = ANY($1) AND failures >= $2 RETURNING host`,
);

/** Makes the pending deliveries of these hosts due within 10 s. */
export const dueDeliveriesNow = statement(
  'due_deliveries_now',
  ['hosts', 'deliverJob'],
  `UPDATE outbox SET due_at = now() + random() * interval '10 seconds'
   FROM delivery
   WHERE delivery.host = ANY($1) AND delivery.state = 'pending'
     AND outbox.job = $2 AND outbox.dispatched_at IS NULL AND outbox.quarantined_at IS NULL AND outbox.due_at > now()
     AND (outbox.payload ->> 'deliveryId')::bigint = delivery.id`,
);

export const updateHostSoftware = statement(
  'update_host_software',
  ['host', 'software'],
  `INSERT INTO host (host, software) VALUES ($1, $2)
   ON CONFLICT (host) DO UPDATE SET software = excluded.software WHERE host.software IS DISTINCT
     FROM excluded.software`,
);

// Statements for the documents and collections that remote servers read

// A boost is listed when both the boost and its item are public or unlisted.
const publicBoost = `boost b
  JOIN source_activity s ON s.account_id = b.account_id AND s.eventable_id = b.eventable_id AND s.type = 'boost'
    AND ${isLive('s')}`;
const isOpenBoost = `b.visibility IN ('public', 'unlisted')`;

/**
 * Counts in the indexes eventable_open_local and boost_open alone. So boosts count as long as they are open, even if
 * their item has become private.
 */
export const countOutbox = statement(
  'count_outbox',
  ['accountId'],
  `SELECT (
     SELECT count(*) FROM eventable own WHERE own.account_id = $1 AND own.publication = 'published'
       AND own.visibility IN ('public', 'unlisted') AND own.fetched_at IS NULL
   ) + (SELECT count(*) FROM boost b WHERE b.account_id = $1 AND ${isOpenBoost}) AS total`,
  { notNull: ['total'] },
);

export type OutboxEntry = RowOf<typeof listOutbox>;

/**
 * Newest first, with event ids below `before`. OFFSET 0 makes PostgreSQL look up the boost of each event, instead of all
 * boosts of the account.
 */
export const listOutbox = statement(
  'list_outbox',
  ['accountId?', 'host?', 'accountId', 'before', 'limit'],
  `SELECT ev.id, ev.action, e.iri AS eventable_iri, e.version, boosted.source_id, boosted.boost_iri
   FROM event ev
     JOIN eventable e ON e.id = ev.eventable_id
     JOIN account a ON a.id = e.account_id
     LEFT JOIN LATERAL (
       SELECT s.id AS source_id, s.iri AS boost_iri, ${isOpenBoost} AS is_open FROM ${publicBoost}
       WHERE ev.action = 'boost' AND b.account_id = ev.account_id AND b.eventable_id = ev.eventable_id OFFSET 0
     ) boosted ON true
   WHERE ev.account_id = $3 AND ev.id < $4 AND e.iri IS NOT NULL AND ${visible()}
     AND (ev.action <> 'boost' OR boosted.is_open)
   ORDER BY ev.id DESC LIMIT $5`,
  { notNull: ['id', 'action', 'eventable_iri', 'version'] },
);

const followList = (own: string, other: string) => `
  SELECT f.id, a.iri FROM follow f JOIN account a ON a.id = f.${other}
  WHERE f.${own} = $1 AND f.id < $2 AND a.iri IS NOT NULL AND a.deleted_at IS NULL AND a.suspended_at IS NULL
  ORDER BY f.id DESC LIMIT $3`;

export const listFollowerIris = statement(
  'list_follower_iris',
  ['accountId', 'before', 'limit'],
  followList('followee_id', 'follower_id'),
  { notNull: ['iri'] },
);

export const listFollowingIris = statement(
  'list_following_iris',
  ['accountId', 'before', 'limit'],
  followList('follower_id', 'followee_id'),
  { notNull: ['iri'] },
);

/** Version and page of a public item. */
export const findServable = statement(
  'find_servable',
  ['accountId?', 'host?', 'iri'],
  `SELECT e.version, e.url FROM eventable e JOIN account a ON a.id = e.account_id WHERE e.iri = $3 AND ${visible()}`,
);

/** The public item with this page URL. */
export const findIriOfPage = statement(
  'find_iri_of_page',
  ['accountId?', 'host?', 'url'],
  `SELECT e.iri FROM eventable e JOIN account a ON a.id = e.account_id
   WHERE a.handle = split_part(split_part($3, '/@', 2), '/', 1) AND e.url = $3 AND ${visible()}`,
  { notNull: ['iri'] },
);

/** A stored activity whose object is still public. */
export const findPublicActivity = statement(
  'find_public_activity',
  ['accountId?', 'host?', 'iri'],
  `SELECT activity.body FROM activity JOIN account actor ON actor.id = activity.account_id
   WHERE activity.iri = $3 AND activity.public AND actor.suspended_at IS NULL AND actor.deleted_at IS NULL
     AND NOT EXISTS (
       SELECT 1 FROM source_activity s
       WHERE s.account_id = activity.account_id AND s.iri = activity.iri AND s.undone_at IS NOT NULL)
     AND (activity.type IN ('Delete', 'Undo') OR (
       NOT EXISTS (SELECT 1 FROM tombstone WHERE iri = activity.object_iri)
       AND NOT EXISTS (
         SELECT 1 FROM eventable e JOIN account a ON a.id = e.account_id
         WHERE e.iri = activity.object_iri AND (${visible()}) IS NOT TRUE)))`,
);

export const findCounts = statement(
  'find_counts',
  ['accountId?', 'host?', 'iri'],
  `SELECT e.id, a.iri AS author_iri, e.likes_count AS likes, e.boosts_count AS shares, e.replies_count AS replies
   FROM eventable e JOIN account a ON a.id = e.account_id WHERE e.iri = $3 AND ${visible()}`,
  { notNull: ['author_iri'] },
);

/** Oldest first, with ids above `after`. */
export const listReplyIris = statement(
  'list_reply_iris',
  ['accountId?', 'host?', 'eventableId', 'after', 'limit'],
  `SELECT e.id, e.iri FROM eventable e ${withAuthor}
   WHERE e.in_reply_to_id = $3 AND e.id > $4 AND e.iri IS NOT NULL AND ${visible()} ORDER BY e.id LIMIT $5`,
  { notNull: ['iri'] },
);

/** An item and its replies at every depth, oldest first. */
export const listConversation = statement(
  'list_conversation',
  ['accountId?', 'host?', 'eventableId', 'limit'],
  `WITH RECURSIVE below AS (
     SELECT $3::bigint AS id, ARRAY[$3::bigint] AS path
     UNION ALL
     SELECT reply.id, below.path || reply.id
     FROM below CROSS JOIN LATERAL (
       SELECT e.id FROM ${firstRepliesSql('below.id')} e ${withAuthor}
       WHERE e.id <> ALL(below.path) AND ${visible()}
       ORDER BY e.published_at, e.id LIMIT $4
     ) reply
     WHERE cardinality(below.path) <= 20
   ), nearest AS MATERIALIZED (SELECT id FROM below LIMIT $4)
   SELECT e.iri FROM nearest JOIN eventable e ON e.id = nearest.id WHERE e.iri IS NOT NULL
     ORDER BY e.published_at, e.id`,
  { notNull: ['iri'] },
);
