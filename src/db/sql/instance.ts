/** Statements on the instance as a whole. */
import { statement } from '../statement.ts';

export const hasRemoteAccounts = statement<{ found: boolean }, []>(
  'has_remote_accounts',
  `SELECT EXISTS (SELECT 1 FROM account WHERE host <> '') AS found`,
);

export const hasAdmin = statement<{ found: boolean }, []>(
  'has_admin',
  `SELECT EXISTS (SELECT 1 FROM member WHERE role = 'admin') AS found`,
);

const moved = (column: string) =>
  `${column} = CASE WHEN starts_with(${column}, $1 || '/') THEN $2 || substr(${column}, length($1) + 1) ELSE ${column} END`;

const accountIris = [
  'iri',
  'url',
  'inbox',
  'shared_inbox',
  'outbox',
  'followers_iri',
  'following_iri',
  'featured_iri',
];
const eventableIris = ['iri', 'url', 'in_reply_to_iri', 'recipe_iri', 'forked_from_iri'];

/** Every IRI of ours gets another origin; only while nobody else knows them. */
export const rewriteOrigin = statement<never, [from: string, to: string]>(
  'rewrite_origin',
  `WITH accounts AS (
     UPDATE account SET ${accountIris.map(moved).join(', ')} WHERE host = ''
   ), keys AS (UPDATE actor_key SET ${moved('iri')}),
     follows AS (UPDATE follow SET ${moved('iri')}),
     requests AS (UPDATE follow_request SET ${moved('iri')}),
     boosts AS (UPDATE boost SET ${moved('iri')}),
     likes AS (UPDATE "like" SET ${moved('iri')}),
     blocks AS (UPDATE block SET ${moved('iri')}),
     tombstones AS (UPDATE tombstone SET ${moved('iri')}, ${moved('actor_iri')}),
     outbox_rows AS (DELETE FROM outbox WHERE job IN ('send-activity', 'deliver-activity')),
     activities AS (DELETE FROM activity)
   UPDATE eventable SET ${eventableIris.map(moved).join(', ')}`,
);

export interface DatabaseSettings {
  version: number;
  synchronous_commit: string;
  fsync: string;
  full_page_writes: string;
  now: Date;
}

/** `version` as in 180004. */
export const selectDatabaseSettings = statement<DatabaseSettings, []>(
  'select_database_settings',
  `SELECT current_setting('server_version_num')::int AS version, current_setting('synchronous_commit') AS synchronous_commit,
     current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
     clock_timestamp() AS now`,
);

export const ping = statement<never, []>('ping', 'SELECT');
