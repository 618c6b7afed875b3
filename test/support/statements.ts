/** Records the name or text of every SQL statement that runs. */
import pg from 'pg';

export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  const prototype = pg.Client.prototype as { query: (...given: unknown[]) => unknown };
  const query = prototype.query;
  prototype.query = function (this: unknown, ...given: unknown[]) {
    const [config] = given;
    seen.push(
      typeof config === 'string'
        ? config
        : ((config as { name?: string; text: string }).name ?? (config as { text: string }).text),
    );
    return query.apply(this, given);
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return seen;
}
