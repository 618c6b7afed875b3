/** The visibility predicate, and the columns of items that viewers get. */
import { camelCase, inSnakeCase, type SnakeCase } from '../../lib/text.ts';
import { type DetailName, mapDetails } from '../recipe-details.ts';
import { type AsDescribed, ascending, type Direction, type Executor, type Options, statement } from '../statement.ts';
import type { Statements } from '../statement-types.ts';

// Builds the visibility predicate that every read of an item uses. `$1` is the viewer's account id or null, `$2` the
// host of the server that signed the request or null; `e` is the eventable, `a` its author. A block hides in both
// directions. If the viewers are rows, `viewer` is their column.

/**
 * PostgreSQL initializes every sub-select at each run, so hot statements leave out those that their viewers do not
 * need. A variant run for another kind of viewer finds nothing.
 */
export type ViewerVariant = 'anonymous' | 'member' | 'any';

const visibleToMember = (e: string, viewer: string) => `(${viewer}::bigint IS NOT NULL AND (
  (${e}.visibility = 'private' AND EXISTS (
    SELECT 1 FROM follow WHERE followee_id = ${e}.account_id AND follower_id = ${viewer}))
  OR EXISTS (SELECT 1 FROM mention WHERE eventable_id = ${e}.id AND account_id = ${viewer})))`;

// The server could show it to the account that is blocked.
const visibleToServer = (e: string) => `($2::text IS NOT NULL
  AND NOT EXISTS (
    SELECT 1 FROM block b JOIN account ba ON ba.id = b.blocked_id WHERE b.blocker_id = ${e}.account_id AND ba.host = $2)
  AND (
  (${e}.visibility = 'private' AND EXISTS (
    SELECT 1 FROM follow f JOIN account fa ON fa.id = f.follower_id
    WHERE f.followee_id = ${e}.account_id AND fa.host = $2))
  OR EXISTS (
    SELECT 1 FROM mention m JOIN account ma ON ma.id = m.account_id
    WHERE m.eventable_id = ${e}.id AND ma.host = $2)))`;

export function visible(e = 'e', a = 'a', viewer = '$1', variant: ViewerVariant = 'any'): string {
  const isOpen = `${e}.visibility IN ('public', 'unlisted')`;
  if (variant === 'anonymous') {
    return `(${a}.suspended_at IS NULL AND ${a}.deleted_at IS NULL AND ${e}.publication = 'published' AND ${isOpen}
      AND $1::bigint IS NULL AND $2::text IS NULL)`;
  }
  const conditions =
    variant === 'member' ? [visibleToMember(e, viewer)] : [visibleToMember(e, viewer), visibleToServer(e)];
  // Suspended members see their own items, which they may export.
  return `(${a}.deleted_at IS NULL ${variant === 'member' ? 'AND $2::text IS NULL' : ''}
    AND ((${e}.account_id = ${viewer}::bigint AND ${e}.publication <> 'trashed')
      OR (${a}.suspended_at IS NULL AND ${e}.publication = 'published' AND (${[isOpen, ...conditions].join(' OR ')})
        AND ${unblocked(`${e}.account_id`, viewer)})))`;
}

/**
 * SQL: joins the author of the item `e` as `a`. OFFSET 0 makes PostgreSQL read items in the order of an index and look up
 * each author, however few accounts it expects.
 */
export const withAuthor = 'CROSS JOIN LATERAL (SELECT * FROM account WHERE id = e.account_id OFFSET 0) a';

/**
 * True if public lists may show the account to the viewer: it is not limited, or the viewer follows it. Each list of
 * items of strangers adds it to `visible`: timelines, search, trends, hashtags, replies. Links, profiles and home
 * timelines do not.
 */
export function listed(a = 'a', viewer = '$1', variant: ViewerVariant = 'any'): string {
  if (variant === 'anonymous') return `${a}.limited_at IS NULL`;
  return `(${a}.limited_at IS NULL OR ${a}.id = ${viewer}::bigint
    OR (SELECT 1 FROM follow WHERE followee_id = ${a}.id AND follower_id = ${viewer}) IS NOT NULL)`;
}

