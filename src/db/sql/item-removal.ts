/** Publishes and unpublishes items, and moves them to the trash, deletes and erases them. */
import { type Executor, statement } from '../statement.ts';
import { headerSelect } from './items.ts';
import { enqueueInSql } from './jobs.ts';
import { storedKeysSql } from './media.ts';

// Statements that publish drafts and turn published items back into drafts

/** `generation` is how often the item was published, including this time. */
export const selectUnpublished = statement(
  'select_unpublished',
  ['id'],
  `SELECT generation, slug, name FROM eventable WHERE id = $1`,
);

/** Gives the draft its addresses. Only recipes have a slug. */
export const publishEventable = statement(
  'publish_eventable',
  ['id', 'iri', 'url', 'slug?', 'visibility?', 'at'],
  `UPDATE eventable SET publication = 'published', iri = $2, url = $3, slug = $4,
    visibility = coalesce($5::visibility, visibility),
     published_at = $6, updated_at = $6, edited_at = NULL, version = version + 1
   WHERE id = $1`,
);

/**
 * Turns the item into a draft, and deletes what its author has of it: nobody else sees a draft. The next publication
 * gets a new IRI.
 */
export const unpublishEventable = statement(
  'unpublish_eventable',
  ['id'],
  `WITH item AS MATERIALIZED (SELECT id, account_id FROM eventable WHERE id = $1),
     likes AS (DELETE FROM "like" r USING item WHERE r.eventable_id = $1 AND r.account_id = item.account_id),
     boosts AS (DELETE FROM boost r USING item WHERE r.eventable_id = $1 AND r.account_id = item.account_id),
     saved AS (
       DELETE FROM collection_item i USING item, collection c
       WHERE i.eventable_id = $1 AND c.id = i.collection_id AND c.account_id = item.account_id),
     pins AS (DELETE FROM pin WHERE eventable_id = $1),
     trend AS (DELETE FROM eventable_trend WHERE eventable_id = $1)
   UPDATE eventable SET publication = 'draft', iri = NULL, url = NULL, generation = generation + 1,
     published_at = created_at, updated_at = now(), likes_count = 0, boosts_count = 0, revisions_count = 0,
       version = version + 1
   WHERE id = $1`,
);

/** Returns no row if the item was published again or deleted. */
export const lockUnpublishedItem = statement(
  'lock_unpublished_item',
  ['id'],
  `SELECT id FROM eventable WHERE id = $1 AND iri IS NULL FOR UPDATE`,
);

// Statements on items that their authors deleted on a page and can still restore

/**
 * SQL: it is deleted for good, as its tombstone says, and a job removes the rest of it. Only members have a trash from
 * which they restore items.
 */
const isDeleted = (item: string) => `(
  EXISTS (SELECT 1 FROM account a WHERE a.id = ${item}.account_id AND a.host <> '')
  OR EXISTS (
    SELECT 1 FROM tombstone t JOIN account a ON a.iri = t.actor_iri WHERE t.iri = ${item}.iri
      AND a.id = ${item}.account_id))`;

/** Returns the version that the item has while it is trashed. */
export const trashEventable = statement(
  'trash_eventable',
  ['id'],
  `UPDATE eventable SET publication = 'trashed', version = version + 1 WHERE id = $1 RETURNING version`,
);

/** Returns no row if the item is not trashed, or belongs to another account. */
export const restoreEventable = statement(
  'restore_eventable',
  ['accountId', 'id'],
  `UPDATE eventable SET
     publication = CASE WHEN iri IS NULL THEN 'draft' ELSE 'published' END::publication, version = version + 1
   WHERE id = $2 AND account_id = $1 AND publication = 'trashed' AND NOT ${isDeleted('eventable')}
   RETURNING type, publication`,
);

/** Returns no row if the item was restored since it had this version. */
export const lockTrashedItem = statement(
  'lock_trashed_item',
  ['id', 'version'],
  `${headerSelect} WHERE e.id = $1 AND e.version = $2 AND e.publication = 'trashed' FOR UPDATE OF e`,
);

