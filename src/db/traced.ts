/** A connection whose statements are part of a trace, by their names: never their values, nor texts with values in them. */
import pg from 'pg';
import { begin } from '../lib/tracing.ts';

type Callback = (error: Error | null, result: unknown) => void;

const { query } = pg.Client.prototype;

export class TracedClient extends pg.Client {}

TracedClient.prototype.query = function ask(this: pg.Client, ...given: unknown[]) {
  const pass = (values: unknown[]) => (query as (...values: unknown[]) => unknown).apply(this, values);
  const name = nameOf(given[0]);
  const begun = name && begin({ name, kind: 'client', attributes: { 'db.system.name': 'postgresql' } });
  if (!begun) return pass(given);

  const callback = given.at(-1);
  if (typeof callback === 'function') {
    const told: Callback = (error, result) => {
      begun.end(error);
      (callback as Callback)(error, result);
    };
    return pass([...given.slice(0, -1), told]);
  }
  const answer = pass(given) as Promise<unknown>;
  answer.then(
    () => begun.end(),
    (error: unknown) => begun.end(error),
  );
  return answer;
} as typeof query;

/** Of a prepared statement its name, of any other its first word; null for streams. */
function nameOf(asked: unknown): string | null {
  if (typeof asked === 'string') return firstWord(asked);
  const { name, text, submit } = asked as Partial<pg.QueryConfig> & { submit?: unknown };
  if (submit || typeof text !== 'string') return null;
  return name ?? firstWord(text);
}

const firstWord = (text: string) => /^\s*(\w{1,20})/.exec(text)?.[1] ?? 'statement';
