/**
 * Takes the items of suspended accounts out of the counters of other items, and puts those of restored accounts back.
 * `suspended_through` is how far that is done: items up to this id are left out.
 */
import { statement } from '../../statement.ts';

const end = '9223372036854775807';

/** SQL: as in the index account_suspension_pending. */
const isPending = `a.deleted_at IS NULL AND a.suspended_through <> CASE WHEN a.suspended_at IS NULL THEN 0 ELSE ${end} END`;

/**
 * Locks the next accounts whose items are not left out as their suspension says. Inserting an item locks its account too, so
 * a later statement sees all items.
 */
export const lockPendingSuspensions = statement<{ id: number }, [limit: number]>(
  'lock_pending_suspensions',
  `SELECT a.id FROM account a WHERE ${isPending} ORDER BY a.id LIMIT $1 FOR UPDATE`,
);

/** Settles those of the accounts without items. Returns the ids of the others. */
export const settleWithoutItems = statement<{ id: number }, [ids: number[]]>(
  'settle_without_items',
  `WITH others AS MATERIALIZED (
     SELECT a.id FROM account a WHERE a.id = ANY($1::bigint[]) AND EXISTS (SELECT 1 FROM eventable e WHERE e.account_id = a.id)
   ), settled AS (
     UPDATE account a SET suspended_through = CASE WHEN a.suspended_at IS NULL THEN 0 ELSE ${end} END
     WHERE a.id = ANY($1::bigint[]) AND a.id NOT IN (SELECT id FROM others)
   )
   SELECT id FROM others ORDER BY id`,
);

/** The next ids of an account with one index scan for each type, because the index sorts by type first. */
const nextIds = (condition: string, direction: 'ASC' | 'DESC') => `
  SELECT n.id FROM unnest(enum_range(NULL::eventable_type)) AS t (type)
  CROSS JOIN LATERAL (
    SELECT e.id FROM eventable e WHERE e.account_id = a.id AND e.type = t.type AND ${condition}
    ORDER BY e.id ${direction} LIMIT $2) n
  ORDER BY n.id ${direction} LIMIT $2`;

/**
 * Moves `suspended_through` over the next items of a locked account: up while it is suspended, otherwise down. Locks these
 * items, so that changes of them wait, and returns them in order.
 */
export const moveSuspension = statement<{ id: number; change: number }, [accountId: number, limit: number]>(
  'move_suspension',
  `WITH batch AS MATERIALIZED (
     SELECT ids.id FROM account a CROSS JOIN LATERAL (
       (${nextIds('e.id > a.suspended_through AND a.suspended_at IS NOT NULL', 'ASC')})
       UNION ALL (${nextIds('e.id <= a.suspended_through AND a.suspended_at IS NULL', 'DESC')})) ids
     WHERE a.id = $1
   ), moved AS (
     UPDATE account a SET suspended_through = CASE
       WHEN a.suspended_at IS NULL THEN CASE WHEN count = $2 THEN least - 1 ELSE 0 END
       ELSE CASE WHEN count = $2 THEN greatest ELSE ${end} END END
     FROM (SELECT count(*) AS count, min(id) AS least, max(id) AS greatest FROM batch) AS reach
     WHERE a.id = $1 RETURNING CASE WHEN a.suspended_at IS NULL THEN 1 ELSE -1 END AS change
   )
   SELECT e.id, (SELECT change FROM moved) AS change FROM eventable e
   WHERE e.id = ANY(ARRAY(SELECT id FROM batch)) ORDER BY e.id FOR NO KEY UPDATE`,
);

/** Adds the items to the counters of those that they refer to, or subtracts them: `change` is 1 or -1. */
export const countItemsOf = statement<never, [ids: number[], change: number]>(
  'count_items_of',
  `WITH changes AS MATERIALIZED (
     SELECT parent AS id, (count(*) FILTER (WHERE kind = 1) * $2)::int AS replies,
       (count(*) FILTER (WHERE kind = 2) * $2)::int AS cooked, (count(*) FILTER (WHERE kind = 3) * $2)::int AS forks
     FROM eventable e
       CROSS JOIN LATERAL (VALUES (1, e.in_reply_to_id), (2, e.recipe_id), (3, e.forked_from_id)) AS r (kind, parent)
     WHERE e.id = ANY($1::bigint[]) AND parent IS NOT NULL AND is_counted(e.publication, e.visibility) GROUP BY parent
   ), locked AS MATERIALIZED (
     SELECT id FROM eventable WHERE id = ANY(ARRAY(SELECT id FROM changes)) ORDER BY id FOR NO KEY UPDATE
   )
   UPDATE eventable e SET replies_count = greatest(0, e.replies_count + c.replies),
     cooked_count = greatest(0, e.cooked_count + c.cooked), forks_count = greatest(0, e.forks_count + c.forks)
   FROM changes c WHERE e.id = c.id AND e.id = ANY(ARRAY(SELECT id FROM locked))`,
);

/** Counts the ratings of the recipes that the items rate. Call it after `moveSuspension`. */
export const recountRatingsOf = statement<never, [ids: number[]]>(
  'recount_ratings_of',
  `SELECT recount_ratings(recipe_id) FROM (
     SELECT DISTINCT recipe_id FROM eventable WHERE id = ANY($1::bigint[]) AND rating IS NOT NULL AND recipe_id IS NOT NULL
     ORDER BY recipe_id) AS rated`,
);
