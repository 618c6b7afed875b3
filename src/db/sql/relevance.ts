/** Statements that tell whether something from elsewhere concerns anybody here. */
import { statement } from '../statement.ts';
import type { DeedType } from './repetitions.ts';

const atOdds = (id: string) => `EXISTS (
  SELECT 1 FROM block WHERE (blocker_id = ${id} AND blocked_id = asked.author_id)
  OR (blocked_id = ${id} AND blocker_id = asked.author_id))`;

export const selectIsKnownItem = statement<{ known: boolean }, [iris: string[]]>(
  'select_is_known_item',
  `SELECT EXISTS (SELECT 1 FROM eventable WHERE iri = ANY($1::text[])) AS known`,
);

/** SQL: a member here follows the account. */
export const followedHere = (account: string): string => `EXISTS (
  SELECT 1 FROM follow f JOIN account fa ON fa.id = f.follower_id WHERE f.followee_id = ${account} AND fa.host = '')`;

export const selectIsFollowedHere = statement<{ followed: boolean }, [accountId: number]>(
  'select_is_followed_here',
  `SELECT ${followedHere('$1')} AS followed`,
);

export interface Asked {
  author_id: number;
  addressed: string[];
  related: string[];
}

/**
 * For each item asked about (a JSON array of `Asked`), in order: a member here follows the author, is addressed, or
 * something known is related to it. Whoever blocked the author, or was blocked, does not count.
 */
export const selectConcernsUs = statement<{ concerns: boolean }, [asked: string]>(
  'select_concerns_us',
  `SELECT EXISTS (
     SELECT 1 FROM follow JOIN account ON account.id = follow.follower_id
     WHERE follow.followee_id = asked.author_id AND account.host = '' AND NOT ${atOdds('follow.follower_id')}
   ) OR EXISTS (
     SELECT 1 FROM account
     WHERE iri = ANY(asked.addressed) AND host = '' AND deleted_at IS NULL AND NOT ${atOdds('account.id')}
   ) OR EXISTS (
     SELECT 1 FROM eventable WHERE iri = ANY(asked.related) AND NOT ${atOdds('eventable.account_id')}
   ) AS concerns
   FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (author_id bigint, addressed text[], related text[]))
     WITH ORDINALITY AS asked (author_id, addressed, related, place)
   ORDER BY place`,
);

export const selectAuthorOf = statement<{ account_id: number; visibility: string }, [iri: string]>(
  'select_author_of',
  `SELECT account_id, visibility FROM eventable WHERE iri = $1`,
);

export const selectItemIds = statement<{ iri: string; id: number }, [iris: string[]]>(
  'select_item_ids',
  `SELECT iri, id FROM eventable WHERE iri = ANY($1::text[])`,
);

/** SQL for what an activity known by its IRI alone did here. */
export const deedUnder = (iri: string): string => `
  SELECT 'Announce' AS type FROM boost WHERE iri = ${iri}
  UNION ALL SELECT 'Like' FROM "like" WHERE iri = ${iri}
  UNION ALL SELECT 'EmojiReact' FROM "like" WHERE reaction_iri = ${iri}
  UNION ALL SELECT 'Block' FROM block WHERE iri = ${iri}
  UNION ALL SELECT 'Follow' FROM follow WHERE iri = ${iri}
  UNION ALL SELECT 'Follow' FROM follow_request WHERE iri = ${iri}
  UNION ALL SELECT type::text FROM repetition WHERE iri = ${iri}
  LIMIT 1`;

export const selectDeed = statement<{ type: DeedType }, [iri: string]>('select_deed', deedUnder('$1'));