/** True if neither the viewer nor the account blocks the other. Sub-selects keep PostgreSQL from hashing all blocks. */
export function unblocked(account: string, viewer = '$1', variant: ViewerVariant = 'any'): string {
  if (variant === 'anonymous') return `${viewer}::bigint IS NULL`;
  return `(${viewer}::bigint IS NULL OR (
    (SELECT 1 FROM block WHERE blocker_id = ${viewer} AND blocked_id = ${account}) IS NULL
    AND (SELECT 1 FROM block WHERE blocker_id = ${account} AND blocked_id = ${viewer}) IS NULL))`;
}

// Prepares a statement in three variants, each with only the part of the visibility predicate that its viewers need

type Viewer = [accountId: number | null, host: string | null];
type PerViewer = {
  [Name in keyof Statements]: Statements[Name]['parameters'] extends [...Viewer, ...unknown[]] ? Name : never;
}[keyof Statements];

/** In `text`, `$1` is the viewer's account id and `$2` the host of the server that signed the request. */
export function statementPerViewer<
  Name extends PerViewer,
  Narrower extends Partial<Record<keyof Statements[Name]['row'], unknown>> = AsDescribed,
>(name: Name, parameters: string[], text: (variant: ViewerVariant) => string, options: Options = {}) {
  const prepare = (viewer: ViewerVariant) => {
    const variant = [options.variant, 'for', viewer].filter(Boolean).join('_');
    return statement<Name, Narrower>(name, ['accountId?', 'host?', ...parameters], text(viewer), {
      ...options,
      variant,
    });
  };
  const variants = { anonymous: prepare('anonymous'), member: prepare('member'), any: prepare('any') };

  const run = (on: Executor, ...values: Statements[Name]['parameters']) =>
    variants[variantFor(values[0], values[1])](on, ...values);
  const texts = Object.values(variants).flatMap(({ declared }) => declared.texts);
  return Object.assign(run, { declared: { ...variants.any.declared, texts } });
}

/** Like `inBothDirections`. */
export const inBothDirectionsPerViewer = <
  Name extends PerViewer,
  Narrower extends Partial<Record<keyof Statements[Name]['row'], unknown>> = AsDescribed,
>(
  name: Name,
  parameters: string[],
  text: (direction: Direction) => (variant: ViewerVariant) => string,
  options: Options = {},
) => ({
  newest: statementPerViewer<Name, Narrower>(name, parameters, text('DESC'), options),
  oldest: statementPerViewer<Name, Narrower>(name, parameters, text('ASC'), ascending(options)),
});

function variantFor(accountId: number | null, host: string | null): ViewerVariant {
  if (host !== null) return 'any';
  return accountId === null ? 'anonymous' : 'member';
}

// Builds the predicates that leave out what a member has muted. The sets do not refer to the row, so PostgreSQL reads
// each at most once per member, by an index. A member without mutes pays for looking into indexes, not for each row.

const inForce = '(m.expires_at IS NULL OR m.expires_at > now())';

/** SQL for the ids of the accounts that the viewer mutes at present. */
export const mutedIds = (viewer = '$1', condition = 'true') =>
  `SELECT m.muted_id FROM mute m WHERE m.muter_id = ${viewer}::bigint AND ${inForce} AND ${condition}`;

/** SQL for the hosts that the viewer blocks. */
export const blockedHosts = (viewer = '$1') =>
  `SELECT d.host FROM account_domain_block d WHERE d.account_id = ${viewer}::bigint`;

/** SQL for true if the account blocks the host for itself. */
export const blocksHost = (account: string, host: string) =>
  `(SELECT 1 FROM account_domain_block d WHERE d.account_id = ${account} AND d.host = ${host}) IS NOT NULL`;

const withoutBoosts = (viewer: string) =>
  `SELECT f.followee_id FROM follow f WHERE f.follower_id = ${viewer}::bigint AND NOT f.shows_boosts`;

/**
 * True unless the query returns the value. PostgreSQL takes `<> ALL` of an unknown list for rare, and would then start
 * at the accounts instead of the newest events; it takes IS NOT NULL for usual.
 */
const isOutside = (value: string, query: string) => `nullif(${value} = ANY(ARRAY(${query})), true) IS NOT NULL`;

/** True unless the viewer blocks the account's server. */
export function hostUnblocked(a = 'a', viewer = '$1', variant: ViewerVariant = 'any'): string {
  return variant === 'anonymous' ? 'true' : isOutside(`${a}.host`, blockedHosts(viewer));
}

