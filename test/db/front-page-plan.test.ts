/** Checks that the leading recipe of the front page is read by an index, however many recipes are popular. */
import { beforeAll, expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { selectMostCookedRecipe } from '../../src/db/sql/discovery.ts';
import { db } from '../../src/db/statement.ts';
import { useDatabase } from '../support/database-connection.ts';
import { type PlanStep, planSteps } from '../support/plan.ts';

const recipes = 60_000;

/** Every tenth recipe has a photo. The most cooked one has none, and the next hides behind a warning. */
useDatabase();
beforeAll(async () => {
  await pool().query(
    `WITH cook AS (
       INSERT INTO account (username, host, iri, state, discoverable)
       SELECT 'cook' || n, 'peer.example', 'https://peer.example/cook' || n, 'loaded', true FROM generate_series(1, 200) n
       RETURNING id
     ), made AS (
       INSERT INTO eventable (type, account_id, iri, name, serving, sensitive)
       SELECT 'recipe', (SELECT min(id) FROM cook) + n % 200, 'https://peer.example/recipes/' || n, 'Recipe ' || n, 4, n = 10
       FROM generate_series(1, ${recipes}) n RETURNING id, account_id, name
     ), numbered AS (
       SELECT id, account_id, substr(name, 8)::int AS n FROM made
     ), photo AS (
       INSERT INTO medium (account_id, eventable_id, key, state, content_type, width, height)
       SELECT account_id, id, gen_random_uuid()::text, 'ready', 'image/webp', 1200, 900 FROM numbered WHERE n % 10 = 0
     )
     INSERT INTO eventable_trend (eventable_id, type, score, cooks_count)
     SELECT id, 'recipe', ${recipes} - n, ${recipes} - n FROM numbered`,
  );
  await pool().query('VACUUM ANALYZE');
});

test('the most cooked recipe with a photo and without a warning leads', async () => {
  expect(await selectMostCookedRecipe(db, null, null)).toMatchObject([{ name: 'Recipe 20' }]);
});

test('it is read by indexes, beginning with the most cooked recipes', async () => {
  const [text] = selectMostCookedRecipe.declared.texts;
  const { rows } = await pool().query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
  const steps = planSteps(rows[0]['QUERY PLAN'][0].Plan);
  const scans = steps.filter((step) => / Scan$/.test(step['Node Type']) && step['Relation Name']);
  const large = ['eventable', 'medium', 'eventable_trend'];
  const used = scans.filter((step) => large.includes(step['Relation Name']!));
  expect(new Set(used.map((step) => step['Relation Name']))).toEqual(new Set(large));
  const isWhole = ({ 'Index Cond': condition }: PlanStep) => condition === undefined;
  expect(used.filter(isWhole).map((step) => step['Relation Name'])).toEqual([]);
  const lists = scans.filter((step) => step['Relation Name'] === 'eventable_trend');
  expect(lists.map((step) => step['Index Name'])).toEqual(['eventable_trend_type_cooks_count_score_idx']);
});
