/** How PostgreSQL runs what is asked most: by index alone, whatever it last knew of tables that are empty most of the time. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, disconnect, pool } from '../../src/db/client.ts';
import { insertBoosts } from '../../src/db/sql/adopt-boosts.ts';
import { deleteFollows, insertFollows } from '../../src/db/sql/adopt-follows.ts';
import { insertStatuses, updateStatuses } from '../../src/db/sql/adopt-statuses.ts';
import { listDeliveries, loadDeliveries, recordDeliveries } from '../../src/db/sql/deliveries.ts';
import { beginFanOut, fanOutTogether } from '../../src/db/sql/events.ts';
import { selectInbound, settleInbound } from '../../src/db/sql/inbound.ts';
import { claimOutbox, settleOutbox } from '../../src/db/sql/outbox.ts';
import { retireItems } from '../../src/db/sql/retire-items.ts';
import type { Executor } from '../../src/db/statement.ts';

interface Step {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Step[];
}

beforeAll(async () => {
  connect(process.env.DATABASE_URL!);
  await pool().query('VACUUM ANALYZE');
});
afterAll(() => disconnect());

const ways: [name: string, ask: (on: Executor) => Promise<unknown>][] = [
  ['claimOutbox', (on) => claimOutbox(on, 100)],
  ['settleOutbox', (on) => settleOutbox(on, [])],
  ['selectInbound', (on) => selectInbound(on, [])],
  ['settleInbound', (on) => settleInbound(on, [], [])],
  ['insertStatuses', (on) => insertStatuses(on, '[]', '')],
  ['updateStatuses', (on) => updateStatuses(on, '[]')],
  ['insertBoosts', (on) => insertBoosts(on, null, null, '[]', '')],
  ['insertFollows', (on) => insertFollows(on, '[]', '')],
  ['deleteFollows', (on) => deleteFollows(on, '[]')],
  ['retireItems', (on) => retireItems(on, [], [], [], [])],
  ['listDeliveries', (on) => listDeliveries(on, 1, 1, true, [], null, false, '', 0)],
  ['loadDeliveries', (on) => loadDeliveries(on, [])],
  ['recordDeliveries', (on) => recordDeliveries(on, [], [], [], [], [])],
  ['beginFanOut', (on) => beginFanOut(on, 1)],
  ['fanOutTogether', (on) => fanOutTogether(on, [], [], [])],
];

test.each(ways)('%s walks through no table, however small that was when it was planned', async (_, ask) => {
  let plan: Step | undefined;
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

/** They fill and empty within seconds, or have a few rows for most and very many for some; of the others PostgreSQL soon knows. */
const unsteady =
  /^(outbox|inbound|delivery|event|block|follow|follow_request|repetition|notification|tombstone|step_link|home_entry)$/;
/** It holds what is wanted and nothing else. */
const exact = /^outbox_due$/;

function walks(step: Step): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = '' } = step;
  const all = / Scan$/.test(type) && type !== 'Tid Scan' && !step['Index Cond'] && !exact.test(index);
  return [
    ...(all && unsteady.test(table) ? [`${type} ${table} ${index}`] : []),
    ...(step.Plans ?? []).flatMap(walks),
  ];
}