/**
 * True unless the viewer mutes the account or blocks its server. Lists add it to `listed`; threads and profiles do not.
 */
export function unmuted(a = 'a', viewer = '$1', variant: ViewerVariant = 'any'): string {
  if (variant === 'anonymous') return 'true';
  return `(${isOutside(`${a}.id`, mutedIds(viewer))} AND ${hostUnblocked(a, viewer, variant)})`;
}

/**
 * A relation `muted` of one row with the sets of the viewer. OFFSET 0 keeps PostgreSQL from reading them for each
 * event.
 */
export const mutedSets = (viewer: string) => `(
  SELECT ids, hosts, boosters, ids = '{}' AND hosts = '{}' AND boosters = '{}' AS is_empty
  FROM (SELECT ARRAY(${mutedIds(viewer)}) AS ids, ARRAY(${blockedHosts(viewer)}) AS hosts,
    ARRAY(${withoutBoosts(viewer)}) AS boosters OFFSET 0) sets OFFSET 0) muted`;

/**
 * Like `unmuted` for an event `ev` by `actor` with an item by `a`, which may be a boost that the viewer hides. Needs
 * `mutedSets`.
 */
export const eventUnmuted = `(muted.is_empty OR NOT (
  a.id = ANY(muted.ids) OR actor.id = ANY(muted.ids) OR a.host = ANY(muted.hosts) OR actor.host = ANY(muted.hosts)
  OR (ev.action = 'boost' AND actor.id = ANY(muted.boosters))))`;

/** SQL for true if the member sees no boosts by the account, because of a mute or of the follow. */
export const hidesBoostsOf = (member: string, account: string) => `(
  (SELECT 1 FROM mute m WHERE m.muter_id = ${member} AND m.muted_id = ${account} AND ${inForce}) IS NOT NULL
  OR (SELECT 1 FROM follow f WHERE f.follower_id = ${member} AND f.followee_id = ${account}
    AND NOT f.shows_boosts) IS NOT NULL)`;

/** SQL for true if the home entry is a hidden boost. Another boost of the item takes its place. */
export const isHiddenBoost = (entry: string) => `EXISTS (
  SELECT 1 FROM event b WHERE b.id = ${entry}.event_id AND b.action = 'boost'
    AND ${hidesBoostsOf(`${entry}.account_id`, 'b.account_id')})`;

const maxThreadDepth = 200;

/** A recursive CTE `above` with the ids of the item and its known ancestors. */
export const aboveSql = (item: string) => `above AS (
    SELECT ${item}::bigint AS id, 1 AS distance
    UNION ALL
    SELECT e.in_reply_to_id, above.distance + 1 FROM above JOIN eventable e ON e.id = above.id
    WHERE e.in_reply_to_id IS NOT NULL AND above.distance < ${maxThreadDepth})`;

/** True if the member `$1` has not muted the thread of the item. Null is no item. */
export const threadUnmuted = (item: string) => `(
  (SELECT 1 FROM muted_thread t WHERE t.account_id = $1::bigint LIMIT 1) IS NULL
  OR NOT EXISTS (WITH RECURSIVE ${aboveSql(item)}
    SELECT 1 FROM above JOIN muted_thread t ON t.eventable_id = above.id AND t.account_id = $1::bigint))`;

// Builds the column lists, with domain names, of every statement that reads accounts and eventables

const card = [
  'id',
  'handle',
  'username',
  'host',
  'iri',
  'url',
  'state',
  'name',
  'summary',
  'summary_html',
  'avatar_key',
  'avatar_url',
  'avatar_description',
  'avatar_blurhash',
  'followers_count',
  'following_count',
];

const account = [
  ...card,
  'actor_type',
  'header_key',
  'locale',
  'inbox',
  'shared_inbox',
  'outbox',
  'followers_iri',
  'following_iri',
  'featured_iri',
  'locked',
  'discoverable',
  'indexable',
  'recipes_as_articles',
  'quote_policy',
  'also_known_as',
  'moved_to_id',
  'created_at',
  'updated_at',
  'suspended_at',
  'suspended_by_host',
  'limited_at',
  'deleted_at',
  'fetched_at',
  'fetch_failures',
  'next_fetch_at',
  'outbox_read_at',
];

