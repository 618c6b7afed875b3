/** Statements on what strangers find: cards, the explore pages, trends and the sitemap. */
import { type Direction, inBothDirections, statement } from '../statement.ts';
import { activeMember } from './access.ts';
import { fullItemSelect } from './items.ts';
import {
  cardColumns,
  isDisplayable,
  listed,
  mediaColumn,
  summaryColumns,
  unblocked,
  unmuted,
  viewerColumns,
  visible,
  withAuthor,
} from './visibility.ts';

// Statements that tell whether something remote is relevant to a local account

const blockBetween = (id: string) => `EXISTS (
  SELECT 1 FROM block WHERE (blocker_id = ${id} AND blocked_id = query.author_id)
  OR (blocked_id = ${id} AND blocker_id = query.author_id))`;

export const selectIsKnownItem = statement(
  'select_is_known_item',
  ['iris'],
  `SELECT EXISTS (SELECT 1 FROM eventable WHERE iri = ANY($1::text[])) AS known`,
  { notNull: ['known'] },
);

/** SQL: a local account follows the account. */
export const hasLocalFollowerSql = (account: string): string => `EXISTS (
  SELECT 1 FROM follow f WHERE f.followee_id = ${account} AND f.local)`;

export const selectHasLocalFollower = statement(
  'select_has_local_follower',
  ['accountId'],
  `SELECT ${hasLocalFollowerSql('$1')} AS followed`,
  { notNull: ['followed'] },
);

export interface RelevanceQuery {
  author_id: number;
  addressed: string[];
  related: string[];
}

/**
 * For each query (a JSON array of `RelevanceQuery`), in order: a local account follows the author or is addressed, or a
 * known item is related. Accounts with a block between them and the author do not count.
 */
export const selectAreRelevant = statement(
  'select_are_relevant',
  ['queries'],
  `SELECT EXISTS (
     SELECT 1 FROM follow
     WHERE follow.followee_id = query.author_id AND follow.local AND NOT ${blockBetween('follow.follower_id')}
   ) OR EXISTS (
     SELECT 1 FROM account
     WHERE iri = ANY(query.addressed) AND host = '' AND deleted_at IS NULL AND NOT ${blockBetween('account.id')}
   ) OR EXISTS (
     SELECT 1 FROM eventable WHERE iri = ANY(query.related) AND NOT ${blockBetween('eventable.account_id')}
   ) AS relevant
   FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (author_id bigint, addressed text[], related text[]))
     WITH ORDINALITY AS query (author_id, addressed, related, place)
   ORDER BY place`,
  { notNull: ['relevant'] },
);

export const selectAuthorOf = statement(
  'select_author_of',
  ['iri'],
  `SELECT account_id, visibility FROM eventable WHERE iri = $1`,
);

export const selectItemIds = statement(
  'select_item_ids',
  ['iris'],
  `SELECT iri, id FROM eventable WHERE iri = ANY($1::text[])`,
  { notNull: ['iri'] },
);

// Reads pages of item cards, each with one statement

export const itemCardColumns = `${summaryColumns('e')}, e.prep_time AS "prepTime", e.cook_time AS "cookTime",
  e.total_time AS "totalTime", e.rest_time AS "restTime", e.tags, ${cardColumns('a', 'account.')},
    ${viewerColumns('e')}, ${mediaColumn('e', 4)}`;

/**
 * Public recipes of local, discoverable accounts. The conditions on `e` are those of the index
 * eventable_newest_local_recipes.
 */
export const selectNewestRecipes = statement(
  'select_newest_recipes',
  ['accountId?', 'host?', 'limit'],
  `SELECT ${itemCardColumns}
   FROM eventable e ${withAuthor}
   WHERE e.type = 'recipe' AND e.publication = 'published' AND e.visibility = 'public' AND e.fetched_at IS NULL
     AND e.published_at <= now() AND a.host = '' AND a.discoverable AND ${listed()} AND ${unmuted()} AND ${visible()}
   ORDER BY e.published_at DESC, e.id DESC LIMIT $3`,
);

/**
 * Without drafts, direct messages and replies. Each type is read alone, newest first, because the index has no order
 * across types.
 */
const itemsOf = (direction: Direction) => `
  SELECT ${itemCardColumns}
  FROM (
    SELECT p.id FROM unnest($4::eventable_type[]) AS wanted (type) CROSS JOIN LATERAL (
      SELECT e.id FROM eventable e ${withAuthor}
      WHERE e.account_id = $3 AND e.type = wanted.type AND e.id > $5 AND e.id < $6 AND e.publication = 'published'
        AND e.visibility <> 'direct' AND e.in_reply_to_iri IS NULL AND ${visible()}
      ORDER BY e.id ${direction} LIMIT $7
    ) p ORDER BY p.id ${direction} LIMIT $7
  ) page JOIN eventable e ON e.id = page.id JOIN account a ON a.id = e.account_id
  ORDER BY e.id ${direction}`;

