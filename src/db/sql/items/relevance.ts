/** Statements that tell whether something remote is relevant to a local account. */
import { type Json, statement } from '../../statement.ts';

const blockBetween = (id: string) => `EXISTS (
  SELECT 1 FROM block WHERE (blocker_id = ${id} AND blocked_id = query.author_id)
  OR (blocked_id = ${id} AND blocker_id = query.author_id))`;

export const selectIsKnownItem = statement<{ known: boolean }, [iris: string[]]>(
  'select_is_known_item',
  `SELECT EXISTS (SELECT 1 FROM eventable WHERE iri = ANY($1::text[])) AS known`,
);

/** SQL: a local account follows the account. */
export const hasLocalFollowerSql = (account: string): string => `EXISTS (
  SELECT 1 FROM follow f WHERE f.followee_id = ${account} AND f.local)`;

export const selectHasLocalFollower = statement<{ followed: boolean }, [accountId: number]>(
  'select_has_local_follower',
  `SELECT ${hasLocalFollowerSql('$1')} AS followed`,
);

export interface RelevanceQuery {
  author_id: number;
  addressed: string[];
  related: string[];
}

/**
 * For each query (a JSON array of `RelevanceQuery`), in order: a local account follows the author or is addressed, or a known
 * item is related. Accounts with a block between them and the author do not count.
 */
export const selectAreRelevant = statement<{ relevant: boolean }, [queries: Json<RelevanceQuery[]>]>(
  'select_are_relevant',
  `SELECT EXISTS (
     SELECT 1 FROM follow
     WHERE follow.followee_id = query.author_id AND follow.local AND NOT ${blockBetween('follow.follower_id')}
   ) OR EXISTS (
     SELECT 1 FROM account
     WHERE iri = ANY(query.addressed) AND host = '' AND deleted_at IS NULL AND NOT ${blockBetween('account.id')}
   ) OR EXISTS (
     SELECT 1 FROM eventable WHERE iri = ANY(query.related) AND NOT ${blockBetween('eventable.account_id')}
   ) AS relevant
   FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (author_id bigint, addressed text[], related text[]))
     WITH ORDINALITY AS query (author_id, addressed, related, place)
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
