/** Statements that tell whether something from elsewhere concerns anybody here. */
import { statement } from '../statement.ts';

export const selectIsKnownItem = statement<{ known: boolean }, [iris: string[]]>(
  'select_is_known_item',
  `SELECT EXISTS (SELECT 1 FROM eventable WHERE iri = ANY($1::text[])) AS known`,
);

/** A member here follows the account. */
export const selectIsFollowedHere = statement<{ followed: boolean }, [accountId: number]>(
  'select_is_followed_here',
  `SELECT EXISTS (
     SELECT 1 FROM follow JOIN account ON account.id = follow.follower_id
     WHERE follow.followee_id = $1 AND account.host = ''
   ) AS followed`,
);

/**
 * A member here follows the author, is addressed, or the item answers or was cooked after one that is known.
 * Whoever blocked the author, or was blocked, does not count.
 */
export const selectConcernsUs = statement<
  { concerns: boolean },
  [authorId: number, addressed: string[], related: string[]]
>(
  'select_concerns_us',
  `WITH at_odds AS (
     SELECT blocked_id AS id FROM block WHERE blocker_id = $1
     UNION ALL SELECT blocker_id FROM block WHERE blocked_id = $1
   )
   SELECT EXISTS (
     SELECT 1 FROM follow JOIN account ON account.id = follow.follower_id
     WHERE follow.followee_id = $1 AND account.host = '' AND account.id NOT IN (SELECT id FROM at_odds)
   ) OR EXISTS (
     SELECT 1 FROM account
     WHERE iri = ANY($2::text[]) AND host = '' AND deleted_at IS NULL AND id NOT IN (SELECT id FROM at_odds)
   ) OR EXISTS (
     SELECT 1 FROM eventable WHERE iri = ANY($3::text[]) AND account_id NOT IN (SELECT id FROM at_odds)
   ) AS concerns`,
);

export const selectAuthorOf = statement<{ account_id: number; visibility: string }, [iri: string]>(
  'select_author_of',
  `SELECT account_id, visibility FROM eventable WHERE iri = $1`,
);
