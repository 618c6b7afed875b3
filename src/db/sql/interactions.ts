/** Statements on likes, boosts and pins. */
import { type RowOf, statement } from '../statement.ts';
import type { NotificationType } from '../vocabulary.ts';
import { hasLocalFollowerSql } from './discovery.ts';
import { nextEventIdSql } from './events.ts';
import { enqueueInSql } from './jobs.ts';
import { notifyInSql } from './notifications.ts';
import { cardColumns, mediaColumn, summaryColumns, viewerColumns, visible } from './visibility.ts';

// SQL shared by the statements on likes and boosts

/** Why an interaction with an item is refused. */
type ItemRefusal = 'not_found' | 'draft' | 'private';

/** Of those in `given`, `type` is the type that the item must have, if not null. */
const given = `given AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($1::jsonb)
      AS g (place int, account_id bigint, eventable_id bigint, type text, at timestamptz)
  )`;

/**
 * CTEs `given` and `judged`: who may interact with which item, and why not. Items are locked in the order of their ids,
 * so that two batches cannot deadlock.
 * @param refusals SQL for further branches of CASE
 */
const judgeOnItems = (refusals = ''): string => `${given}, item AS MATERIALIZED (
    SELECT id, account_id, type, publication, visibility FROM eventable
    WHERE id = ANY(ARRAY(SELECT eventable_id FROM given)) ORDER BY id FOR NO KEY UPDATE
  ), judged AS MATERIALIZED (
    SELECT g.*, actor.host AS actor_host, a.host AS author_host, a.id AS author_id, e.visibility,
      CASE
        WHEN actor.deleted_at IS NOT NULL OR actor.suspended_at IS NOT NULL THEN 'not_found'
        WHEN ${visible('e', 'a', 'g.account_id', 'member')} IS NOT TRUE OR g.type <> e.type::text THEN 'not_found'
        WHEN e.publication = 'draft' THEN 'draft' ${refusals}
      END AS refusal
    FROM given g JOIN account actor ON actor.id = g.account_id
      LEFT JOIN item e ON e.id = g.eventable_id LEFT JOIN account a ON a.id = e.account_id
  )`;

/** CTEs that count the rows in `made`, and `notice` for their authors. */
const countOnItems = (counter: string, notice: NotificationType): string => `counted AS (
    UPDATE eventable e SET ${counter} = ${counter} + more.count
    FROM (SELECT eventable_id, count(*) FROM made GROUP BY 1) more WHERE e.id = more.eventable_id
  ), notice AS MATERIALIZED (
    SELECT place, '${notice}' AS type, author_id AS recipient_id, account_id AS actor_id, eventable_id
    FROM made JOIN judged USING (account_id, eventable_id) WHERE author_host = ''
  )`;

/** The result: one row for each of `given`. */
const begunOnItems = `
  SELECT place, refusal, made.account_id IS NOT NULL AS begun, actor_host, coalesce(author_host, '') AS author_host
  FROM judged LEFT JOIN made USING (account_id, eventable_id) ORDER BY place`;

/** CTEs `given` and `gone`: deletes rows from the table, lowers the counter and takes the notification back. */
const deleteOnItems = (table: string, counter: string, notice: NotificationType, returning = ''): string => `
  ${given}, item AS MATERIALIZED (
    SELECT id, account_id AS author_id FROM eventable
    WHERE id = ANY(ARRAY(SELECT eventable_id FROM given)) ORDER BY id FOR NO KEY UPDATE
  ), gone AS (
    DELETE FROM ${table} WHERE id = ANY(ARRAY(
      SELECT (SELECT r.id FROM ${table} r WHERE r.account_id = g.account_id AND r.eventable_id = item.id)
      FROM given g JOIN item ON item.id = g.eventable_id))
    RETURNING account_id, eventable_id ${returning}
  ), counted AS (
    UPDATE eventable e SET ${counter} = greatest(0, e.${counter} - less.count)
    FROM (SELECT eventable_id, count(*) FROM gone GROUP BY 1) less WHERE e.id = less.eventable_id
  ), unnotified AS (
    DELETE FROM notification n USING gone JOIN item ON item.id = gone.eventable_id
    WHERE n.account_id = item.author_id AND n.type = '${notice}' AND n.actor_id = gone.account_id
      AND n.eventable_id = gone.eventable_id
  )`;

// Statements on likes

/**
 * Inserts those of `given` that are allowed and new, counts them and notifies the authors.
 * `begun`: False if it existed before.
 */
export const insertLikes = statement<'insert_likes', { refusal: ItemRefusal | null }>(
  'insert_likes',
  ['given', 'host?'],
  `WITH ${judgeOnItems()}, made AS (
     INSERT INTO "like" (account_id, eventable_id)
     SELECT account_id, eventable_id FROM judged WHERE refusal IS NULL ORDER BY place
     ON CONFLICT DO NOTHING RETURNING account_id, eventable_id
   ), ${countOnItems('likes_count', 'like')}, ${notifyInSql} ${begunOnItems}`,
  { notNull: ['place', 'begun', 'actor_host', 'author_host'] },
);

