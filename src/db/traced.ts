/** A connection that traces its statements by name. Values and SQL text never reach a trace. */
import pg from 'pg';
import { begin } from '../lib/tracing/tracing.ts';

type Callback = (error: Error | null, result: unknown) => void;

const { query } = pg.Client.prototype;

export class TracedClient extends pg.Client {}

TracedClient.prototype.query = function tracedQuery(this: pg.Client, ...args: unknown[]) {
  const pass = (values: unknown[]) => (query as (...values: unknown[]) => unknown).apply(this, values);
  const name = nameOf(args[0]);
  const span = name && begin({ name, kind: 'client', attributes: { 'db.system.name': 'postgresql' } });
  if (!span) return pass(args);

  const callback = args.at(-1);
  if (typeof callback === 'function') {
    const onResult: Callback = (error, rows) => {
      span.end(error);
      (callback as Callback)(error, rows);
    };
    return pass([...args.slice(0, -1), onResult]);
  }
  const result = pass(args) as Promise<unknown>;
  result.then(
    () => span.end(),
    (error: unknown) => span.end(error),
  );
  return result;
} as typeof query;

/** The name of a prepared statement, or the first word of another one. Null for streams. */
function nameOf(config: unknown): string | null {
  if (typeof config === 'string') return firstWord(config);
  const { name, text, submit } = config as Partial<pg.QueryConfig> & { submit?: unknown };
  if (submit || typeof text !== 'string') return null;
  return name ?? firstWord(text);
}

const firstWord = (text: string) => /^\s*(\w{1,20})/.exec(text)?.[1] ?? 'statement';
