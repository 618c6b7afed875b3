/** Closes local accounts and erases the content of deleted ones in batches. */
import { statement } from '../../statement.ts';
import { countFollowsSql } from '../items/counters.ts';
import { replaceEntriesSql } from '../items/events.ts';

/** Hides the account and ends its sessions and tokens. Returns no row if it was closed before. */
export const closeAccount = statement<{ id: number }, [id: number]>(
  'close_account',
  `WITH closed AS (
     UPDATE account SET deleted_at = now(), updated_at = now() WHERE id = $1 AND host = '' AND deleted_at IS NULL
     RETURNING id
   ), tokens AS (DELETE FROM access_token WHERE account_id = $1),
     refreshing AS (DELETE FROM refresh_token WHERE account_id = $1),
     codes AS (DELETE FROM authorization_code WHERE account_id = $1),
     sessions AS (DELETE FROM session WHERE account_id = $1)
   SELECT id FROM closed`,
);

/** Remote accounts that the account follows or has requested to follow, also by collections, and those that follow its own. */
export const listFollowedRemoteAccounts = statement<{ id: number }, [accountId: number]>(
  'list_followed_remote_accounts',
  `SELECT a.id FROM (
     SELECT followee_id AS id FROM follow WHERE follower_id = $1
     UNION SELECT target_id FROM follow_request WHERE requester_id = $1
     UNION SELECT c.account_id FROM collection_follow f JOIN collection c ON c.id = f.collection_id WHERE f.account_id = $1
     UNION SELECT f.account_id FROM collection_follow f JOIN collection c ON c.id = f.collection_id WHERE c.account_id = $1
   ) AS followed JOIN account a USING (id) WHERE a.host <> ''`,
);

type Erased = { erased: number; keys: string[] };
type Batch = [accountId: number, limit: number];

/** Deletes items and their pictures; published ones leave a tombstone. Returns the keys of the files to delete. */
export const eraseItems = statement<Erased, [...Batch, actorIri: string]>(
  'erase_items',
  `WITH doomed AS MATERIALIZED (
     SELECT id, iri, type, publication, visibility FROM eventable
     WHERE account_id = $1 ORDER BY id LIMIT $2 FOR UPDATE
   ), tombstones AS (
     INSERT INTO tombstone (iri, actor_iri, former_type, public)
     SELECT iri, $3, type::text, visibility IN ('public', 'unlisted') FROM doomed WHERE iri IS NOT NULL AND publication <> 'draft'
     ON CONFLICT DO NOTHING
   ), pictures AS (
     DELETE FROM medium WHERE eventable_id IN (SELECT id FROM doomed) RETURNING key
   ), gone AS (DELETE FROM eventable WHERE id IN (SELECT id FROM doomed) RETURNING id)
   SELECT (SELECT count(*) FROM gone) AS erased, (SELECT coalesce(array_agg(key), '{}') FROM pictures) AS keys`,
);

/** SQL: whether the account is deleted or suspended, since it may have been restored in the meantime. */
const isGone = `(SELECT deleted_at IS NOT NULL OR suspended_at IS NOT NULL FROM account WHERE id = $1)`;

const eraseCounted = (table: string, counter: string, more = '') => `
  WITH gone AS (
    DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE account_id = $1 AND ${isGone} LIMIT $2) RETURNING eventable_id
  ), counted AS (
    UPDATE eventable e SET ${counter} = greatest(0, e.${counter} - 1) FROM gone WHERE e.id = gone.eventable_id
  )${more} SELECT count(*) AS erased FROM gone`;

const boostsGone = `e.account_id = $1 AND e.action = 'boost' AND e.eventable_id IN (SELECT eventable_id FROM gone)`;