export const deleteLikes = statement(
  'delete_likes',
  ['given'],
  `WITH ${deleteOnItems('"like"', 'likes_count', 'like')} SELECT account_id, eventable_id FROM gone`,
);

// Statements on boosts

const refusals = `WHEN e.visibility = 'direct' OR (e.visibility = 'private'
  AND e.account_id <> g.account_id) THEN 'private'`;

/**
 * Inserts those of `given` that are allowed and new, counts them, notifies the authors, and records events that a job
 * fans out where the booster has local followers.
 */
export const insertBoosts = statement<'insert_boosts', { refusal: ItemRefusal | null }>(
  'insert_boosts',
  ['given', 'host?', 'fanOutJob'],
  `WITH ${judgeOnItems(refusals)}, made AS (
     INSERT INTO boost (account_id, eventable_id, visibility, created_at)
     SELECT account_id, eventable_id, CASE visibility WHEN 'private' THEN visibility ELSE 'public' END, at
     FROM judged WHERE refusal IS NULL ORDER BY place
     ON CONFLICT DO NOTHING RETURNING account_id, eventable_id, created_at
   ), ${countOnItems('boosts_count', 'boost')}, recorded AS (
     INSERT INTO event (id, action, account_id, eventable_id, local, created_at, fanned_out_at)
     SELECT ${nextEventIdSql}, 'boost', made.account_id, made.eventable_id,
       (SELECT host = '' FROM account WHERE id = made.account_id), made.created_at,
       CASE WHEN NOT ${hasLocalFollowerSql('made.account_id')} THEN now() END
     FROM made
     ON CONFLICT (eventable_id, account_id, action) DO NOTHING
     RETURNING id, fanned_out_at
   ), waiting AS (SELECT id FROM recorded WHERE fanned_out_at IS NULL
   ), enqueued AS (${enqueueInSql('$3', `jsonb_build_object('eventId', id)`, 'waiting')}
   ), ${notifyInSql}
   SELECT begun.*, (SELECT count(*) FROM waiting) AS waiting FROM (${begunOnItems}) AS begun`,
  { notNull: ['place', 'begun', 'actor_host', 'author_host', 'waiting'] },
);

export type EndedBoost = RowOf<typeof deleteBoosts>;

export const deleteBoosts = statement(
  'delete_boosts',
  ['given'],
  `WITH ${deleteOnItems('boost', 'boosts_count', 'boost', ', visibility')}
   SELECT account_id, eventable_id, visibility FROM gone`,
);

// Statements on pinned items

/** Serialises the pins of an account, so that the limit holds. */
export const lockPins = statement(
  'lock_pins',
  ['accountId'],
  `SELECT pg_advisory_xact_lock(hashtextextended('pins', $1::bigint))`,
);

export const countOtherPins = statement(
  'count_other_pins',
  ['accountId', 'eventableId'],
  `SELECT count(*) AS count FROM pin WHERE account_id = $1 AND eventable_id <> $2`,
  { notNull: ['count'] },
);

export const insertPin = statement(
  'insert_pin',
  ['accountId', 'eventableId'],
  `INSERT INTO pin (account_id, eventable_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id`,
);

export const deletePin = statement(
  'delete_pin',
  ['accountId', 'eventableId'],
  `DELETE FROM pin WHERE account_id = $1 AND eventable_id = $2 RETURNING id`,
);

/** Replaces the pins of an account by its own items among these IRIs, the first one newest. */
export const replacePins = statement(
  'replace_pins',
  ['accountId', 'iris'],
  `WITH wanted AS (
     SELECT e.id, asked.place FROM unnest($2::text[]) WITH ORDINALITY AS asked (iri, place)
       JOIN eventable e ON e.iri = asked.iri
     WHERE e.account_id = $1 AND e.visibility IN ('public', 'unlisted')
   ), gone AS (
     DELETE FROM pin WHERE account_id = $1 AND eventable_id NOT IN (SELECT id FROM wanted)
   )
   INSERT INTO pin (account_id, eventable_id) SELECT $1, id FROM wanted ORDER BY place DESC ON CONFLICT DO NOTHING`,
);

const pinned = `
  FROM pin p JOIN eventable e ON e.id = p.eventable_id JOIN account a ON a.id = e.account_id
  WHERE p.account_id = $3 AND e.visibility IN ('public', 'unlisted') AND ${visible()} ORDER BY p.id DESC`;

/** Newest first. */
export const listPins = statement(
  'list_pins',
  ['accountId?', 'host?', 'accountId'],
  `SELECT ${summaryColumns('e')}, ${cardColumns('a', 'account.')}, ${viewerColumns('e')},
    ${mediaColumn('e', 4)} ${pinned}`,
);

/** Pins of the account itself, whatever their visibility. */
export const selectPinnedIds = statement(
  'select_pinned_ids',
  ['accountId'],
  `SELECT eventable_id AS id FROM pin WHERE account_id = $1 ORDER BY id DESC`,
);

export const listPinIris = statement('list_pin_iris', ['accountId?', 'host?', 'accountId'], `SELECT e.iri ${pinned}`, {
  notNull: ['iri'],
});
