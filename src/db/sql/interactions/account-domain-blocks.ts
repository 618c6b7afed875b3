/** Statements on the servers that members block for themselves. */
import { statement } from '../../statement.ts';

export const countOtherDomainBlocks = statement<{ count: number }, [accountId: number, host: string]>(
  'count_other_account_domain_blocks',
  `SELECT count(*) AS count FROM account_domain_block WHERE account_id = $1 AND host <> $2`,
);

export const insertAccountDomainBlock = statement<{ host: string }, [accountId: number, host: string]>(
  'insert_account_domain_block',
  `INSERT INTO account_domain_block (account_id, host) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING host`,
);

export const deleteAccountDomainBlock = statement<never, [accountId: number, host: string]>(
  'delete_account_domain_block',
  `DELETE FROM account_domain_block WHERE account_id = $1 AND host = $2`,
);

export const listAccountDomainBlocks = statement<{ host: string }, [accountId: number]>(
  'list_account_domain_blocks',
  `SELECT host FROM account_domain_block WHERE account_id = $1 ORDER BY host`,
);

/** Accounts of the host that follow the member or are followed, or asked, while the block stands. */
export const listFollowsWithBlockedHost = statement<
  { id: number },
  [accountId: number, host: string, limit: number]
>(
  'list_follows_with_blocked_host',
  `SELECT a.id FROM (
     SELECT followee_id AS id FROM follow WHERE follower_id = $1
     UNION SELECT follower_id FROM follow WHERE followee_id = $1
     UNION SELECT target_id FROM follow_request WHERE requester_id = $1
     UNION SELECT requester_id FROM follow_request WHERE target_id = $1
   ) other JOIN account a ON a.id = other.id
   WHERE a.host = $2 AND EXISTS (SELECT 1 FROM account_domain_block WHERE account_id = $1 AND host = $2)
   LIMIT $3`,
);
