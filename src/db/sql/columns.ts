/** Column lists under their domain names, shared by every statement that reads accounts and eventables. */
import { type Asker, visible } from './visibility.ts';

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
  'recipes_as_notes',
  'also_known_as',
  'moved_to_id',
  'created_at',
  'updated_at',
  'suspended_at',
  'suspended_there',
  'deleted_at',
  'fetched_at',
  'fetch_failures',
  'next_fetch_at',
  'outbox_read_at',
];

const short = [
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
  'created_at',
  'published_at',
];

const eventable = [
  ...short,
  'generation',
  'version',
  'serving',
  'serving_type',
  'in_reply_to_iri',
  'context_iri',
  'sensitive',
  'spoiler_text',
  'source_url',
  'prep_time',
  'cook_time',
  'tags',
  'updated_at',
];

const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const columns =
  (names: string[]) =>
  (alias: string, prefix = ''): string =>
    names.map((name) => `${shownOf(alias, name)} AS "${prefix}${camel(name)}"`).join(', ');

/** Of what an item's own server counts as well, the larger number: neither of us knows of all. */
const countedElsewhere = new Set(['likes_count', 'boosts_count', 'replies_count']);
const shownOf = (alias: string, name: string) =>
  countedElsewhere.has(name) ? `greatest(${alias}.${name}, ${alias}.remote_${name})` : `${alias}.${name}`;

/** What is shown of an account beside its items. */
export const cardColumns = columns(card);
export const accountColumns = columns(account);
/** What is shown of an item in a list. */
export const shortColumns = withRecipe(columns(short));
export const eventableColumns = withRecipe(columns(eventable));

/** The recipe cooked is named to whoever may see it. */
function withRecipe(list: ReturnType<typeof columns>) {
  return (e: string, prefix = '', asker?: Asker): string => `${list(e, prefix)},
  ${visibleRecipe(e, asker)} AS "${prefix}recipeId"`;
}

export const visibleRecipe = (e: string, asker?: Asker, viewer = '$1'): string => `
  (SELECT r.id FROM eventable r JOIN account ra ON ra.id = r.account_id
   WHERE r.id = ${e}.recipe_id AND ${visible('r', 'ra', viewer, asker)})`;

const hasA = (what: string, e: string, viewer: string) =>
  `${viewer}::bigint IS NOT NULL AND EXISTS (SELECT 1 FROM ${what} WHERE account_id = ${viewer} AND eventable_id = ${e}.id)`;

/** Whether the viewer likes and boosts the item. */
export const viewerColumns = (e: string, prefix = '', asker: Asker = 'whoever', viewer = '$1'): string =>
  asker === 'anyone'
    ? `false AS "${prefix}liked", false AS "${prefix}boosted"`
    : `(${hasA('"like"', e, viewer)}) AS "${prefix}liked", (${hasA('boost', e, viewer)}) AS "${prefix}boosted"`;

/** Those of the viewer's own collections that hold the item, the viewer being `$1`. */
export const collectionIdsColumn = (e: string, asker: Asker = 'whoever'): string =>
  asker === 'anyone'
    ? `'{}'::bigint[] AS "collectionIds"`
    : `ARRAY(SELECT i.collection_id FROM collection_item i JOIN collection c ON c.id = i.collection_id
        WHERE i.eventable_id = ${e}.id AND c.account_id = $1 ORDER BY i.collection_id) AS "collectionIds"`;

/** Whether a picture can be looked at: those of other servers before they were fetched, too. */
export const showable = (m: string): string =>
  `(${m}.state = 'ready' OR (${m}.state = 'pending' AND ${m}.remote_url IS NOT NULL))`;

/** The item's pictures as JSON, in order. */
export const mediaColumn = (e: string, limit: number, prefix = ''): string => `
  (SELECT coalesce(json_agg(json_build_object(
     'id', m.id, 'key', m.key, 'state', m.state, 'description', m.description, 'contentType', m.content_type,
     'width', m.width, 'height', m.height, 'blurhash', m.blurhash, 'remoteUrl', m.remote_url, 'createdAt', m.created_at
   ) ORDER BY m.position, m.id), '[]'::json)
   FROM (SELECT * FROM medium p WHERE p.eventable_id = ${e}.id AND ${showable('p')} ORDER BY position, id LIMIT ${limit}) m
  ) AS "${prefix}media"`;
