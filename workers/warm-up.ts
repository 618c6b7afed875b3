/** Runs the statements of frequent jobs once, so that the first job after a start finds them planned. */
import { insertDeliveries, recordDeliveries, selectPendingDeliveries } from '../src/db/sql/deliveries.ts';
import { selectAreRelevant } from '../src/db/sql/discovery.ts';
import { fanOutEvents, finishSmallFanOuts, lockFanOuts } from '../src/db/sql/events.ts';
import { markInboundHandled, selectInbound } from '../src/db/sql/federation.ts';
import { lockIris } from '../src/db/sql/item-removal.ts';
import { selectEventable } from '../src/db/sql/items.ts';
import { deleteCompletedJobs } from '../src/db/sql/jobs.ts';
import { insertStatuses } from '../src/db/sql/statuses.ts';
import { db, type Executor } from '../src/db/statement.ts';
import { findAccountByIri } from '../src/domain/accounts/account.ts';
import { log } from '../src/lib/log.ts';

/** None of them finds or changes a row. */
const statements: ((on: Executor) => Promise<unknown>)[] = [
  (on) => selectEventable(on, null, null, 0),
  (on) => insertDeliveries(on, 0, 0, false, [], null, false, '', 0, 0),
  (on) => selectPendingDeliveries(on, []),
  (on) => recordDeliveries(on, [], [], [], [], []),
  (on) => selectInbound(on, []),
  () => findAccountByIri(''),
  (on) => selectAreRelevant(on, '[]'),
  (on) => lockIris(on, []),
  (on) => insertStatuses(on, '[]', ''),
  (on) => markInboundHandled(on, [], []),
  (on) => finishSmallFanOuts(on, [], 0),
  (on) => lockFanOuts(on, []),
  (on) => fanOutEvents(on, [], [], []),
  (on) => deleteCompletedJobs(on, []),
];

/** One after the other, so that one connection runs them. Never throws. */
export async function warmUp(): Promise<void> {
  try {
    for (const run of statements) await run(db);
  } catch (error) {
    log.warn({ error: (error as Error).message }, 'statements could not be planned in advance');
  }
}