export const eraseLikes = statement<{ erased: number }, Batch>(
  'erase_likes',
  eraseCounted('"like"', 'likes_count'),
);
/** Timeline rows of items that somebody else boosted too stay, under the other boost. */
export const eraseBoosts = statement<{ erased: number }, Batch>(
  'erase_boosts',
  eraseCounted(
    'boost',
    'boosts_count',
    `, passed AS (${replaceEntriesSql(boostsGone)}), events AS (DELETE FROM event e WHERE ${boostsGone})`,
  ),
);

export const eraseFollows = statement<{ erased: number }, Batch>(
  'erase_follows',
  `WITH gone AS (
     DELETE FROM follow WHERE id IN (
       SELECT id FROM follow WHERE (follower_id = $1 OR followee_id = $1) AND ${isGone} LIMIT $2
     ) RETURNING follower_id, followee_id
   ), ${countFollowsSql('gone')}
   SELECT count(*) AS erased FROM gone`,
);

/**
 * Erases everything else and clears the profile. Returns the keys of the files to delete.
 * Keys stay to sign pending deliveries; blocks and mutes of a remote account stay in case it comes back.
 */
export const eraseRest = statement<{ keys: string[] }, [accountId: number]>(
  'erase_rest',
  `WITH requests AS (DELETE FROM follow_request WHERE requester_id = $1 OR target_id = $1),
     blocks AS (
       DELETE FROM block WHERE blocker_id = $1
         OR (blocked_id = $1 AND EXISTS (SELECT 1 FROM account WHERE id = $1 AND host = ''))),
     mutes AS (
       DELETE FROM mute WHERE muter_id = $1
         OR (muted_id = $1 AND EXISTS (SELECT 1 FROM account WHERE id = $1 AND host = ''))),
     domains AS (DELETE FROM account_domain_block WHERE account_id = $1),
     threads AS (DELETE FROM muted_thread WHERE account_id = $1),
     sources AS (DELETE FROM source_activity WHERE account_id = $1 OR target_id = $1),
     notifications AS (DELETE FROM notification WHERE account_id = $1 OR actor_id = $1),
     tags AS (DELETE FROM tag_follow WHERE account_id = $1),
     homes AS (DELETE FROM home_entry WHERE account_id = $1),
     events AS (DELETE FROM event WHERE account_id = $1),
     collections AS (DELETE FROM collection WHERE account_id = $1),
     notes AS (DELETE FROM private_note WHERE account_id = $1),
     shopping AS (DELETE FROM shopping_list WHERE account_id = $1),
     followed AS (
       DELETE FROM collection_follow f USING collection c
       WHERE f.account_id = $1 AND c.id = f.collection_id AND c.account_id <> $1),
     trends AS (DELETE FROM account_trend WHERE account_id = $1),
     decisions AS (DELETE FROM moderation_decision WHERE account_id = $1),
     members AS (DELETE FROM member WHERE account_id = $1),
     pictures AS (DELETE FROM medium WHERE account_id = $1 RETURNING key),
     waiting AS (SELECT p.key FROM import_picture p JOIN import i ON i.id = p.import_id WHERE i.account_id = $1),
     imports AS (DELETE FROM import WHERE account_id = $1 RETURNING key),
     uploads AS (DELETE FROM import_upload WHERE account_id = $1 RETURNING key),
     exports AS (DELETE FROM export WHERE account_id = $1 RETURNING key),
     imported AS (DELETE FROM imported_item WHERE account_id = $1),
     wiped AS (
       UPDATE account SET name = '', summary = '', summary_html = '', locale = 'und', avatar_key = NULL, header_key = NULL,
         avatar_url = NULL, avatar_description = NULL, avatar_blurhash = NULL, also_known_as = '{}',
         moved_to_id = NULL, followers_count = 0, following_count = 0
       WHERE id = $1)
   SELECT coalesce(array_agg(key), '{}') AS keys
   FROM (TABLE pictures UNION ALL TABLE waiting UNION ALL TABLE imports UNION ALL TABLE uploads UNION ALL TABLE exports) AS files`,
);
