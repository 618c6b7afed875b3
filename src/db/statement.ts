/** Defines hand-written SQL statements, which are prepared under a name. */
import type pg from 'pg';
import { pool } from './client.ts';

export interface Executor {
  run<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<Row[]>;
}

/** Runs each statement in its own transaction on any connection of the pool. */
export const db: Executor = {
  run: async <Row extends pg.QueryResultRow>(query: pg.QueryConfig) => (await pool().query<Row>(query)).rows,
};

/** The name must be unique, because connections cache the prepared statement under it. `texts` is for tests. */
export function statement<Row extends pg.QueryResultRow, Params extends unknown[]>(
  name: string,
  text: string,
) {
  const run = (on: Executor, ...values: Params): Promise<Row[]> => on.run<Row>({ name, text, values });
  return Object.assign(run, { texts: [text] });
}

/** JSON text of a value that a statement expands, for example with jsonb_to_recordset. */
export type Json<Value> = string & { readonly value?: Value };

export const toJson = <Value>(value: Value): Json<Value> => JSON.stringify(value);
