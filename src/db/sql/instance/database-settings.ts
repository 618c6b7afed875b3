/** Reads the settings of the PostgreSQL server, and checks that it answers. */
import { statement } from '../../statement.ts';

export interface DatabaseSettings {
  version: number;
  synchronous_commit: string;
  fsync: string;
  full_page_writes: string;
  now: Date;
}

/** `version` is a number such as 180004. */
export const selectDatabaseSettings = statement<DatabaseSettings, []>(
  'select_database_settings',
  `SELECT current_setting('server_version_num')::int AS version, current_setting('synchronous_commit') AS synchronous_commit,
     current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
     clock_timestamp() AS now`,
);

export const ping = statement<never, []>('ping', 'SELECT');
