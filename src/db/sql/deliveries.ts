/** Statements on what goes out: activities as bytes, and one row for each inbox that gets them. */
import { statement } from '../statement.ts';
import { isBlockedHost } from './hosts.ts';
import { promiseBundles } from './outbox.ts';
import { unblocked } from './visibility.ts';

/** Answers what is stored: what was stored before under its IRI stays as it is. */
export const insertActivity = statement<
  { id: number; created_at: Date },
  [iri: string, accountId: number, type: string, objectIri: string | null, body: string, isPublic: boolean]
>(
  'insert_activity',
  `INSERT INTO activity AS a (iri, account_id, type, object_iri, body, public) VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT (iri) DO UPDATE SET iri = a.iri RETURNING id, created_at`,
);

/** Servers of the accounts `$9`, and with `$8` of the author's followers. */
const spared = `
  spared AS (
     SELECT host FROM account WHERE id = ANY($9::bigint[]) AND host <> ''
     UNION SELECT a.host FROM follow f JOIN account a ON a.id = f.follower_id
     WHERE f.followee_id = $2 AND $8 AND a.host <> ''
   ),`;

/** So few, of an author with very many, that their deliveries begin soon and no statement takes long. */
const sliceSize = 1_000;

/** SQL that lists inboxes, of followers above `above`; `condition` leaves some of them out. */
const listing = (above: string, condition: string, more = '') => `
  WITH ${more} slice AS MATERIALIZED (
     SELECT follower_id AS id FROM follow WHERE followee_id = $2 AND $3 AND follower_id > ${above}
     ORDER BY follower_id LIMIT ${sliceSize}
   ), reached AS (SELECT id FROM slice UNION SELECT unnest($4::bigint[])
   ), living AS (
     SELECT a.host AS home, CASE WHEN $6 THEN a.inbox ELSE coalesce(a.shared_inbox, a.inbox) END AS inbox
     FROM reached JOIN account a USING (id)
     WHERE a.host <> '' AND a.deleted_at IS NULL AND a.suspended_at IS NULL
       AND ($6 OR ${unblocked('a.id', '$2')})
   ), inboxes AS (
     SELECT home, inbox FROM living WHERE inbox IS NOT NULL
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
     ORDER BY inbox
     ON CONFLICT (activity_id, inbox) DO NOTHING
     RETURNING id
   ), promised AS (${promiseBundles('$7', `jsonb_build_object('deliveryId', id)`, 'inserted')}
   )
   SELECT (SELECT count(*) FROM inserted) AS listed,
     (SELECT CASE WHEN count(*) = ${sliceSize} THEN max(id) END FROM slice) AS last,
     (SELECT count(*) FROM account
      WHERE id = ANY($4::bigint[]) AND host <> '' AND inbox IS NULL AND state = 'unknown' AND fetch_failures < 3
        AND deleted_at IS NULL AND suspended_at IS NULL) AS unreachable`;

type Listing = [
  activityId: number,
  authorId: number,
  toFollowers: boolean,
  addressedIds: number[],
  formerly: string | null,
  personally: boolean,
  deliverJob: string,
];

export interface Listed {
  listed: number;
  /** The follower up to whom they are listed, when there may be more. */
  last: number | null;
  unreachable: number;
}

/**
 * Lists inboxes of an activity and promises a job for each, in one go: 1,000 followers of its author (`toFollowers`), the
 * accounts addressed, and whoever got an earlier activity about `formerly`, or that activity itself. Never this server, a blocked domain, a
 * dead account, or one that a block stands between. Inboxes listed before are left alone. `unreachable` counts accounts
 * addressed whose inbox is not known yet.
 */
export const listDeliveries = statement<Listed, [...Listing, above: number]>(
  'list_deliveries',
  listing('$8', ''),
);

/** The same, but for the servers of these accounts, and of the author's followers where these are spared. */
export const listDeliveriesBut = statement<
  Listed,
  [...Listing, spareFollowers: boolean, sparedIds: number[], above: number]
>(
  'list_deliveries_but',
  listing(
    '$10',
    `AND hosts.home NOT IN (SELECT host FROM spared) AND hosts.host NOT IN (SELECT host FROM spared)`,
    spared,
  ),
);

export interface PendingDelivery {
  id: number;
  activity_id: number;
  account_id: number;
  inbox: string;
  host: string;
  attempts: number;
  created_at: Date;
  dialect: 'cavage' | 'rfc9421' | null;
  failures: number;
  open_until: Date | null;
  last_success_at: Date | null;
  /** Since when it keeps us waiting; null for one that answers, or refuses, soon. */
  slow_since: Date | null;
}

/** With what is known of their hosts; those that are over are left out. */
export const loadDeliveries = statement<PendingDelivery, [ids: number[]]>(
  'load_deliveries',
  `SELECT d.id, d.activity_id, a.account_id, d.inbox, d.host, d.attempts, d.created_at,
     h.dialect, coalesce(h.failures, 0) AS failures, h.open_until, h.last_success_at, h.slow_since
   FROM delivery d JOIN activity a ON a.id = d.activity_id LEFT JOIN host h ON h.host = d.host
   WHERE d.id = ANY($1::bigint[]) AND d.state = 'pending'`,
);

export const loadBodies = statement<{ id: number; body: string }, [ids: number[]]>(
  'load_bodies',
  `SELECT id, body FROM activity WHERE id = ANY($1::bigint[])`,
);

export const recordDeliveries = statement<
  never,
  [
    ids: number[],
    states: string[],
    attempts: number[],
    statuses: (number | null)[],
    errors: (string | null)[],
  ]
>(
  'record_deliveries',
  `UPDATE delivery SET updated_at = now(), (state, attempts, last_status, last_error) = (
     SELECT ($2::delivery_state[])[place], ($3::int[])[place], ($4::int[])[place], ($5::text[])[place]
     FROM array_position($1, id) AS place)
   WHERE id = ANY($1::bigint[]) AND state = 'pending'`,
);

/** Written to deliveries that were called off, and never tried again. */
export const calledOff = 'called off';

/** Ends what is still to be delivered of activities of these types about an item; answers the types there were. */
export const callOff = statement<{ type: string }, [accountId: number, objectIri: string, types: string[]]>(
  'call_off_deliveries',
  `WITH ended AS (
     UPDATE delivery d SET state = 'failed', last_error = '${calledOff}', updated_at = now()
     FROM activity a
     WHERE a.account_id = $1 AND a.object_iri = $2 AND a.type = ANY($3::text[])
       AND d.activity_id = a.id AND d.state = 'pending'
     RETURNING a.type
   ) SELECT DISTINCT type FROM ended`,
);

/** After a 410: a shared inbox is used no more; answers the accounts whose own inbox it was. */
export const forgetInbox = statement<{ id: number }, [inbox: string]>(
  'forget_inbox',
  `WITH forgotten AS (UPDATE account SET shared_inbox = NULL WHERE shared_inbox = $1 AND inbox <> $1)
   SELECT id FROM account WHERE inbox = $1 AND host <> '' AND deleted_at IS NULL LIMIT 100`,
);
