/** Defines hand-written SQL statements, which are prepared under a name. */
import type pg from 'pg';
import { type IdRange, inOrder, type Page, rangeOf } from '../lib/page.ts';
import { pool } from './client.ts';
import { isDeadlock } from './errors.ts';
import type { Statements } from './statement-types.ts';

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

type Described<Name extends keyof Statements> = Statements[Name]['row'];

/** A narrower of no column. */
export type AsDescribed = Record<never, never>;

type Narrowed<Row, Narrower> = [keyof Narrower] extends [never] ? Row : Omit<Row, keyof Narrower> & Narrower;

/** The row that a statement returns. */
export type RowOf<Run extends (...values: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Run>>[number];

export interface Options {
  /** Expressions, and columns beside an outer join, that are never null, which PostgreSQL does not tell. */
  notNull?: string[];
  /** Tells apart statements of one name, which have the same parameters and columns. */
  variant?: string;
}

/**
 * The types of parameters and columns are PostgreSQL's own, which `npm run sql:types` writes for each name. `Narrower`
 * says more of some columns, and `Given` of JSON that PostgreSQL does not describe.
 * @param parameters their names, with a `?` behind those that may be null
 */
export function statement<
  Name extends keyof Statements,
  Narrower extends Partial<Record<keyof Described<Name>, unknown>> = AsDescribed,
  Given extends Statements[Name]['parameters'] = Statements[Name]['parameters'],
>(name: Name, parameters: string[], text: string, { notNull = [], variant }: Options = {}) {
  const prepared = variant === undefined ? name : `${name}_${variant}`;
  const run = (on: Executor, ...values: Given) =>
    on.run({ name: prepared, text, values }) as Promise<Narrowed<Described<Name>, Narrower>[]>;
  return Object.assign(run, { declared: { name: name as string, prepared, parameters, notNull, texts: [text] } });
}

export type Direction = 'ASC' | 'DESC';

/** A page of a list, read from its newest entry on and from its oldest one. */
export const inBothDirections = <
  Name extends keyof Statements,
  Narrower extends Partial<Record<keyof Described<Name>, unknown>> = AsDescribed,
>(
  name: Name,
  parameters: string[],
  text: (direction: Direction) => string,
  options: Options = {},
) => ({
  newest: statement<Name, Narrower>(name, parameters, text('DESC'), options),
  oldest: statement<Name, Narrower>(name, parameters, text('ASC'), ascending(options)),
});

type PageReader<Before extends unknown[], After extends unknown[], Row> = (
  on: Executor,
  ...values: [...Before, above: number, below: number, limit: number, ...After]
) => Promise<Row[]>;

/** Returns the rows in the order of the page. `before` and `after` are the parameters around those of the page. */
export async function readPage<Before extends unknown[], After extends unknown[], Row>(
  list: Record<IdRange['start'], PageReader<Before, After, Row>>,
  page: Page,
  before: [...Before],
  ...after: After
): Promise<Row[]> {
  const { above, below, start } = rangeOf(page);
  return inOrder(await list[start](db, ...before, above, below, page.limit, ...after), page);
}

export const ascending = (options: Options): Options => ({
  ...options,
  variant: [options.variant, 'ascending'].filter(Boolean).join('_'),
});

/**
 * SQL for true. Lets the transaction commit asynchronously: if PostgreSQL crashes within the next 600 ms, the transaction
 * may be lost. Only for work that a job in the outbox repeats. Before anything is sent to another server or deleted from
 * the disk, a transaction that waits for the disk must follow: it makes earlier ones durable as well.
 */
export const commitsAsynchronously = `(SELECT set_config('synchronous_commit', 'off', true)) = 'off'`;

/** JSON text of a value that a statement expands, for example with jsonb_to_recordset. */
export type Json<Value> = string & { readonly value?: Value };

export const toJson = <Value>(value: Value): Json<Value> => JSON.stringify(value);

// Turns rows into objects

/** All rows must have the same columns. */
export function nest<T>(rows: Record<string, unknown>[]): T[] {
  const [first] = rows;
  if (!first) return [];

  const plan = Object.keys(first).map((column) => {
    const dot = column.lastIndexOf('.');
    return { column, path: dot < 0 ? [] : column.slice(0, dot).split('.'), key: column.slice(dot + 1) };
  });

  return rows.map((row) => {
    const result: Record<string, unknown> = {};
    for (const { column, path, key } of plan) {
      let target = result;
      for (const step of path) {
        target[step] ??= {};
        target = target[step] as Record<string, unknown>;
      }
      target[key] = row[column];
    }
    return result as T;
  });
}
