/** Measures what takes room in the database and in the storage of pictures. */
import { statement } from '../../statement.ts';

export const selectTableSizes = statement<{ name: string; bytes: number; rows: number }, []>(
  'select_table_sizes',
  `SELECT c.relname::text AS name, pg_total_relation_size(c.oid) AS bytes, greatest(c.reltuples, 0)::bigint AS rows
   FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname = current_schema() AND c.relkind = 'r' ORDER BY bytes DESC`,
);

export const sumPictures = statement<
  {
    local_bytes: number;
    local_count: number;
    remote_bytes: number;
    remote_count: number;
    database_bytes: number;
  },
  []
>(
  'sum_pictures',
  `SELECT coalesce(sum(bytes) FILTER (WHERE remote_url IS NULL), 0)::bigint AS local_bytes,
     count(*) FILTER (WHERE remote_url IS NULL AND state = 'ready') AS local_count,
     coalesce(sum(bytes) FILTER (WHERE remote_url IS NOT NULL), 0)::bigint AS remote_bytes,
     count(*) FILTER (WHERE remote_url IS NOT NULL AND state = 'ready') AS remote_count,
     pg_database_size(current_database()) AS database_bytes
   FROM medium`,
);
