/** The public timeline over the API. */
import { beforeEach, expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { selectLocal, selectPublic } from '../../src/db/sql/timelines.ts';
import type { Executor } from '../../src/db/statement.ts';
import { anyone, as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';

useCast();
beforeEach(() => pool().query('DELETE FROM eventable; DELETE FROM block'));

const objects = async (speaker: typeof anyone, query = ''): Promise<number[]> =>
  (await speaker.get(`/timelines/public${query}`)).body.map((event: { object: { id: number } }) => event.object.id);
const post = async (who = cast.ann, status: object = {}): Promise<number> =>
  (await as(who).post('/statuses', { content: 'Hm', ...status })).body.id;

/** A status of a remote account, with its event. */
async function fromRemoteServer(): Promise<number> {
  const { rows } = await pool().query<{ id: number }>(
    `WITH author AS (
       INSERT INTO account (username, host, iri, state, discoverable)
       VALUES ('eve', 'elsewhere.example', 'https://elsewhere.example/eve', 'loaded', true)
       ON CONFLICT (iri) DO UPDATE SET state = 'loaded' RETURNING id
     ), item AS (
       INSERT INTO eventable (type, account_id, iri)
       SELECT 'status', id, 'https://elsewhere.example/' || gen_random_uuid() FROM author RETURNING id, account_id
     ), told AS (
       INSERT INTO event (id, action, account_id, eventable_id, fanned_out_at)
       SELECT next_event_id(), 'create', account_id, id, now() FROM item
     ) SELECT id FROM item`,
  );
  return Number(rows[0]!.id);
}

test('it shows public items once, newest first', async () => {
  const status = await post();
  const recipe = (await as(cast.bo).post('/recipes', { name: 'Bread' })).body.id;
  for (const visibility of ['unlisted', 'private', 'direct']) await post(cast.ann, { visibility });
  await post(cast.bo, { in_reply_to_id: status });
  await as(cast.bo).post(`/statuses/${status}/boost`);
  expect(await objects(anyone)).toEqual([recipe, status]);
  expect(await objects(as(cast.ann))).toEqual([recipe, status]);
  expect((await anyone.get('/timelines/public')).body[0]).toMatchObject({ type: 'recipe', action: 'create' });
});

test('with local it shows local items only', async () => {
  const ours = await post();
  const theirs = await fromRemoteServer();
  expect(await objects(anyone)).toEqual([theirs, ours]);
  expect(await objects(anyone, '?local=true')).toEqual([ours]);
  expect(await objects(anyone, '?local=false')).toEqual([theirs, ours]);
  expect((await anyone.get('/timelines/public?local=perhaps')).status).toBe(422);
});

test('its pages are contiguous', async () => {
  const posted = [];
  for (let count = 0; count < 5; count += 1) posted.push(await post());
  for (const [start, expected] of [
    ['?limit=2', posted.toReversed()],
    ['?limit=2&order=asc&local=1', posted],
  ] as const) {
    const seen: number[] = [];
    for (let path: string | undefined = `/timelines/public${start}`; path; ) {
      const response = await anyone.get(path);
      seen.push(...response.body.map((event: { object: { id: number } }) => event.object.id));
      const link = response.headers.get('link') ?? '';
      path = /<https:\/\/cook\.example\/api\/v1([^>]+)>; rel="next"/.exec(link)?.[1];
    }
    expect(seen).toEqual(expected);
  }
});

test('blocks in both directions and suspensions apply', async () => {
  const [ann, bo] = [await post(cast.ann), await post(cast.bo)];
  await pool().query('INSERT INTO block (blocker_id, blocked_id) VALUES ($1, $2)', [cast.cy.id, cast.bo.id]);
  expect(await objects(as(cast.cy))).toEqual([ann]);
  expect(await objects(as(cast.bo))).toEqual([bo, ann]);
  await pool().query('DELETE FROM block');
  await pool().query('INSERT INTO block (blocker_id, blocked_id) VALUES ($1, $2)', [cast.ann.id, cast.cy.id]);
  expect(await objects(as(cast.cy))).toEqual([bo]);

  await pool().query('UPDATE account SET suspended_at = now() WHERE id = $1', [cast.bo.id]);
  expect(await objects(anyone)).toEqual([ann]);
  await pool().query('UPDATE account SET suspended_at = NULL');
});

// A part of the events is local and a part is no creation, so that one index is clearly the smallest that serves a page.
test.each([
  ['event_created', selectPublic],
  ['event_created_local', selectLocal],
])('its newest page is read from the index %s, no matter how many events exist', async (index, select) => {
  await pool().query(
    `INSERT INTO eventable (id, type, account_id, iri)
     SELECT nextval('eventable_id_seq'), 'status', $1, 'https://cook.example/many/' || n FROM generate_series(1, 5000) n`,
    [cast.ann.id],
  );
  await pool().query(
    `INSERT INTO event (id, action, account_id, eventable_id, local, fanned_out_at)
     SELECT id * 4096, (CASE id % 4 WHEN 0 THEN 'boost' ELSE 'create' END)::event_action, account_id, id, id % 4 = 1, now()
     FROM eventable WHERE iri LIKE 'https://cook.example/many/%'`,
  );
  await pool().query('ANALYZE event; ANALYZE eventable; ANALYZE account');
  const explain: Executor = {
    run: async ({ text, values }) => (await pool().query({ text: `EXPLAIN ${text}`, values })).rows,
  };
  const plan = JSON.stringify(await select(explain, cast.ann.id, null, 0, Number.MAX_SAFE_INTEGER, 20));
  expect(plan).toContain(`using ${index} on event`);
  expect(plan).not.toMatch(/Seq Scan on event/);
});
