/** Checks that the first page of a long list begins with its first rows, however long the list is. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, disconnect, pool } from '../../src/db/client.ts';
import { selectCollection } from '../../src/db/sql/collections.ts';
import { listTrendingAccounts, selectItemCardsOf, selectNewestRecipes } from '../../src/db/sql/discovery.ts';
import { countOutbox, listConversation, listReplyIris } from '../../src/db/sql/federation.ts';
import { selectRelationships } from '../../src/db/sql/follows.ts';
import { countOpenDeliveries } from '../../src/db/sql/instance.ts';
import { listDrafts, listEventablesOf } from '../../src/db/sql/items.ts';
import { listCooked } from '../../src/db/sql/recipes.ts';
import { searchEventableIds } from '../../src/db/sql/search-items.ts';
import { claimReplyFetches, selectDescendants, selectReplies } from '../../src/db/sql/statuses.ts';
import { listTrendingTags, refreshTagTrends } from '../../src/db/sql/tags.ts';
import { db, type Executor } from '../../src/db/statement.ts';
import { type PlanStep, planSteps } from '../support/plan.ts';

const items = 6_000;

/**
 * Every hundredth item is a local recipe, and ten statuses have 100 replies each. Half of the boosts are private, so
 * that the index of open ones is clearly the smallest.
 */
beforeAll(async () => {
  connect(process.env.DATABASE_URL!);
  await pool().query(
    `WITH cook AS (
       INSERT INTO account (username, host, iri, state, discoverable)
       SELECT 'cook' || n, CASE WHEN n % 2 = 0 THEN 'peer.example' ELSE '' END, 'https://peer.example/cook' || n, 'loaded', true
       FROM generate_series(0, 199) n RETURNING id
     )
     INSERT INTO eventable (id, type, account_id, iri, name, serving, fetched_at, in_reply_to_id)
     SELECT first.item + n, CASE WHEN n % 100 = 1 THEN 'recipe' ELSE 'status' END::eventable_type, first.cook + n % 200,
       'https://peer.example/items/' || n, CASE WHEN n % 100 = 1 THEN 'Recipe ' || n ELSE '' END,
       CASE WHEN n % 100 = 1 THEN 4 END, CASE WHEN n % 2 = 0 THEN now() END,
       CASE WHEN n % 6 = 3 THEN first.item + 300 * (n % 20) END
     FROM generate_series(0, ${items}) n,
       (SELECT (SELECT min(id) FROM cook) AS cook, nextval('eventable_id_seq') AS item) first`,
  );
  await pool().query(
    `INSERT INTO boost (account_id, eventable_id, visibility)
     SELECT account_id, id, (CASE WHEN id % 4 < 2 THEN 'public' ELSE 'private' END)::visibility FROM eventable`,
  );
  await pool().query(`SELECT setval('eventable_id_seq', max(id)) FROM eventable`);
  await pool().query('VACUUM ANALYZE');
});
afterAll(() => disconnect());

