/** Hand-written SQL, prepared under a name, run on the pool or inside a transaction. */
import type pg from 'pg';
import { pool } from './client.ts';

export interface Executor {
  run<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<Row[]>;
}

/** Runs on any connection, each statement a transaction of its own. */
export const db: Executor = {
  run: async <Row extends pg.QueryResultRow>(query: pg.QueryConfig) => (await pool().query<Row>(query)).rows,
};

/** `text` with `$1 …`; its name must be unique, for it names the plan kept by the connection. */
export function statement<Row extends pg.QueryResultRow, Params extends unknown[]>(
  name: string,
  text: string,
) {
  return (on: Executor, ...values: Params): Promise<Row[]> => on.run<Row>({ name, text, values });
}
