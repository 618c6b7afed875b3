/** Prints the plans of frequent statements: `BENCH_EXPLAIN=1 npm run bench -- enlarged`. */
import pg from 'pg';
import { plannerSettings, sessionSettings } from '../../src/db/client.ts';
import { selectAreRelevant } from '../../src/db/sql/discovery.ts';
import { selectEventable } from '../../src/db/sql/items.ts';
import { selectAccountTimeline, selectHomeTimelines, selectLocal, selectPublic } from '../../src/db/sql/timelines.ts';
import { selectVersionsForAnonymous, selectVersionsForMembers } from '../../src/db/sql/versions.ts';
import { type Executor, toJson } from '../../src/db/statement.ts';
import type { BenchContext } from './context.ts';
import type { Seeded } from './seed/seeded.ts';

/** Printed with actual rows, buffers and times. */
export async function explainHotStatements({ databaseUrl }: BenchContext, seeded: Seeded): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(sessionSettings(plannerSettings));

  const explain: Executor = {
    run: async ({ name, text, values = [] }) => {
      await client.query(`PREPARE ${name} AS ${text}`);
      const plan = `EXPLAIN (ANALYZE, BUFFERS) EXECUTE ${name}(${values.map(literal).join(', ')})`;
      await client.query(plan);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(plan);
      process.stdout.write(`\n${name}\n${rows.map((row) => row['QUERY PLAN']).join('\n')}\n`);
      return [];
    },
  };

  const me = seeded.readers[0]!.id;
  const window = [0, Number.MAX_SAFE_INTEGER, 21] as const;
  await selectHomeTimelines.newest(explain, [me], null, [0], [Number.MAX_SAFE_INTEGER], [21]);
  await selectPublic.newest(explain, null, null, ...window);
  await selectLocal.newest(explain, me, null, ...window);
  await selectAccountTimeline.newest(explain, me, null, ...window, seeded.publisher.id, false);
  await selectVersionsForAnonymous(explain, null, null, [seeded.items.recipe.first]);
  await selectVersionsForMembers(explain, [me], null, [seeded.items.recipe.first]);
  await selectEventable(explain, me, null, seeded.items.recipe.first);
  const asked = { author_id: me, addressed: [], related: seeded.statusIris.slice(0, 1) };
  await selectAreRelevant(explain, toJson([asked]));
  await client.end();
}

function literal(value: unknown): string {
  if (value === null) return 'NULL';
  if (Array.isArray(value)) return `'{${value.join(',')}}'`;
  return typeof value === 'string' ? pg.escapeLiteral(value) : String(value);
}
