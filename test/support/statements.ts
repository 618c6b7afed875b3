/** Records the SQL statements that run. */
import pg from 'pg';

interface Recorded {
  name?: string | undefined;
  text: string;
  hasParameters: boolean;
}

async function record(work: () => Promise<unknown>): Promise<Recorded[]> {
  const seen: Recorded[] = [];
  const prototype = pg.Client.prototype as { query: (...given: unknown[]) => unknown };
  const query = prototype.query;
  prototype.query = function (this: unknown, ...given: unknown[]) {
    const [config, values] = given as [string | pg.QueryConfig, unknown];
    const {
      name,
      text,
      values: own,
    } = typeof config === 'string' ? { name: undefined, text: config, values: [] } : config;
    seen.push({ name, text, hasParameters: Boolean(own?.length || (Array.isArray(values) && values.length)) });
    return query.apply(this, given);
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return seen;
}

/** Returns the name or text of every statement. */
export const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await record(work)).map(({ name, text }) => name ?? text);

/** Returns the text of every statement with parameters that is planned anew each time. */
export const unpreparedOf = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await record(work)).filter(({ name, hasParameters }) => hasParameters && !name).map(({ text }) => text);