async function plan({ declared }: { declared: { texts: string[] } }): Promise<PlanStep[]> {
  const { rows } = await pool().query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${declared.texts[0]}`);
  return planSteps(rows[0]['QUERY PLAN'][0].Plan);
}

const indexesOf = (steps: PlanStep[]): string[] => steps.flatMap((step) => step['Index Name'] ?? []);

/** Reads the index and then sorts what it found. */
const sorts = (steps: PlanStep[], index: string): boolean =>
  steps.some(
    (step) => /Sort$/.test(step['Node Type']) && step.Plans?.some((below) => indexesOf(spine(below)).includes(index)),
  );

/** The step and what it is driven by: the first plan below each step. */
const spine = (step: PlanStep): PlanStep[] => [step, ...(step.Plans?.[0] ? spine(step.Plans[0]) : [])];

test.each([
  ['the newest recipes of this server', selectNewestRecipes, 'eventable_newest_local_recipes'],
  ['replies to an item', selectReplies.newest, 'eventable_replies'],
  ['the drafts of a member', listDrafts.newest, 'eventable_own'],
  ['the recipes of a member', listEventablesOf.newest, 'eventable_own'],
  ['the cooked items of a member', listCooked.newest, 'eventable_own'],
  ['trending accounts', listTrendingAccounts, 'account_trend_score_account_id_idx'],
  ['deliveries to come', countOpenDeliveries, 'delivery_not_delivered'],
  ['threads', selectDescendants, 'eventable_replies'],
  ['the conversations that other servers read', listConversation, 'eventable_replies'],
  ['the replies that other servers read', listReplyIris, 'eventable_replies_by_id'],
  ['replies to fetch', claimReplyFetches, 'eventable_replies_by_id'],
  ['the number of items in an outbox', countOutbox, 'eventable_open_local'],
  ['the number of boosts in an outbox', countOutbox, 'boost_open'],
] as const)('%s are read in the order of an index', async (_, statement, index) => {
  const steps = await plan(statement);
  expect(indexesOf(steps)).toContain(index);
  expect(sorts(steps, index)).toBe(false);
});

test('a relationship is looked up by both accounts, since all may follow one of them', async () => {
  const conditions = (await plan(selectRelationships)).map((step) => step['Index Cond']);
  expect(conditions).toContain('((follower_id = a.id) AND (followee_id = $1))');
  expect(conditions).not.toContain('(followee_id = $1)');
});

test('drafts are read without published items, and the other way round', async () => {
  for (const statement of [listDrafts.newest, listEventablesOf.newest, listCooked.newest]) {
    const scans = (await plan(statement)).filter((step) => step['Index Name'] === 'eventable_own');
    expect(scans.map((scan) => scan['Index Cond'])).toEqual([
      expect.stringContaining('(publication = state.publication)'),
    ]);
  }
});

test('items of an account are read by type, each in the order of the index', async () => {
  const steps = await plan(selectItemCardsOf.newest);
  const scans = steps.filter((step) => step['Index Name'] === 'eventable_account_id_type_id_idx');
  expect(scans.map((scan) => scan['Index Cond'])).toEqual([expect.stringContaining('(type = wanted.type)')]);
});

test('a search for items reads the index of words, a type and a part of the items at a time', async () => {
  const steps = await plan(searchEventableIds);
  const scans = steps.filter((step) => step['Node Type'] === 'Bitmap Index Scan');
  const words = scans.filter((scan) => scan['Index Cond']?.includes('@@'));
  expect(words.map((scan) => scan['Index Name'])).toEqual(Array(3).fill('eventable_search_newest'));
});

test('the cover of a large collection is read of its first items alone', async () => {
  const entries = 200;
  const { rows: made } = await pool().query(
    `WITH owner AS (SELECT min(id) AS id FROM account),
       made AS (INSERT INTO collection (account_id, name, visibility) SELECT id, 'Breads', 'public' FROM owner RETURNING id),
       chosen AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM eventable WHERE type = 'status' ORDER BY id LIMIT ${entries}),
       entry AS (
         INSERT INTO collection_item (collection_id, eventable_id, position) SELECT made.id, chosen.id, n FROM made, chosen)
     INSERT INTO medium (account_id, eventable_id, key, state, content_type, width, height)
     SELECT owner.id, chosen.id, gen_random_uuid()::text, 'ready', 'image/webp', 4, 3 FROM owner, chosen
     RETURNING (SELECT id FROM made) AS id`,
  );
  const id = Number(made[0].id);
  expect((await selectCollection(db, null, null, id))[0]).toMatchObject({ itemsCount: entries, cover: { width: 4 } });
  const [text] = selectCollection.declared.texts;
  const { rows } = await pool().query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [null, null, id]);
  const pictures = planSteps(rows[0]['QUERY PLAN'][0].Plan).filter(
    (step) => step['Index Name'] === 'medium_eventable_id_position_idx',
  );
  expect(pictures.map((step) => step['Actual Loops'])).toEqual([1]);
});

/** Runs the statement, and returns how many rows it read of an index, those included that it left out. */
async function rowsRead(index: string, run: (on: Executor) => Promise<unknown>): Promise<number> {
  let read = 0;
  const on: Executor = {
    run: async ({ text, values }) => {
      const { rows } = await pool().query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
      const scans = planSteps(rows[0]['QUERY PLAN'][0].Plan).filter((step) => step['Index Name'] === index);
      const rowsOf = (scan: PlanStep) => (scan['Actual Rows'] ?? 0) + (scan['Rows Removed by Filter'] ?? 0);
      read = scans.reduce((sum, scan) => sum + rowsOf(scan) * scan['Actual Loops']!, 0);
      return [];
    },
  };
  await run(on);
  return read;
}

test('the items of one author are counted together, except those that not everybody may see', async () => {
  const { rows } = await pool().query(
    `WITH cook AS (SELECT min(account_id) AS id FROM eventable),
       made AS (INSERT INTO collection (account_id, name, visibility) SELECT id, 'Soups', 'public' FROM cook RETURNING id),
       entry AS (
         INSERT INTO collection_item (collection_id, eventable_id, position)
         SELECT made.id, e.id, e.id FROM made, eventable e WHERE e.account_id < (SELECT id + 2 FROM cook)),
       hidden AS (
         UPDATE eventable SET visibility = 'private' WHERE id = (SELECT max(id) FROM eventable WHERE account_id = (SELECT id FROM cook)))
     SELECT made.id, (SELECT count(*)::int FROM eventable WHERE account_id < (SELECT id + 2 FROM cook)) AS items FROM made`,
  );
  const [{ id, items: count }] = rows;
  expect(count).toBeGreaterThan(50);
  expect((await selectCollection(db, null, null, id))[0]).toMatchObject({ itemsCount: count - 1 });
  expect(await rowsRead('account_pkey', (on) => selectCollection(on, null, null, id))).toBeLessThan(10);
});

/** A thread of 3,000 replies. Returns its first item and the replies, the oldest first. */
async function thread(author: string): Promise<{ root: number; replies: number[] }> {
  const { rows } = await pool().query(
    `WITH cook AS (
       INSERT INTO account (username, host, iri, state, suspended_at)
       VALUES ($1, 'threads.example', 'https://threads.example/' || $1, 'loaded', CASE WHEN $1 = 'spammer' THEN now() END)
       RETURNING id
     ), root AS (
       INSERT INTO eventable (type, account_id, iri)
       SELECT 'status', min(id), 'https://threads.example/about/' || $1 FROM account RETURNING id
     ), written AS (
       INSERT INTO eventable (type, account_id, iri, in_reply_to_id)
       SELECT 'status', cook.id, 'https://threads.example/' || $1 || n, root.id FROM cook, root, generate_series(1, 3000) n
       RETURNING id
     )
     SELECT (SELECT id FROM root) AS root, array_agg(id ORDER BY id) AS replies FROM written`,
    [author],
  );
  return { root: Number(rows[0].root), replies: rows[0].replies.map(Number) };
}

test('a page in the middle of a long thread reads its own replies alone', async () => {
  const { root, replies } = await thread('talker');
  await pool().query('ANALYZE eventable');
  const middle = replies[1_500]!;
  const page = await selectReplies.newest(db, null, null, root, 0, middle, 20);
  expect(page.map(({ id }) => id)).toEqual(replies.slice(1_480, 1_500).reverse());
  const readFor = (above: number, below: number) =>
    rowsRead('eventable_replies', (on) => selectReplies.newest(on, null, null, root, above, below, 20));
  expect(await readFor(0, middle)).toBe(20);
  expect(await readFor(middle, replies.at(-1)! + 1)).toBe(20);
  expect(await rowsRead('eventable_replies', (on) => selectDescendants(on, null, null, root, 20, 200))).toBe(200);

  const rest = await selectReplies.newest(db, null, null, root, 0, middle + 1, 2);
  expect(rest.map(({ id }) => id)).toEqual([middle, middle - 1]);
  await pool().query('DELETE FROM eventable WHERE id = $1', [middle]);
  const after = await selectReplies.newest(db, null, null, root, 0, middle, 1);
  expect(after.map(({ id }) => id)).toEqual([middle - 1]);
});

test('a thread is shown after at most 1,000 replies that nobody may see', async () => {
  const { root } = await thread('spammer');
  const read = (run: (on: Executor) => Promise<unknown>) => rowsRead('eventable_replies', run);
  expect(await read((on) => selectDescendants(on, null, null, root, 20, 200))).toBe(1_000);
  expect(await read((on) => listConversation(on, null, null, root, 200))).toBe(1_000);
});

test('popular hashtags are found by a few of their items, however often they are used', async () => {
  await pool().query(
    `WITH shown AS (
       INSERT INTO event (id, action, account_id, eventable_id)
       SELECT event_id_at(now()) + id, 'create', account_id, id FROM eventable e WHERE type = 'status'
         AND EXISTS (SELECT 1 FROM account WHERE id = e.account_id AND suspended_at IS NULL) LIMIT 3000
       RETURNING id
     )
     INSERT INTO item_tag (tag, event_id) SELECT tag, shown.id FROM shown, unnest(ARRAY['rye', 'spelt']) tag`,
  );
  await refreshTagTrends(db);
  await pool().query('VACUUM ANALYZE');
  expect(await listTrendingTags(db, null, null, 8)).toEqual([{ tag: 'rye' }, { tag: 'spelt' }]);
  expect(await rowsRead('event_pkey', (on) => listTrendingTags(on, null, null, 8))).toBeLessThan(3);
});
