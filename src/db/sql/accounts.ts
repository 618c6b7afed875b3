/** Statements on accounts. */
import { statement } from '../statement.ts';
import { accountColumns } from './columns.ts';

type Row = Record<string, unknown>;

const select = `SELECT ${accountColumns('a')} FROM account a`;

export const selectAccount = statement<Row, [id: number]>('select_account', `${select} WHERE a.id = $1`);

export const selectAccounts = statement<Row & { id: number }, [ids: number[]]>(
  'select_accounts',
  `${select} WHERE a.id = ANY($1::bigint[])`,
);

export const selectAccountByHandle = statement<Row, [handle: string]>(
  'select_account_by_handle',
  `${select} WHERE a.handle = $1`,
);

export const selectAccountByIri = statement<Row, [iri: string]>(
  'select_account_by_iri',
  `${select} WHERE a.iri = $1`,
);

export const selectAccountsByIri = statement<Row & { iri: string }, [iris: string[]]>(
  'select_accounts_by_iri',
  `${select} WHERE a.iri = ANY($1::text[])`,
);

export const nextAccountId = statement<{ id: number }, []>(
  'next_account_id',
  `SELECT nextval(pg_get_serial_sequence('account', 'id'))::bigint AS id`,
);

/** Adds to the two counters of a follow, never below zero. */
export const countFollow = statement<never, [followerId: number, followeeId: number, by: number]>(
  'count_follow',
  `UPDATE account SET
     following_count = greatest(0, following_count + CASE WHEN id = $1 THEN $3::int ELSE 0 END),
     followers_count = greatest(0, followers_count + CASE WHEN id = $2 THEN $3::int ELSE 0 END)
   WHERE id IN ($1, $2)`,
);

/** What was asked of a row that turned out to be another. */
export const moveRequests = statement<never, [from: number, to: number]>(
  'move_requests',
  `UPDATE follow_request r SET target_id = $2 WHERE target_id = $1
   AND NOT EXISTS (SELECT 1 FROM follow_request o WHERE o.requester_id = r.requester_id AND o.target_id = $2)`,
);

export const markAccountLoaded = statement<never, [id: number]>(
  'mark_account_loaded',
  `UPDATE account SET state = 'loaded', outbox_read_at = now() WHERE id = $1 AND state <> 'unknown'`,
);