export const selectItemCardsOf = inBothDirections(
  'select_item_cards_of',
  ['accountId?', 'host?', 'accountId', 'types', 'above', 'below', 'limit'],
  itemsOf,
);

/** Returns the items in the order of the ids. */
export const selectCardsByIds = statement(
  'select_cards_by_ids',
  ['accountId?', 'host?', 'ids'],
  `SELECT ${itemCardColumns} FROM unnest($3::bigint[]) WITH ORDINALITY AS requested (id, place)
     JOIN eventable e ON e.id = requested.id JOIN account a ON a.id = e.account_id
   WHERE ${visible()} ORDER BY requested.place`,
);

// Reads the rows of the front page, each with one statement on an index of its own

const hasPicture = `EXISTS (SELECT 1 FROM medium p WHERE p.eventable_id = e.id AND ${isDisplayable('p')})`;
/** On the front page, even of those who may see it, nothing is shown that hides behind a warning. */
const isForFrontPage = `e.visibility = 'public' AND NOT e.sensitive AND a.discoverable AND ${listed()}
  AND ${unmuted()} AND ${visible()}`;

const maxMostCooked = 300;

/**
 * The recipe with a picture that most people cooked in the last 7 days. Among equals, the trending one. Only the first
 * 300 are looked at, which bounds the time and makes PostgreSQL begin with them.
 */
export const selectMostCookedRecipe = statement(
  'select_most_cooked_recipe',
  ['accountId?', 'host?'],
  `SELECT ${itemCardColumns}
   FROM (SELECT eventable_id, cooks_count, score FROM eventable_trend WHERE type = 'recipe'
         ORDER BY cooks_count DESC, score DESC, eventable_id DESC LIMIT ${maxMostCooked}) AS t
     JOIN eventable e ON e.id = t.eventable_id JOIN account a ON a.id = e.account_id
   WHERE ${hasPicture} AND ${isForFrontPage}
   ORDER BY t.cooks_count DESC, t.score DESC, t.eventable_id DESC LIMIT 1`,
);

/**
 * The newest recipes that take at most 30 minutes. The conditions on `s` are those of the index
 * recipe_search_quick_public.
 */
export const selectNewestQuickRecipes = statement(
  'select_newest_quick_recipes',
  ['accountId?', 'host?', 'limit'],
  `SELECT ${itemCardColumns}
   FROM recipe_search s JOIN eventable e ON e.id = s.eventable_id JOIN account a ON a.id = e.account_id
   WHERE s.total_time <= 1800 AND s.visibility = 'public' AND a.indexable AND ${isForFrontPage}
   ORDER BY s.seq DESC LIMIT $3`,
);

/**
 * The newest cooked items of local accounts with a picture, among the last 300 of all servers, which bounds the time.
 */
export const selectNewestCookedItems = statement(
  'select_newest_cooked_items',
  ['accountId?', 'host?', 'limit'],
  `SELECT ${itemCardColumns}
   FROM (SELECT id, published_at AS cooked_at FROM eventable WHERE recipe_id IS NOT NULL AND published_at <= now()
         ORDER BY published_at DESC LIMIT 300) AS latest
     JOIN eventable e ON e.id = latest.id JOIN account a ON a.id = e.account_id
   WHERE e.publication = 'published' AND a.host = '' AND ${hasPicture} AND ${isForFrontPage}
   ORDER BY latest.cooked_at DESC, e.id DESC LIMIT $3`,
);

// Reads what search engines may index, in ranges of ids, so that each part of a sitemap is one bounded scan

export const selectLastIds = statement(
  'select_last_ids',
  [],
  `SELECT coalesce((SELECT max(id) FROM eventable), 0) AS item, coalesce((SELECT max(id) FROM account), 0) AS account`,
  { notNull: ['item', 'account'] },
);

/** Public local items of authors who allow it, without replies. `above` is exclusive, `upTo` inclusive. */
export const selectIndexableItems = statement(
  'select_indexable_items',
  ['accountId?', 'host?', 'above', 'upTo'],
  `SELECT e.id, e.type, e.slug, a.username, coalesce(e.edited_at, e.published_at) AS "changedAt"
   FROM eventable e JOIN account a ON a.id = e.account_id
   WHERE e.id > $3 AND e.id <= $4 AND a.host = '' AND a.indexable AND e.visibility = 'public'
     AND e.in_reply_to_iri IS NULL AND ${visible('e', 'a', '$1', 'anonymous')} AND ${listed('a', '$1', 'anonymous')}
   ORDER BY e.id`,
  { notNull: ['changedAt'] },
);

/** Local members who allow it. */
export const selectIndexableAccounts = statement(
  'select_indexable_accounts',
  ['above', 'upTo'],
  `SELECT a.username FROM account a JOIN member m ON m.account_id = a.id
   WHERE a.id > $1 AND a.id <= $2 AND a.indexable AND a.discoverable AND a.limited_at IS NULL AND ${activeMember}
   ORDER BY a.id`,
);

