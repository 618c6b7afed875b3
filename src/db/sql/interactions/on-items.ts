/** SQL shared by the statements on likes and boosts. */
import type { Json } from '../../statement.ts';
import { visible } from '../items/visibility.ts';

/** Why an interaction with an item is refused. */
export type ItemRefusal = 'not_found' | 'draft' | 'private';

export interface BegunOnItem {
  place: number;
  refusal: ItemRefusal | null;
  /** False if it existed before. */
  begun: boolean;
  actor_host: string;
  author_host: string;
}

export interface OnItemJson {
  place: number;
  account_id: number;
  eventable_id: number;
  /** The type that the item must have. */
  type?: string;
  at: Date;
}

/** The first parameters. `visible` needs the second one. */
export type OnItemParameters = [given: Json<OnItemJson[]>, host: null];

const given = `given AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($1::jsonb)
      AS g (place int, account_id bigint, eventable_id bigint, type text, at timestamptz)
  )`;

/**
 * CTEs `given` and `judged`: who may interact with which item, and why not. Items are locked in the order of their ids, so
 * that two batches cannot deadlock.
 * @param refusals SQL for further branches of CASE
 */
export const judgeOnItems = (refusals = ''): string => `${given}, item AS MATERIALIZED (
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
export const countOnItems = (counter: string, notice: string): string => `counted AS (
    UPDATE eventable e SET ${counter} = ${counter} + more.count
    FROM (SELECT eventable_id, count(*) FROM made GROUP BY 1) more WHERE e.id = more.eventable_id
  ), notice AS MATERIALIZED (
    SELECT place, '${notice}' AS type, author_id AS recipient_id, account_id AS actor_id, eventable_id
    FROM made JOIN judged USING (account_id, eventable_id) WHERE author_host = ''
  )`;

/** The result: one row for each of `given`. */
export const begunOnItems = `
  SELECT place, refusal, made.account_id IS NOT NULL AS begun, actor_host, coalesce(author_host, '') AS author_host
  FROM judged LEFT JOIN made USING (account_id, eventable_id) ORDER BY place`;

/** CTEs `given` and `gone`: deletes rows from the table, lowers the counter and takes the notification back. */
export const deleteOnItems = (table: string, counter: string, notice: string, returning = ''): string => `
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