const summary = [
  'id',
  'type',
  'iri',
  'url',
  'publication',
  'visibility',
  'slug',
  'name',
  'content',
  'content_html',
  'locale',
  'prepared_at',
  'likes_count',
  'boosts_count',
  'replies_count',
  'cooked_count',
  'rating',
  'rating_count',
  'rating_sum',
  'sensitive',
  'spoiler_text',
  'quote_iri',
  'created_at',
  'published_at',
  'edited_at',
];

const eventable = [
  ...summary,
  'generation',
  'version',
  'serving',
  'serving_type',
  'context_iri',
  'source_url',
  'as_article',
  'prep_time',
  'cook_time',
  'forks_count',
  'revisions_count',
  'tags',
  'updated_at',
];

const emptyArray = () => `'{}'::text[]`;
const nullStays = () => '';

/** The columns of a recipe's details, with the SQL of the value that stands for null, or '' if null stays. */
export const detailColumns: Record<SnakeCase<DetailName>, string> = inSnakeCase(
  mapDetails({
    seconds: nullStays,
    texts: emptyArray,
    diets: emptyArray,
    difficulty: nullStays,
    nutrition: () => `'{}'::jsonb`,
    credit: nullStays,
    rating: nullStays,
    url: nullStays,
  }),
);

/** The details of a recipe as JSON. Null for other items. */
export const detailsColumn = (e: string): string => {
  const members = Object.entries(detailColumns).map(
    ([name, empty]) => `'${camelCase(name)}', ${empty ? `coalesce(${e}.${name}, ${empty})` : `${e}.${name}`}`,
  );
  return `CASE WHEN ${e}.type = 'recipe' THEN json_build_object(${members.join(', ')}) END AS details`;
};

const columns =
  (names: string[]) =>
  (alias: string, prefix = ''): string =>
    names.map((name) => `${columnValue(alias, name)} AS "${prefix}${camelCase(name)}"`).join(', ');

/** A remote server also counts these. The larger number is shown, because neither server knows all of them. */
const remotelyCounted = new Set(['likes_count', 'boosts_count', 'replies_count']);
const columnValue = (alias: string, name: string) =>
  remotelyCounted.has(name) ? `greatest(${alias}.${name}, ${alias}.remote_${name})` : `${alias}.${name}`;

/** The columns shown of an item's author. */
export const cardColumns = columns(card);
export const accountColumns = columns(account);
/** The columns shown of an item in a list. */
export const summaryColumns = withTargets(columns(summary));
export const eventableColumns = withTargets(columns(eventable));

/** Adds the ids of the cooked recipe and of the parent, if the viewer may see them. */
function withTargets(list: ReturnType<typeof columns>) {
  return (e: string, prefix = '', variant?: ViewerVariant): string => `${list(e, prefix)},
  ${visibleRecipe(e, variant)} AS "${prefix}recipeId", ${visibleParent(e, variant)} AS "${prefix}inReplyToId"`;
}

/** A value of the item `r` that a pointer of item `e` refers to, if the viewer may see it. */
const ofTarget = (e: string, pointer: string, value: string, variant?: ViewerVariant, viewer = '$1') => `
  (SELECT ${value} FROM eventable r JOIN account ra ON ra.id = r.account_id
   WHERE r.id = ${e}.${pointer}_id AND ${visible('r', 'ra', viewer, variant)})`;

const ofParent = (e: string, value: string, variant?: ViewerVariant, viewer?: string): string =>
  ofTarget(e, 'in_reply_to', value, variant, viewer);

export const visibleParent = (e: string, variant?: ViewerVariant, viewer?: string): string =>
  ofParent(e, 'r.id', variant, viewer);

/** The type and the IRI of the parent. Those of a known parent are shown only if the viewer may see it. */
export const parentColumns = (e: string, variant?: ViewerVariant): string =>
  `${ofParent(e, 'r.type', variant)} AS "inReplyToType",
    CASE WHEN ${e}.in_reply_to_id IS NULL THEN ${e}.in_reply_to_iri ELSE ${ofParent(e, 'r.iri', variant)}
    END AS "inReplyToIri"`;