/** Returns no row unless the item is trashed and deleted for good. */
export const lockDeletedItem = statement(
  'lock_deleted_item',
  ['id'],
  `SELECT e.id FROM eventable e WHERE e.id = $1 AND e.publication = 'trashed' AND ${isDeleted('e')} FOR UPDATE OF e`,
);

// Statements on tombstones

/** SQL: the later of two deletions counts. One without a time is permanent. */
const upsertTombstonesSql = (source: string): string => `
  INSERT INTO tombstone AS t (iri, actor_iri, former_type, public, ended_at) ${source}
  ON CONFLICT (iri, actor_iri) DO UPDATE SET
    ended_at = CASE WHEN t.ended_at IS NOT NULL AND excluded.ended_at IS NOT NULL
      THEN greatest(t.ended_at, excluded.ended_at) END`;

/**
 * SQL: its actor has not deleted it. A sub-select, so that it is looked up by index even if the table was empty at
 * planning.
 */
export const notDeletedSql = (iri: string, actorIri: string): string =>
  `(SELECT 1 FROM tombstone t WHERE t.iri = ${iri} AND t.actor_iri = ${actorIri}) IS NULL`;

export const insertTombstone = statement(
  'insert_tombstone',
  ['iri', 'actorIri', 'formerType?', 'isPublic', 'endedAt?'],
  upsertTombstonesSql('VALUES ($1, $2, $3, $4, $5)'),
);

/** Prefers the tombstone by the owner, which has a type. */
export const selectTombstone = statement(
  'select_tombstone',
  ['iri'],
  `SELECT iri, actor_iri AS "actorIri", former_type AS "formerType", public AS "isPublic", deleted_at AS "deletedAt"
   FROM tombstone WHERE iri = $1 ORDER BY former_type IS NULL, deleted_at LIMIT 1`,
);

/** Locks the IRI like `lockIri`, and returns its tombstone by this account. */
export const lockTombstone = statement(
  'lock_tombstone',
  ['iri', 'accountId'],
  `SELECT t.ended_at FROM locked_tombstones(ARRAY[$1::text]) t JOIN account a ON a.iri = t.actor_iri WHERE a.id = $2`,
);

export const deleteTombstone = statement(
  'delete_tombstone',
  ['iri', 'accountId'],
  `DELETE FROM tombstone t USING account a WHERE t.iri = $1 AND a.id = $2 AND a.iri = t.actor_iri`,
);

/** SQL: the key that `lockIri` and the function `locked_tombstones` lock. */
const iriLockKey = (iri: string): string => `hashtextextended(${iri}, 0)`;

export const lockIri = statement('lock_iri', ['iri'], `SELECT pg_advisory_xact_lock(${iriLockKey('$1')})`);

/** Locks many IRIs in one order, so that two batches cannot deadlock. */
export const lockIris = statement(
  'lock_iris',
  ['iris'],
  `SELECT pg_advisory_xact_lock(key)
   FROM (SELECT DISTINCT ${iriLockKey('iri')} AS key FROM unnest($1::text[]) AS given (iri) ORDER BY key) keys`,
);

// Erases items in batches, however much refers to them

interface Reference {
  table: string;
  column: string;
  /** SQL: which of the rows `r`. */
  condition?: string;
}

const ofItem = (table: string): Reference => ({ table, column: 'eventable_id' });

/** What others did with a published item. */
const interactions = ['home_entry', 'event', '"like"', 'boost', 'notification', 'source_activity', 'revision'].map(
  ofItem,
);
/** Rows by which others refer to an item. Their number has no limit, so they are deleted in batches before the item. */
const deleted = [...interactions, ...['collection_item', 'private_note', 'muted_thread', 'mention'].map(ofItem)];
/** Columns by which others refer to an item, and which become null. */
const detached: Reference[] = [
  // Items that are erased together need not be detached from each other.
  ...['in_reply_to_id', 'recipe_id', 'forked_from_id'].map((column) => ({
    table: 'eventable',
    column,
    condition: 'r.id <> ALL($1::bigint[])',
  })),
  { table: 'quote', column: 'quoted_id' },
  { table: 'step_link', column: 'target_id' },
];

