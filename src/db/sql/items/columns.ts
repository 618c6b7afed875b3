/** Builds the column lists, with domain names, of every statement that reads accounts and eventables. */
import { camelCase } from '../../../lib/snake-case.ts';
import { type ViewerVariant, visible } from './visibility.ts';

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
  'in_reply_to_id',
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
  'in_reply_to_iri',
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

/** The columns of a recipe's details, with the SQL of the value that stands for null, or '' if null stays. */
export const detailColumns = {
  total_time: '',
  rest_time: '',
  nutrition: `'{}'::jsonb`,
  category: `'{}'::text[]`,
  cuisine: `'{}'::text[]`,
  diet: `'{}'::text[]`,
  equipment: `'{}'::text[]`,
  difficulty: '',
  credit: '',
  video_url: '',
};

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
export const summaryColumns = withRecipe(columns(summary));
export const eventableColumns = withRecipe(columns(eventable));

/** Adds the id of the cooked recipe, if the viewer may see it. */
function withRecipe(list: ReturnType<typeof columns>) {
  return (e: string, prefix = '', variant?: ViewerVariant): string => `${list(e, prefix)},
  ${visibleRecipe(e, variant)} AS "${prefix}recipeId"`;
}

/** A value of the item `r` that a pointer of item `e` refers to, if the viewer may see it. */
const ofTarget = (e: string, pointer: string, value: string, variant?: ViewerVariant, viewer = '$1') => `
  (SELECT ${value} FROM eventable r JOIN account ra ON ra.id = r.account_id
   WHERE r.id = ${e}.${pointer}_id AND ${visible('r', 'ra', viewer, variant)})`;

export const visibleRecipe = (e: string, variant?: ViewerVariant, viewer = '$1'): string =>
  ofTarget(e, 'recipe', 'r.id', variant, viewer);

/** The IRI of the recipe that was cooked. The IRI of a known recipe is shown only if the viewer may see the recipe. */
export const recipeIriColumn = (e: string, variant?: ViewerVariant): string =>
  `CASE WHEN ${e}.recipe_id IS NULL THEN ${e}.recipe_iri ELSE ${ofTarget(e, 'recipe', 'r.iri', variant)} END AS "recipeIri"`;

/** The original of a version as JSON with `id` and `iri`. The id is null if the original is not known. */
export const originalColumn = (e: string, variant?: ViewerVariant): string => `
  CASE WHEN ${e}.forked_from_id IS NOT NULL
    THEN ${ofTarget(e, 'forked_from', `json_build_object('id', r.id, 'iri', r.iri)`, variant)}
    WHEN ${e}.forked_from_iri IS NOT NULL THEN json_build_object('id', NULL, 'iri', ${e}.forked_from_iri) END AS original`;

/** The ids of the cooked recipe and the original, if the viewer may see them. One sub-select is cheaper than two. */
export const visibleTargets = (e: string, variant: ViewerVariant, viewer: string): string => `
  ARRAY(SELECT r.id FROM eventable r JOIN account ra ON ra.id = r.account_id
    WHERE r.id IN (${e}.recipe_id, ${e}.forked_from_id) AND ${visible('r', 'ra', viewer, variant)} ORDER BY r.id)`;

const viewerHas = (table: string, e: string, viewer: string) =>
  `${viewer}::bigint IS NOT NULL AND EXISTS (SELECT 1 FROM ${table} WHERE account_id = ${viewer} AND eventable_id = ${e}.id)`;

/** True if the viewer likes or boosts the item. */
export const viewerColumns = (
  e: string,
  prefix = '',
  variant: ViewerVariant = 'any',
  viewer = '$1',
): string =>
  variant === 'anonymous'
    ? `false AS "${prefix}liked", false AS "${prefix}boosted"`
    : `(${viewerHas('"like"', e, viewer)}) AS "${prefix}liked", (${viewerHas('boost', e, viewer)}) AS "${prefix}boosted"`;

/** The ids of the viewer's own collections that contain the item. `$1` is the viewer. */
export const collectionIdsColumn = (e: string, variant: ViewerVariant = 'any'): string =>
  variant === 'anonymous'
    ? `'{}'::bigint[] AS "collectionIds"`
    : `ARRAY(SELECT i.collection_id FROM collection_item i JOIN collection c ON c.id = i.collection_id
        WHERE i.eventable_id = ${e}.id AND c.account_id = $1 ORDER BY i.collection_id) AS "collectionIds"`;

/** The viewer's own note on a recipe. `$1` is the viewer. */
export const privateNoteColumn = (e: string, variant: ViewerVariant = 'any'): string =>
  variant === 'anonymous'
    ? 'NULL::text AS "privateNote"'
    : `(SELECT n.content FROM private_note n WHERE n.account_id = $1 AND n.eventable_id = ${e}.id) AS "privateNote"`;

/** True if the picture can be shown; remote pictures are fetched on demand. */
export const isDisplayable = (m: string): string =>
  `(${m}.state = 'ready' OR (${m}.state = 'pending' AND ${m}.remote_url IS NOT NULL))`;

/** The item's pictures as a JSON array, in order. */
export const mediaColumn = (e: string, limit: number, prefix = ''): string => `
  (SELECT coalesce(json_agg(json_build_object(
     'id', m.id, 'key', m.key, 'state', m.state, 'description', m.description, 'contentType', m.content_type,
     'width', m.width, 'height', m.height, 'blurhash', m.blurhash, 'remoteUrl', m.remote_url, 'createdAt', m.created_at
   ) ORDER BY m.position, m.id), '[]'::json)
   FROM (SELECT * FROM medium p WHERE p.eventable_id = ${e}.id AND ${isDisplayable('p')} ORDER BY position, id LIMIT ${limit}) m
  ) AS "${prefix}media"`;
