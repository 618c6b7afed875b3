/** Checks that the newest page of a timeline for everybody is read from its index, however many events exist. */
import { beforeAll, expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { selectLocal, selectPublic, selectTagTimeline } from '../../src/db/sql/timelines.ts';
import type { Executor } from '../../src/db/statement.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { useDatabase } from '../support/database-connection.ts';
import { insertStatuses } from '../support/many-items.ts';

useDatabase();
let annId: number;

/** A part of the events is local and a part is no creation, so that one index is clearly the smallest that serves a page. */
beforeAll(async () => {
  annId = (await register({ username: 'ann' })).id;
  await insertStatuses(annId, 5_000, { hashtags: ['many'] });
  await pool().query(
    `INSERT INTO event (id, action, account_id, eventable_id, local, fanned_out_at)
     SELECT id * 4096, (CASE id % 4 WHEN 0 THEN 'boost' ELSE 'create' END)::event_action, account_id, id, id % 4 = 1, now()
     FROM eventable`,
  );
  await pool().query('ANALYZE event; ANALYZE eventable; ANALYZE account; ANALYZE item_tag');
});

const explain: Executor = {
  run: async ({ text, values }) => (await pool().query({ text: `EXPLAIN ${text}`, values })).rows,
};
const newestPage = [null, 0, Number.MAX_SAFE_INTEGER, 20] as const;

test.each([
  ['event_created', selectPublic.newest],
  ['event_created_local', selectLocal.newest],
])('the public timeline is read from the index %s', async (index, select) => {
  const plan = JSON.stringify(await select(explain, annId, ...newestPage));
  expect(plan).toContain(`using ${index} on event`);
  expect(plan).not.toMatch(/Seq Scan on event/);
});

test.each(['many', 'other7', 'nothing'])('the timeline of the hashtag %s is read from its index', async (tag) => {
  const plan = JSON.stringify(await selectTagTimeline.newest(explain, annId, ...newestPage, tag));
  expect(plan).toContain('using item_tag_pkey on item_tag');
  expect(plan).not.toMatch(/Seq Scan on (item_tag|event\b|eventable)/);
  expect(plan).not.toContain('Sort Key: t.event_id');
});