/** Deletes rows that refer to the items, and detaches others, at most `limit`. Returns how many. */
function releaseRows(name: 'release_items' | 'release_drafts', gone: Reference[], nulled: Reference[]) {
  const references = [...gone, ...nulled];
  const found = references.map(({ table, column, condition = 'true' }, index) => {
    const before = references.slice(0, index).map((_, each) => `(SELECT count(*) FROM found${each})`);
    return `found${index} AS MATERIALIZED (
     SELECT ctid AS place FROM ${table} r WHERE ${column} = ANY($1::bigint[]) AND ${condition}
     LIMIT greatest(0, ${['$2', ...before].join(' - ')}))`;
  });
  const places = (index: number) => `ctid = ANY(ARRAY(SELECT place FROM found${index}))`;
  const changes = references.map(({ table, column }, index) =>
    index < gone.length
      ? `gone${index} AS (DELETE FROM ${table} WHERE ${places(index)})`
      : `gone${index} AS (UPDATE ${table} SET ${column} = NULL WHERE ${places(index)})`,
  );
  return statement(
    name,
    ['ids', 'limit'],
    `WITH ${[...found, ...changes].join(', ')}
   SELECT (${references.map((_, index) => `(SELECT count(*) FROM found${index})`).join(' + ')})::bigint AS released`,
    { notNull: ['released'] },
  );
}

export const releaseAll = releaseRows('release_items', deleted, detached);
/** A draft may be in collections of its author. */
export const releasePublic = releaseRows(
  'release_drafts',
  [
    ...interactions,
    {
      ...ofItem('collection_item'),
      condition: `(SELECT c.account_id FROM collection c WHERE c.id = r.collection_id)
       IS DISTINCT FROM (SELECT e.account_id FROM eventable e WHERE e.id = r.eventable_id)`,
    },
  ],
  [],
);

/** Whether triggers keep counters, for the rest of the transaction. */
export const setCounts = statement('set_counts', ['state'], `SELECT set_config('potluck.counts', $1, true)`);

/**
 * Deletes and detaches what refers to the items, at most `limit` rows, before the items are deleted. Returns how many;
 * fewer than `limit` mean that nothing is left. The counters of the items stay as they are, because they go with the
 * items.
 */
export const releaseReferences = (on: Executor, ids: number[], limit: number): Promise<number> =>
  withoutCounts(on, () => releaseAll(on, ids, limit));

/** Deletes what others did with a draft while it was published. Its counters are 0 already. Returns like the above. */
export const releaseInteractions = (on: Executor, id: number, limit: number): Promise<number> =>
  withoutCounts(on, () => releasePublic(on, [id], limit));

async function withoutCounts(on: Executor, release: () => Promise<{ released: number }[]>): Promise<number> {
  await setCounts(on, 'off');
  const [row] = await release();
  await setCounts(on, 'on');
  return row!.released;
}

/**
 * Deletes items of an account and their pictures; published ones leave a tombstone by `actorIri`. Returns the keys of
 * the files to delete.
 */
export const eraseItems = statement(
  'erase_items',
  ['ids', 'accountId', 'actorIri'],
  `WITH doomed AS MATERIALIZED (
     SELECT id, iri, type, publication, visibility FROM eventable
     WHERE id = ANY($1::bigint[]) AND account_id = $2 ORDER BY id FOR UPDATE
   ), tombstones AS (
     INSERT INTO tombstone (iri, actor_iri, former_type, public)
     SELECT iri, $3, type::text, visibility IN ('public', 'unlisted') FROM doomed WHERE iri IS NOT NULL
       AND publication <> 'draft'
     ON CONFLICT DO NOTHING
   ), pictures AS (
     DELETE FROM medium WHERE eventable_id = ANY(ARRAY(SELECT id FROM doomed)) RETURNING key
   ), gone AS (DELETE FROM eventable WHERE id = ANY(ARRAY(SELECT id FROM doomed)))
   SELECT coalesce(array_agg(key), '{}') AS keys FROM pictures`,
  { notNull: ['keys'] },
);

