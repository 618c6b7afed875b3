/** Checks that frequent statements use an index even if their plans were made for empty tables. */
import { beforeAll, expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { insertDeliveries, recordDeliveries, selectPendingDeliveries } from '../../src/db/sql/deliveries.ts';
import { beginFanOut, fanOutEvents, finishSmallFanOuts } from '../../src/db/sql/events.ts';
import { markInboundHandled, selectInbound } from '../../src/db/sql/federation.ts';
import { acceptRequests, deleteFollows, insertFollows } from '../../src/db/sql/follows.ts';
import { deleteBoosts, deleteLikes, insertBoosts, insertLikes } from '../../src/db/sql/interactions.ts';
import { deleteRemoteItems } from '../../src/db/sql/item-removal.ts';
import { claimRows, deleteCompletedRows } from '../../src/db/sql/jobs.ts';
import {
  closeSources,
  endEarlierSources,
  insertSources,
  repeatSources,
  selectSources,
  selectUnsupported,
  undoSources,
} from '../../src/db/sql/ledger.ts';
import { insertPlainItems, updateStatuses } from '../../src/db/sql/statuses.ts';
import { insertBackfilledEntries, selectEventsToBackfill } from '../../src/db/sql/timelines.ts';
import type { Executor } from '../../src/db/statement.ts';
import { useDatabase } from '../support/database-connection.ts';
import type { PlanStep } from '../support/plan.ts';

useDatabase();
beforeAll(async () => {
  await pool().query('VACUUM ANALYZE');
});

const ways: [name: string, ask: (on: Executor) => Promise<unknown>][] = [
  ['claimOutbox', (on) => claimRows(on, 100, ['fan-out-event'], [], [], [])],
  ['settleOutbox', (on) => deleteCompletedRows(on, [], [], [])],
  ['selectInbound', (on) => selectInbound(on, [])],
  ['settleInbound', (on) => markInboundHandled(on, [], [])],
  ['insertPlainItems', (on) => insertPlainItems(on, '[]', '')],
  ['updateStatuses', (on) => updateStatuses(on, '[]')],
  ['insertSources', (on) => insertSources(on, '[]', 50)],
  ['repeatSources', (on) => repeatSources(on, '[]')],
  ['selectSources', (on) => selectSources(on, [], [])],
  ['undoSources', (on) => undoSources(on, '[]')],
  ['endEarlierSources', (on) => endEarlierSources(on, '[]')],
  ['selectUnsupported', (on) => selectUnsupported(on, '[]', [])],
  ['closeSources', (on) => closeSources(on, 1, null, null, [])],
  ['insertLikes', (on) => insertLikes(on, '[]', null)],
  ['deleteLikes', (on) => deleteLikes(on, '[]')],
  ['insertBoosts', (on) => insertBoosts(on, '[]', null, '')],
  ['deleteBoosts', (on) => deleteBoosts(on, '[]')],
  ['insertFollows', (on) => insertFollows(on, '[]')],
  ['acceptRequests', (on) => acceptRequests(on, '[]')],
  ['deleteFollows', (on) => deleteFollows(on, '[]')],
  ['retireItems', (on) => deleteRemoteItems(on, [], [], [], [], 1_000, '')],
  ['listDeliveries', (on) => insertDeliveries(on, 1, 1, true, [], null, false, '', 0, 1)],
  ['loadDeliveries', (on) => selectPendingDeliveries(on, [])],
  ['recordDeliveries', (on) => recordDeliveries(on, [], [], [], [], [])],
  ['beginFanOut', (on) => beginFanOut(on, 1)],
  ['selectEventsToBackfill', (on) => selectEventsToBackfill(on, 1, null, 1, 20)],
  ['insertBackfilledEntries', (on) => insertBackfilledEntries(on, 1, [], [])],
  ['finishSmallFanOuts', (on) => finishSmallFanOuts(on, [], 1)],
  ['fanOutTogether', (on) => fanOutEvents(on, [], [], [])],
];

test.each(ways)('%s scans no whole table, even if planned while the table was small', async (_, ask) => {
  let plan: PlanStep | undefined;
  const explain: Executor = {
    run: async ({ text }) => {
      const { rows } = await pool().query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
      plan = rows[0]['QUERY PLAN'][0].Plan;
      return [];
    },
  };
  await ask(explain);
  expect(walks(plan!)).toEqual([]);
});

/** Tables whose size or distribution changes faster than the statistics of PostgreSQL. */
const unsteady =
  /^(outbox|inbound|delivery|event|block|follow|follow_request|source_activity|like|boost|notification|tombstone|step_link|home_entry|item_tag|tag_follow)$/;
/** A partial index with exactly the wanted rows. */
const exact = /^outbox_due$/;

function walks(step: PlanStep): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = '' } = step;
  // max() of an indexed column reads one entry from the end of the index.
  const isMax = type === 'Index Only Scan' && step['Scan Direction'] === 'Backward';
  const all = / Scan$/.test(type) && type !== 'Tid Scan' && !step['Index Cond'] && !exact.test(index) && !isMax;
  return [...(all && unsteady.test(table) ? [`${type} ${table} ${index}`] : []), ...(step.Plans ?? []).flatMap(walks)];
}
