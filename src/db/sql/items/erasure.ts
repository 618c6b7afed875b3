/** Erases items in batches, however much refers to them. */
import { type Executor, statement } from '../../statement.ts';

/** Rows by which others refer to an item. Their number has no limit, so they are deleted in batches before the item. */
const deleted = [
  ...['home_entry', 'event', '"like"', 'boost', 'notification', 'source_activity'],
  ...['collection_item', 'private_note', 'muted_thread', 'revision', 'mention'],
].map((table) => ({ table, column: 'eventable_id' }));
/** Columns by which others refer to an item, and which become null. */
const detached = [
  { table: 'eventable', column: 'in_reply_to_id' },
  { table: 'eventable', column: 'recipe_id' },
  { table: 'eventable', column: 'forked_from_id' },
  { table: 'quote', column: 'quoted_id' },
  { table: 'step_link', column: 'target_id' },
];
const references = [...deleted, ...detached];

/** Rows of all these tables together, at most `$2`. Items that are erased together need not be detached from each other. */
const found = references.map(({ table, column }, index) => {
  const before = references.slice(0, index).map((_, each) => `(SELECT count(*) FROM found${each})`);
  const isOther = table === 'eventable' ? 'AND id <> ALL($1::bigint[])' : '';
  return `found${index} AS MATERIALIZED (
     SELECT ctid AS place FROM ${table} WHERE ${column} = ANY($1::bigint[]) ${isOther}
     LIMIT greatest(0, ${['$2', ...before].join(' - ')}))`;
});
const places = (index: number) => `ctid = ANY(ARRAY(SELECT place FROM found${index}))`;
const changes = references.map(({ table, column }, index) =>
  index < deleted.length
    ? `gone${index} AS (DELETE FROM ${table} WHERE ${places(index)})`
    : `gone${index} AS (UPDATE ${table} SET ${column} = NULL WHERE ${places(index)})`,
);

/** Deletes rows that refer to the items, and detaches others, at most `limit`. Returns how many. */
const releaseItems = statement<{ released: number }, [ids: number[], limit: number]>(
  'release_items',
  `WITH ${[...found, ...changes].join(', ')}
   SELECT (${references.map((_, index) => `(SELECT count(*) FROM found${index})`).join(' + ')})::bigint AS released`,
);

/** Whether triggers keep counters, for the rest of the transaction. */
const setCounts = statement<never, [state: 'on' | 'off']>(
  'set_counts',
  `SELECT set_config('potluck.counts', $1, true)`,
);

/**
 * Deletes and detaches what refers to the items, at most `limit` rows, before the items are deleted. Returns how many; fewer
 * than `limit` mean that nothing is left. The counters of the items stay as they are, because they go with the items.
 */
export async function releaseReferences(on: Executor, ids: number[], limit: number): Promise<number> {
  await setCounts(on, 'off');
  const [row] = await releaseItems(on, ids, limit);
  await setCounts(on, 'on');
  return row!.released;
}

/**
 * Deletes items of an account and their pictures; published ones leave a tombstone by `actorIri`. Returns the keys of the
 * files to delete.
 */
export const eraseItems = statement<{ keys: string[] }, [ids: number[], accountId: number, actorIri: string]>(
  'erase_items',
  `WITH doomed AS MATERIALIZED (
     SELECT id, iri, type, publication, visibility FROM eventable
     WHERE id = ANY($1::bigint[]) AND account_id = $2 ORDER BY id FOR UPDATE
   ), tombstones AS (
     INSERT INTO tombstone (iri, actor_iri, former_type, public)
     SELECT iri, $3, type::text, visibility IN ('public', 'unlisted') FROM doomed WHERE iri IS NOT NULL AND publication <> 'draft'
     ON CONFLICT DO NOTHING
   ), pictures AS (
     DELETE FROM medium WHERE eventable_id = ANY(ARRAY(SELECT id FROM doomed)) RETURNING key
   ), gone AS (DELETE FROM eventable WHERE id = ANY(ARRAY(SELECT id FROM doomed)))
   SELECT coalesce(array_agg(key), '{}') AS keys FROM pictures`,
);
