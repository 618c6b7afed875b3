/** Work that is done where it is claimed, many jobs together, because the way over the queue costs more than the work. */
import { type OutboxRow, settleOutbox } from '../src/db/sql/outbox.ts';
import { db } from '../src/db/statement.ts';
import { fanOutSmall } from '../src/domain/fan-out.ts';
import { jobs, type Payload } from '../src/jobs/catalogue.ts';
import { log } from '../src/lib/log.ts';
import { traced } from '../src/lib/tracing.ts';

const { name } = jobs.fanOutEvent;
const eventIdOf = (row: OutboxRow) => (row.payload as Payload<typeof jobs.fanOutEvent>).eventId;

/** Answers the jobs that are left for the queue, those among them that failed here. */
export async function doAtOnce(claimed: OutboxRow[]): Promise<OutboxRow[]> {
  const fanOuts = claimed.filter((row) => row.job === name);
  if (fanOuts.length === 0) return claimed;

  try {
    const after = fanOuts.length === 1 ? fanOuts[0]!.trace : null;
    const attributes = { 'messaging.batch.message_count': fanOuts.length };
    const done = await traced({ name, kind: 'consumer', after, attributes }, () =>
      fanOutSmall(fanOuts.map(eventIdOf)),
    );
    const isDone = (row: OutboxRow) => row.job === name && done.has(eventIdOf(row));
    await settleOutbox(
      db,
      claimed.filter(isDone).map((row) => row.id),
    );
    return claimed.filter((row) => !isDone(row));
  } catch (error) {
    log.warn({ error: (error as Error).message }, 'small fan-outs go over the queue after all');
    return claimed;
  }
}
