/** Defines hand-written SQL statements, which are prepared under a name. */
import type pg from 'pg';
import { pool } from './client.ts';
import { isDeadlock } from './errors.ts';

export interface Executor {
  run<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<Row[]>;
}

/**
 * Runs each statement in its own transaction on any connection of the pool. A deadlock, which a read can meet while a
 * migration runs, has rolled it back: it runs once more.
 */
export const db: Executor = {
  run: async <Row extends pg.QueryResultRow>(query: pg.QueryConfig) => {
    const attempt = async () => (await pool().query<Row>(query)).rows;
    return attempt().catch((error: unknown) => {
      if (!isDeadlock(error)) throw error;
      return attempt();
    });
  },
};

/** The name must be unique, because connections cache the prepared statement under it. `texts` is for tests. */
export function statement<Row extends pg.QueryResultRow, Params extends unknown[]>(name: string, text: string) {
  const run = (on: Executor, ...values: Params): Promise<Row[]> => on.run<Row>({ name, text, values });
  return Object.assign(run, { texts: [text] });
}

/** JSON text of a value that a statement expands, for example with jsonb_to_recordset. */
export type Json<Value> = string & { readonly value?: Value };

export const toJson = <Value>(value: Value): Json<Value> => JSON.stringify(value);
