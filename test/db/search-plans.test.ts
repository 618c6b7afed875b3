/** Checks that every search for recipes uses the index, whatever is asked for. */
import { beforeAll, expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { type SearchOrder, searchRecipes } from '../../src/db/sql/search.ts';
import {
  searchRecipesAtHand,
  searchSimilarRecipes,
  selectMisspelled,
  selectSimilarWords,
} from '../../src/db/sql/search-wider.ts';
import { db } from '../../src/db/statement.ts';
import { useDatabase } from '../support/database-connection.ts';
import { type PlanStep, planSteps } from '../support/plan.ts';

useDatabase();
beforeAll(async () => {
  await pool().query('VACUUM ANALYZE');
});

const orders = Object.keys(searchRecipes) as SearchOrder[];
const texts = orders.flatMap((order) =>
  searchRecipes[order].declared.texts.map((text, variant) => [order, variant, text] as const),
);

test.each(texts)('a search by %s (variant %i) reads recipes by the index of documents only', async (_, __, text) => {
  const { rows } = await pool().query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
  const all = planSteps(rows[0]['QUERY PLAN'][0].Plan);
  const read = all.filter((step) => step['Relation Name'] === 'recipe_search');
  expect(new Set(read.map((step) => step['Node Type']))).toEqual(new Set(['Bitmap Heap Scan', 'Tid Scan']));
  const heap = read.filter((step) => step['Node Type'] === 'Bitmap Heap Scan');
  expect(heap.length).toBeGreaterThanOrEqual(3);
  const scans = all.filter((step) => step['Node Type'] === 'Bitmap Index Scan');
  expect(scans).toHaveLength(heap.length);
  for (const scan of scans) {
    expect(scan['Index Name']).toBe('recipe_search_document_idx');
    expect(scan['Index Cond']).toContain('document @@');
  }
  // The sequence is a table of one row.
  const tables = all.filter((step) => / Scan$/.test(step['Node Type']) && step['Relation Name'] !== undefined);
  const whole = tables.filter((step) => !step['Index Cond'] && !read.includes(step));
  expect(whole.map((step) => step['Relation Name'])).toEqual(['recipe_search_seq_seq']);
});

const wider = [searchRecipesAtHand, searchSimilarRecipes, selectSimilarWords, selectMisspelled];
const others = wider.flatMap(({ declared }) =>
  declared.texts.map((text, variant) => [declared.name, variant, text] as const),
);

test.each(others)('%s (variant %i) reads recipes and words by indexes', async (_, __, text) => {
  // The tables are empty here.
  const results = await pool().query(
    `BEGIN; SET LOCAL enable_seqscan = off; EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}; ROLLBACK`,
  );
  const { rows } = (results as unknown as { rows: { 'QUERY PLAN': { Plan: PlanStep }[] }[] }[])[2]!;
  const steps = planSteps(rows[0]!['QUERY PLAN'][0]!.Plan);
  const large = steps.filter((step) => ['recipe_search', 'search_word'].includes(step['Relation Name'] ?? ''));
  expect(large.length).toBeGreaterThan(0);
  expect(large.filter((step) => step['Node Type'] === 'Seq Scan')).toEqual([]);
  const indexed = steps.filter((step) => step['Index Name'] !== undefined);
  expect(indexed.filter((step) => !step['Index Cond'])).toEqual([]);
});

test('only the authors of the first 501 matches are read, and the page is the same as of all', async () => {
  await pool().query(
    `WITH cook AS (
       INSERT INTO account (username, iri, host, state, discoverable, limited_at)
       SELECT 'cook' || n, 'https://peer.example/cook' || n, 'peer.example', 'loaded', true, CASE WHEN n % 3 = 0 THEN now() END
       FROM generate_series(1, 2000) n RETURNING id
     ), made AS (
       INSERT INTO eventable (type, account_id, iri, name, serving)
       SELECT 'recipe', id, 'https://peer.example/recipes/' || id, 'Pie', 4 FROM cook RETURNING id, account_id
     )
     INSERT INTO recipe_search (eventable_id, account_id, visibility, has_photo, cooked_count, rating_count, rating_sum,
       ingredient_count, terms, document)
     SELECT id, account_id, 'public', false, id % 7, 0, 0, 1, '{}',
       array_to_tsvector(ARRAY['pie', '=n:pie', '=all', '=r:0', '=b:0', cooked_tier((id % 7)::int)]) FROM made ORDER BY id`,
  );
  await pool().query('VACUUM ANALYZE');
  const { rows } = await pool().query(
    `SELECT e.id FROM eventable e JOIN account a ON a.id = e.account_id WHERE e.name = 'Pie' AND a.limited_at IS NULL
     ORDER BY e.id DESC LIMIT 20`,
  );
  const values = [null, null, 'pie', '', null, 0, 20, 0, null, ''] as const;
  const [found] = await searchRecipes.newest(db, ...values);
  expect(found).toMatchObject({ ids: rows.map(({ id }) => id), total: 501 });
  for (const order of orders) {
    const [text] = searchRecipes[order].declared.texts;
    const plan = await pool().query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...values]);
    const authors = planSteps(plan.rows[0]['QUERY PLAN'][0].Plan).filter(
      (step) => step['Index Name'] === 'account_pkey',
    );
    const read = authors.reduce((sum, step) => sum + step['Actual Loops']!, 0);
    // A third of the authors is limited, and each slice has 501 matches at most.
    expect(read, order).toBeLessThan(order === 'cooked' ? 1_600 : 800);
    expect(read, order).toBeGreaterThan(500);
  }
});