// Deletes remote items, many in one statement

const rowsThatRefer = [...deleted, ...detached].map(
  ({ table, column }) => `(SELECT 1 FROM ${table} WHERE ${column} = deletes.id LIMIT $5)`,
);

/**
 * Creates a tombstone for each IRI and deletes the item with its pictures, unless the item belongs to another actor. An
 * item to which `manyRows` refer is hidden, and a job erases it. Returns the 0-based indexes of these IRIs and the keys
 * of the files to delete. IRIs of accounts and interactions are skipped.
 */
export const deleteRemoteItems = statement(
  'delete_remote_items',
  ['iris', 'actorIds', 'actorIris', 'endedAt', 'manyRows', 'eraseJob'],
  `WITH found AS MATERIALIZED (
     SELECT id, iri, type, account_id FROM eventable
     WHERE iri = ANY($1::text[]) ORDER BY id FOR UPDATE
   ), deletes AS MATERIALIZED (
     SELECT d.*, f.id, f.type, coalesce(f.account_id, d.actor_id) = d.actor_id AS is_owner
     FROM unnest($1::text[], $2::bigint[], $3::text[], $4::timestamptz[]) WITH ORDINALITY
       AS d (iri, actor_id, actor_iri, ended_at, ordinal)
     LEFT JOIN found f ON f.iri = d.iri
     WHERE (SELECT 1 FROM account WHERE iri = d.iri) IS NULL AND (
       SELECT 1 FROM source_activity s WHERE s.account_id = d.actor_id AND s.iri = d.iri AND s.type IS NOT NULL) IS NULL
   ), tombstones AS (${upsertTombstonesSql('SELECT iri, actor_iri, type::text, false, ended_at FROM deletes WHERE is_owner')}
   ), doomed AS MATERIALIZED (
     SELECT id, (SELECT count(*) FROM (${rowsThatRefer.join(' UNION ALL ')} LIMIT $5) few) = $5 AS is_large
     FROM deletes WHERE is_owner AND id IS NOT NULL
   ), large AS (SELECT id FROM doomed WHERE is_large
   ), media AS (
     DELETE FROM medium WHERE eventable_id = ANY(ARRAY(SELECT id FROM doomed WHERE NOT is_large)) RETURNING key, state
   ), gone AS (
     DELETE FROM eventable WHERE id = ANY(ARRAY(SELECT id FROM doomed WHERE NOT is_large))
   ), hidden AS (
     UPDATE eventable SET publication = 'trashed', iri = NULL, version = version + 1
     WHERE id = ANY(ARRAY(SELECT id FROM large))
   ), unindexed AS (
     DELETE FROM recipe_search WHERE eventable_id = ANY(ARRAY(SELECT id FROM large))
   ), enqueued AS (${enqueueInSql('$6', `jsonb_build_object('eventableId', id)`, 'large')}
   )
   SELECT ordinal - 1 AS index, ARRAY(${storedKeysSql('media')}) AS media_keys FROM deletes`,
  { notNull: ['index', 'media_keys'] },
);

// Finds and deletes old remote items that nobody here has to do with

/** SQL: a local account. */
const isLocal = (id: string) => `EXISTS (SELECT 1 FROM account w WHERE w.id = ${id} AND w.host = '')`;
const acted = (table: string) =>
  `EXISTS (SELECT 1 FROM ${table} r WHERE r.eventable_id = e.id AND ${isLocal('r.account_id')})`;
const isListed = (table: string) => `EXISTS (SELECT 1 FROM ${table} r WHERE r.eventable_id = e.id)`;
const isLinkedFrom = (column: string) =>
  `EXISTS (SELECT 1 FROM eventable r WHERE r.${column} = e.id AND ${isLocal('r.account_id')})`;