// Computes trend scores, and lists what a viewer may see of them

const recent = `now() - interval '7 days'`;

/** Those beyond the first thousand of a list are not stored, because they would be written each minute. */
const maxTrending = 1_000;
/**
 * Items: (likes + 2 × boosts + 3 × preparations and bakings of it, in 7 days) / (age in h + 2)^1.5. Discoverable local
 * accounts: new followers in 7 days + the scores of their items. One statement, so that readers see either all scores of
 * a computation or none.
 */
export const refreshTrends = statement(
  'refresh_trends',
  [],
  `WITH interactions AS (
     SELECT eventable_id, 1 AS weight, NULL::bigint AS cook_id FROM "like" WHERE created_at > ${recent}
     UNION ALL SELECT eventable_id, 2, NULL FROM boost WHERE created_at > ${recent}
     UNION ALL SELECT recipe_id, 3, CASE WHEN visibility = 'public' THEN account_id END FROM eventable
     WHERE recipe_id IS NOT NULL AND publication = 'published' AND published_at > ${recent}
   ), scored AS MATERIALIZED (
     SELECT e.id, e.type, e.account_id, sums.cooks_count, sums.weight / power(
       greatest(extract(epoch FROM now() - e.published_at)::float8, 0) / 3600 + 2, 1.5) AS score
     FROM (
         SELECT eventable_id, sum(weight)::float8 AS weight, count(DISTINCT cook_id) AS cooks_count
         FROM interactions GROUP BY eventable_id
       ) sums
       JOIN eventable e ON e.id = sums.eventable_id JOIN account a ON a.id = e.account_id
     WHERE e.type <> 'baking' AND e.publication = 'published' AND e.visibility = 'public'
       AND a.suspended_at IS NULL AND a.deleted_at IS NULL AND a.limited_at IS NULL
   ), items AS MATERIALIZED (
     SELECT id, type, score, cooks_count FROM (
       SELECT scored.*, row_number() OVER (PARTITION BY type ORDER BY score DESC, id DESC) AS by_score,
         row_number() OVER (PARTITION BY type ORDER BY cooks_count DESC, score DESC, id DESC) AS by_cooks
       FROM scored
     ) AS ranked
     WHERE by_score <= ${maxTrending} OR (type = 'recipe' AND by_cooks <= ${maxMostCooked})
   ), gone_items AS (
     DELETE FROM eventable_trend t WHERE NOT EXISTS (SELECT 1 FROM items WHERE items.id = t.eventable_id)
   ), stored_items AS (
     INSERT INTO eventable_trend (eventable_id, type, score, cooks_count)
     SELECT id, type, score, cooks_count FROM items ORDER BY id
     ON CONFLICT (eventable_id) DO UPDATE SET score = excluded.score, cooks_count = excluded.cooks_count
   ), parts AS (
     SELECT followee_id AS id, count(*)::float8 AS score FROM follow WHERE created_at > ${recent} GROUP BY followee_id
     UNION ALL SELECT account_id, sum(score) FROM scored GROUP BY account_id
   ), accounts AS MATERIALIZED (
     SELECT a.id, sum(parts.score) AS score FROM parts JOIN account a ON a.id = parts.id
     WHERE a.host = '' AND a.discoverable AND a.suspended_at IS NULL AND a.deleted_at IS NULL AND a.limited_at IS NULL
     GROUP BY a.id ORDER BY score DESC, a.id DESC LIMIT ${maxTrending}
   ), gone_accounts AS (
     DELETE FROM account_trend t WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.id = t.account_id)
   )
   INSERT INTO account_trend (account_id, score) SELECT id, score FROM accounts ORDER BY id
   ON CONFLICT (account_id) DO UPDATE SET score = excluded.score`,
);

/** Checks the visibility again, because an item may have changed since its score was computed. */
export const listTrendingEventables = statement(
  'list_trending_eventables',
  ['accountId?', 'host?', 'type', 'limit', 'offset'],
  `${fullItemSelect} JOIN eventable_trend t ON t.eventable_id = e.id
   WHERE t.type = $3::eventable_type AND e.visibility = 'public' AND e.publication = 'published' AND ${listed()}
     AND ${unmuted()} AND ${visible()}
   ORDER BY t.score DESC, t.eventable_id DESC LIMIT $4 OFFSET $5`,
);

export const listTrendingAccounts = statement(
  'list_trending_accounts',
  ['viewer?', 'limit', 'offset'],
  `SELECT ${cardColumns('a')} FROM account_trend t JOIN account a ON a.id = t.account_id
   WHERE a.discoverable AND a.suspended_at IS NULL AND a.deleted_at IS NULL AND ${listed()} AND ${unmuted()}
     AND ${unblocked('a.id')}
   ORDER BY t.score DESC, t.account_id DESC LIMIT $2 OFFSET $3`,
);
