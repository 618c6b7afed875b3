/** Runs empty jobs through Potluck's own queue. */
import { randomUUID } from 'node:crypto';
import { openQueues } from '../../../src/jobs/queues.ts';
import { config } from '../../../src/lib/config.ts';
import { receiveMessage, sendResult } from '../parent-messages.ts';

const count = await receiveMessage<number>();
const queues = await openQueues(config.databaseUrl!);
for (let at = 0; at < count; at += 500) {
  const jobs = Array.from({ length: 500 }, (_, index) => ({
    id: randomUUID(),
    name: 'nothing',
    payload: { inboundId: at + index },
    dispatches: 1,
    trace: null,
  }));
  await queues.dispatch('maintenance', jobs);
}

const began = performance.now();
let done = 0;
await new Promise<void>((resolve) => {
  queues.work('maintenance', 16, async () => {
    done += 1;
    if (done === count) resolve();
  });
});
const seconds = (performance.now() - began) / 1000;
await queues.close();
await sendResult(count / seconds);