const linksTo = (id: string) => `EXISTS (SELECT 1 FROM eventable r WHERE r.id = ${id} AND ${isLocal('r.account_id')})`;

/** SQL: somebody here interacted with the remote item `e`, or it refers to a local item. */
const isUsed = [
  acted('"like"'),
  acted('boost'),
  acted('mention'),
  isListed('notification'),
  isListed('collection_item'),
  isListed('private_note'),
  isListed('pin'),
  isListed('muted_thread'),
  isLinkedFrom('recipe_id'),
  isLinkedFrom('forked_from_id'),
  isLinkedFrom('in_reply_to_id'),
  // A recipe's ratings stay as long as the recipe.
  'e.recipe_id IS NOT NULL',
  linksTo('e.forked_from_id'),
  linksTo('e.in_reply_to_id'),
  `EXISTS (SELECT 1 FROM quote q JOIN eventable r ON r.id = q.eventable_id WHERE q.quoted_id = e.id
    AND ${isLocal('r.account_id')})`,
  `EXISTS (SELECT 1 FROM quote q JOIN eventable r ON r.id = q.quoted_id WHERE q.eventable_id = e.id
    AND ${isLocal('r.account_id')})`,
  `EXISTS (SELECT 1 FROM step_link l JOIN eventable r ON r.id = l.source_id WHERE l.target_id = e.id
    AND ${isLocal('r.account_id')})`,
  `EXISTS (SELECT 1 FROM remote_collection_item i JOIN collection_follow f ON f.collection_id = i.collection_id
     WHERE i.iri = e.iri AND ${isLocal('f.account_id')})`,
  'e.id IN (SELECT recipe_id FROM shopping_list_recipe)',
  'e.id IN (SELECT unnest(eventable_ids) FROM report WHERE resolved_at IS NULL)',
].join('\n       OR ');

/** SQL: it is in a home timeline, or somebody here follows its author. */
const isFollowed = `EXISTS (SELECT 1 FROM follow f WHERE f.followee_id = e.account_id) OR ${isListed('home_entry')}`;

/** Remote items that nothing has touched for `days`, in the order of their ids. */
export const selectOldRemoteItems = statement(
  'select_old_remote_items',
  ['after', 'days', 'limit'],
  `SELECT e.id FROM eventable e JOIN account a ON a.id = e.account_id
   WHERE e.id > $1 AND a.host <> ''
     AND greatest(e.created_at, e.updated_at, e.fetched_at) < now() - $2 * interval '1 day'
   ORDER BY e.id LIMIT $3`,
);

/** Of the given remote items, those that nobody here has to do with, in a thread without a local item. */
export const selectUnusedRemoteItems = statement(
  'select_unused_remote_items',
  ['ids', 'keepsFollowed'],
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
  { notNull: ['iri'] },
);

/** Nobody can interact with a locked item. Items that are being changed are left out. */
export const lockUnusedItems = statement(
  'lock_unused_items',
  ['ids'],
  `SELECT id FROM eventable WHERE id = ANY($1::bigint[]) ORDER BY id FOR UPDATE SKIP LOCKED`,
);

/** Without tombstones, so that they can be fetched again. Returns the keys of the files to delete. */
export const deleteUnusedItems = statement(
  'delete_unused_items',
  ['ids'],
  `WITH media AS (
     DELETE FROM medium WHERE eventable_id = ANY($1::bigint[]) RETURNING key, state
   ), gone AS (
     DELETE FROM eventable WHERE id = ANY($1::bigint[]) RETURNING id
   )
   SELECT (SELECT count(*) FROM gone) AS deleted, ARRAY(${storedKeysSql('media')}) AS media_keys`,
  { notNull: ['deleted', 'media_keys'] },
);

/** Only pictures that somebody looked at within `days`, if that is not null. */
export const sumItemMedia = statement(
  'sum_item_media',
  ['ids', 'days?'],
  `SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM medium
   WHERE eventable_id = ANY($1::bigint[]) AND ($2::int IS NULL OR used_at >= now() - $2::int * interval '1 day')`,
  { notNull: ['bytes'] },
);
