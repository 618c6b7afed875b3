/** Moves all local IRIs to another origin, while no other server knows them. */
import { statement } from '../../statement.ts';

export const selectHasRemoteAccounts = statement<{ has_remote: boolean }, []>(
  'select_has_remote_accounts',
  `SELECT EXISTS (SELECT 1 FROM account WHERE host <> '') AS has_remote`,
);

const rewritten = (column: string) =>
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

/** Replaces the origin in every local IRI. Safe only while no other server knows them. */
export const rewriteOrigin = statement<never, [from: string, to: string]>(
  'rewrite_origin',
  `WITH accounts AS (
     UPDATE account SET ${accountIris.map(rewritten).join(', ')} WHERE host = ''
   ), keys AS (UPDATE actor_key SET ${rewritten('iri')}),
     sources AS (UPDATE source_activity SET ${rewritten('iri')}),
     tombstones AS (UPDATE tombstone SET ${rewritten('iri')}, ${rewritten('actor_iri')}),
     outbox_rows AS (DELETE FROM outbox WHERE job IN ('send-activity', 'deliver-activity')),
     activities AS (DELETE FROM activity)
   UPDATE eventable SET ${eventableIris.map(rewritten).join(', ')}`,
);
