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
  const heap = all.filter((step) => step['Relation Name'] === 'recipe_search');
  expect(heap.length).toBeGreaterThanOrEqual(3);
  expect(new Set(heap.map((step) => step['Node Type']))).toEqual(new Set(['Bitmap Heap Scan']));
  const scans = all.filter((step) => step['Node Type'] === 'Bitmap Index Scan');
  expect(scans).toHaveLength(heap.length);
  for (const scan of scans) {
    expect(scan['Index Name']).toBe('recipe_search_document_idx');
    expect(scan['Index Cond']).toContain('document @@');
  }
  // The sequence is a table of one row.
  const tables = all.filter((step) => / Scan$/.test(step['Node Type']) && step['Relation Name'] !== undefined);
  const whole = tables.filter((step) => !step['Index Cond'] && !heap.includes(step));
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
