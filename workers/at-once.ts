/** Work that is done where it is claimed, many jobs together, because the way over the queue costs more than the work. */
import { breakUpOutbox, type OutboxRow, settleOutbox } from '../src/db/sql/outbox.ts';
import { db } from '../src/db/statement.ts';
import { fanOutSmall } from '../src/domain/fan-out.ts';
import { jobs, type Payload } from '../src/jobs/catalogue.ts';
import { log } from '../src/lib/log.ts';
import { traced } from '../src/lib/tracing.ts';

const { name, retry } = jobs.fanOutEvent;
type FanOut = Payload<typeof jobs.fanOutEvent>;
const fanOutsOf = ({ payload }: OutboxRow) => (Array.isArray(payload) ? payload : [payload]) as FanOut[];

/** Answers the jobs that are left for the queue, those among them that failed here. */
export async function doAtOnce(claimed: OutboxRow[]): Promise<OutboxRow[]> {
  const fanOuts = claimed.filter((row) => row.job === name);
  if (fanOuts.length === 0) return claimed;

  try {
    const events = fanOuts.flatMap(fanOutsOf).map(({ eventId }) => eventId);
    const after = fanOuts.length === 1 ? fanOuts[0]!.trace : null;
    const attributes = { 'messaging.batch.message_count': events.length };
    const done = await traced({ name, kind: 'consumer', after, attributes }, () => fanOutSmall(events));
    return await settleSome(claimed, done);
  } catch (error) {
    log.warn({ error: (error as Error).message }, 'small fan-outs go over the queue after all');
    return claimed;
  }
}

/** Of a bundle that is not done with, what is left is promised anew. */
async function settleSome(claimed: OutboxRow[], done: Set<number>): Promise<OutboxRow[]> {
  const settled: string[] = [];
  const left: OutboxRow[] = [];
  for (const row of claimed) {
    const undone = row.job === name ? fanOutsOf(row).filter(({ eventId }) => !done.has(eventId)) : [row];
    if (undone.length === 0) settled.push(row.id);
    else if (row.job !== name || undone.length === fanOutsOf(row).length) left.push(row);
    else {
      const rest = JSON.stringify(undone.map((payload) => ({ payload })));
      await breakUpOutbox(db, row.id, row.offers, rest, retry);
    }
  }
  await settleOutbox(db, settled);
  return left;
}
