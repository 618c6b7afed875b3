/** Reads accounts in batches, and locks and counts them. */
import { statement } from '../../statement.ts';
import { accountColumns } from '../items/columns.ts';

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

/** Serializes changes of an account; `NO KEY` does not block inserts that reference it. */
export const lockAccount = statement<{ id: number }, [id: number]>(
  'lock_account',
  `SELECT id FROM account WHERE id = $1 FOR NO KEY UPDATE`,
);

export const nextAccountId = statement<{ id: number }, []>(
  'next_account_id',
  `SELECT nextval(pg_get_serial_sequence('account', 'id'))::bigint AS id`,
);
