/** Runs the statements of frequent jobs once, and loads what they need, so that the first job finds both ready. */
import { acquirePermit } from '../src/db/semaphore.ts';
import { insertDeliveries, recordDeliveries, selectPendingDeliveries } from '../src/db/sql/deliveries.ts';
import { selectAreRelevant } from '../src/db/sql/discovery.ts';
import { fanOutEvents, finishSmallFanOuts } from '../src/db/sql/events.ts';
import { selectInbound, selectInboundWithActor } from '../src/db/sql/federation.ts';
import { selectEventable } from '../src/db/sql/items.ts';
import { endJobs } from '../src/db/sql/jobs.ts';
import { insertPlainItems } from '../src/db/sql/statuses.ts';
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
  (on) => selectInboundWithActor(on, 0),
  () => findAccountByIri(''),
  (on) => selectAreRelevant(on, '[]'),
  (on) => insertPlainItems(on, '[]', ''),
  (on) => finishSmallFanOuts(on, [], 0),
  (on) => fanOutEvents(on, [], [], []),
  (on) => endJobs(on, { completed: [], handled: [] }),
  // Opens the connection that holds permits, which the first delivery would wait for.
  async () => (await acquirePermit('warm-up', 1))?.release(),
];

/** One after the other, so that one connection runs them. Never throws. */
export async function warmUp(): Promise<void> {
  try {
    for (const run of statements) await run(db);
    // Node loads its HTTP client, of which every answer of another server uses this class, when it is first used.
    new Headers();
  } catch (error) {
    log.warn({ error: (error as Error).message }, 'the first jobs could not be prepared');
  }
}
