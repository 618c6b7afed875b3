/** Finds and deletes old remote items that nobody here has to do with. */
import { statement } from '../../statement.ts';
import { storedKeysSql } from './remote-media.ts';

/** SQL: a local account. */
const isLocal = (id: string) => `EXISTS (SELECT 1 FROM account w WHERE w.id = ${id} AND w.host = '')`;
const acted = (table: string, column = 'account_id') =>
  `EXISTS (SELECT 1 FROM ${table} r WHERE r.eventable_id = e.id AND ${isLocal(`r.${column}`)})`;
const isListed = (table: string) => `EXISTS (SELECT 1 FROM ${table} r WHERE r.eventable_id = e.id)`;
const isLinkedFrom = (column: string) =>
  `EXISTS (SELECT 1 FROM eventable r WHERE r.${column} = e.id AND ${isLocal('r.account_id')})`;
const linksTo = (id: string) =>
  `EXISTS (SELECT 1 FROM eventable r WHERE r.id = ${id} AND ${isLocal('r.account_id')})`;

/** SQL: somebody here interacted with the remote item `e`, or it refers to a local item. */
const isUsed = [
  acted('"like"'),
  acted('boost'),
  acted('mention'),
  isListed('notification'),
  isListed('collection_item'),
  isListed('private_note'),
  isListed('pin'),
  isLinkedFrom('recipe_id'),
  isLinkedFrom('forked_from_id'),
  isLinkedFrom('in_reply_to_id'),
  // A recipe's ratings stay as long as the recipe.
  'e.recipe_id IS NOT NULL',
  linksTo('e.forked_from_id'),
  linksTo('e.in_reply_to_id'),
  `EXISTS (SELECT 1 FROM quote q JOIN eventable r ON r.id = q.eventable_id WHERE q.quoted_id = e.id AND ${isLocal('r.account_id')})`,
  `EXISTS (SELECT 1 FROM quote q JOIN eventable r ON r.id = q.quoted_id WHERE q.eventable_id = e.id AND ${isLocal('r.account_id')})`,
  `EXISTS (SELECT 1 FROM step_link l JOIN eventable r ON r.id = l.source_id WHERE l.target_id = e.id AND ${isLocal('r.account_id')})`,
  `EXISTS (SELECT 1 FROM remote_collection_item i JOIN collection_follow f ON f.collection_id = i.collection_id
     WHERE i.iri = e.iri AND ${isLocal('f.account_id')})`,
  'e.id IN (SELECT recipe_id FROM shopping_list_recipe)',
  'e.id IN (SELECT unnest(eventable_ids) FROM report WHERE resolved_at IS NULL)',
].join('\n       OR ');

/** SQL: it is in a home timeline, or somebody here follows its author. */
const isFollowed = `EXISTS (SELECT 1 FROM follow f WHERE f.followee_id = e.account_id) OR ${isListed('home_entry')}`;

/** Remote items that nothing has touched for `days`, in the order of their ids. */
export const selectOldRemoteItems = statement<{ id: number }, [after: number, days: number, limit: number]>(
  'select_old_remote_items',
  `SELECT e.id FROM eventable e JOIN account a ON a.id = e.account_id
   WHERE e.id > $1 AND a.host <> ''
     AND greatest(e.created_at, e.updated_at, e.fetched_at) < now() - $2 * interval '1 day'
   ORDER BY e.id LIMIT $3`,
);

/** Of the given remote items, those that nobody here has to do with, in a thread without a local item. */
export const selectUnusedRemoteItems = statement<
  { id: number; iri: string },
  [ids: number[], keepsFollowed: boolean]
>(
  'select_unused_remote_items',
  `WITH RECURSIVE unused AS MATERIALIZED (
     SELECT e.id, e.iri, e.in_reply_to_id FROM eventable e
     WHERE e.id = ANY($1::bigint[]) AND NOT (${isUsed}) AND NOT ($2 AND (${isFollowed}))
   ), above AS (
     SELECT id AS start, id, in_reply_to_id FROM unused
     UNION SELECT above.start, p.id, p.in_reply_to_id FROM above JOIN eventable p ON p.id = above.in_reply_to_id
   ), root AS MATERIALIZED (
     SELECT start, id FROM above WHERE in_reply_to_id IS NULL
   ), thread AS (
     SELECT id AS root, id FROM root
     UNION SELECT thread.root, c.id FROM thread JOIN eventable c ON c.in_reply_to_id = thread.id
   ), kept AS MATERIALIZED (
     SELECT DISTINCT t.root FROM thread t JOIN eventable e ON e.id = t.id WHERE ${isLocal('e.account_id')}
   )
   SELECT u.id, u.iri FROM unused u JOIN root r ON r.start = u.id
   WHERE r.id NOT IN (SELECT root FROM kept) ORDER BY u.id`,
);

/** Nobody can interact with a locked item. Items that are being changed are left out. */
export const lockUnusedItems = statement<{ id: number }, [ids: number[]]>(
  'lock_unused_items',
  `SELECT id FROM eventable WHERE id = ANY($1::bigint[]) ORDER BY id FOR UPDATE SKIP LOCKED`,
);

/** Without tombstones, so that they can be fetched again. Returns the keys of the files to delete. */
export const deleteUnusedItems = statement<{ deleted: number; media_keys: string[] }, [ids: number[]]>(
  'delete_unused_items',
  `WITH media AS (
     DELETE FROM medium WHERE eventable_id = ANY($1::bigint[]) RETURNING key, state
   ), gone AS (
     DELETE FROM eventable WHERE id = ANY($1::bigint[]) RETURNING id
   )
   SELECT (SELECT count(*) FROM gone) AS deleted, ARRAY(${storedKeysSql('media')}) AS media_keys`,
);

/** Only pictures that somebody looked at within `days`, if that is not null. */
export const sumItemMedia = statement<{ bytes: number }, [ids: number[], days: number | null]>(
  'sum_item_media',
  `SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM medium
   WHERE eventable_id = ANY($1::bigint[]) AND ($2::int IS NULL OR used_at >= now() - $2::int * interval '1 day')`,
);