export const visibleRecipe = (e: string, variant?: ViewerVariant, viewer = '$1'): string =>
  ofTarget(e, 'recipe', 'r.id', variant, viewer);

/** The IRI of the recipe that was cooked. The IRI of a known recipe is shown only if the viewer may see the recipe. */
export const recipeIriColumn = (e: string, variant?: ViewerVariant): string =>
  `CASE WHEN ${e}.recipe_id IS NULL THEN ${e}.recipe_iri ELSE ${ofTarget(e, 'recipe', 'r.iri', variant)}
    END AS "recipeIri"`;

/** The original of a version as JSON with `id` and `iri`. The id is null if the original is not known. */
export const originalColumn = (e: string, variant?: ViewerVariant): string => `
  CASE WHEN ${e}.forked_from_id IS NOT NULL
    THEN ${ofTarget(e, 'forked_from', `json_build_object('id', r.id, 'iri', r.iri)`, variant)}
    WHEN ${e}.forked_from_iri IS NOT NULL THEN json_build_object('id', NULL, 'iri', ${e}.forked_from_iri)
      END AS original`;

/** The ids of the cooked recipe, the original and the parent, if the viewer may see them, in one sub-select. */
export const visibleTargets = (e: string, variant: ViewerVariant, viewer: string): string => `
  ARRAY(SELECT r.id FROM eventable r JOIN account ra ON ra.id = r.account_id
    WHERE r.id IN (${e}.recipe_id, ${e}.forked_from_id, ${e}.in_reply_to_id)
      AND ${visible('r', 'ra', viewer, variant)}
    ORDER BY r.id)`;

const viewerHas = (table: string, e: string, viewer: string) =>
  `${viewer}::bigint IS NOT NULL AND EXISTS (SELECT 1 FROM ${table} WHERE account_id = ${viewer}
    AND eventable_id = ${e}.id)`;

/** True if the viewer likes or boosts the item. */
export const viewerColumns = (e: string, prefix = '', variant: ViewerVariant = 'any', viewer = '$1'): string =>
  variant === 'anonymous'
    ? `false AS "${prefix}liked", false AS "${prefix}boosted"`
    : `(${viewerHas('"like"', e, viewer)}) AS "${prefix}liked",
      (${viewerHas('boost', e, viewer)}) AS "${prefix}boosted"`;

/** The ids of the viewer's own collections that contain the item. `$1` is the viewer. */
export const collectionIdsColumn = (e: string, variant: ViewerVariant): string =>
  variant === 'anonymous'
    ? `'{}'::bigint[] AS "collectionIds"`
    : `ARRAY(SELECT i.collection_id FROM collection_item i JOIN collection c ON c.id = i.collection_id
        WHERE i.eventable_id = ${e}.id AND c.account_id = $1 ORDER BY i.collection_id) AS "collectionIds"`;

/** The viewer's own note on a recipe. `$1` is the viewer. */
export const privateNoteColumn = (e: string, variant: ViewerVariant): string =>
  variant === 'anonymous'
    ? 'NULL::text AS "privateNote"'
    : `(SELECT n.content FROM private_note n WHERE n.account_id = $1 AND n.eventable_id = ${e}.id) AS "privateNote"`;

/** True if the picture can be shown; remote pictures are fetched on demand. */
export const isDisplayable = (m: string): string =>
  `(${m}.state = 'ready' OR (${m}.state = 'pending' AND ${m}.remote_url IS NOT NULL))`;

/** The picture `m` as JSON. */
export const mediumJson = `json_build_object(
     'id', m.id, 'key', m.key, 'state', m.state, 'description', m.description, 'contentType', m.content_type,
     'width', m.width, 'height', m.height, 'blurhash', m.blurhash, 'remoteUrl', m.remote_url, 'createdAt', m.created_at
   )`;

/** The item's pictures as a JSON array, in order. */
export const mediaColumn = (e: string, limit: number, prefix = ''): string => `
  (SELECT coalesce(json_agg(${mediumJson} ORDER BY m.position, m.id), '[]'::json)
   FROM (SELECT * FROM medium p WHERE p.eventable_id = ${e}.id AND ${isDisplayable('p')} ORDER BY position, id
     LIMIT ${limit}) m
  ) AS "${prefix}media"`;
