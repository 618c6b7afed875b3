/** Does the jobs of what came from elsewhere at once, in the test's own process. */
import { claimOutbox, settleOutbox } from '../../src/db/sql/outbox.ts';
import { db } from '../../src/db/statement.ts';
import type { Outcome } from '../../workers/handler.ts';
import { loadAccount } from '../../workers/handlers/load-account.ts';
import { loadObject } from '../../workers/handlers/load-object.ts';
import { readOutbox } from '../../workers/handlers/read-outbox.ts';
import { receiveActivity } from '../../workers/handlers/receive-activity.ts';

type Work = (payload: never) => Promise<Outcome>;

const handlers: Record<string, Work> = {
  'receive-activity': receiveActivity,
  'load-account': loadAccount,
  'load-object': loadObject,
  'read-outbox': readOutbox,
};

/** Until nothing is left; what wants to be looked at again is, at once, but at most 3 times. Answers what else was promised. */
export async function settleJobs(): Promise<{ job: string; payload: unknown }[]> {
  const others: { job: string; payload: unknown }[] = [];
  let waiting: { job: string; payload: unknown }[] = [];
  for (let round = 0; round < 10; round += 1) {
    const claimed = await claimOutbox(db, 1_000);
    await settleOutbox(
      db,
      claimed.map(({ id }) => id),
    );
    const promised = claimed.flatMap(({ job, payload }) =>
      [payload].flat().map((each) => ({ job, payload: each })),
    );
    const due = [...promised, ...(round < 6 ? waiting : [])];
    waiting = [];
    if (due.length === 0) break;
    for (const { job, payload } of due) {
      const handler = handlers[job];
      if (!handler) others.push({ job, payload });
      else if ((await handler(payload as never)) !== 'done') waiting.push({ job, payload });
    }
  }
  return others;
}

/** Does what is promised; answers the IRI of the follow that is to be sent. */
export async function promisedFollow(): Promise<string> {
  const payloads = (await settleJobs()).map(
    ({ payload }) => payload as { verb?: string; followIri?: string },
  );
  return payloads.find(({ verb }) => verb === 'Follow')!.followIri!;
}
