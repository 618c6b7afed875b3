/** A worker process for tests that kill it: `load-object` does what its IRI says, and every started job is printed. */
import { connect } from '../../src/db/client.ts';
import { openQueues } from '../../src/jobs/queues.ts';
import { config } from '../../src/lib/config.ts';
import { startRelay } from '../../workers/relay.ts';
import { returnUnfinishedJobs, startWorkers } from '../../workers/work.ts';
import { handlersWith } from './load-object-job.ts';

connect(config.databaseUrl!);
const queues = await openQueues(config.databaseUrl!, { lockMs: 600, checkIntervalMs: 200 });
const relay = startRelay(queues, config.databaseUrl!);

startWorkers(
  queues,
  handlersWith(async (name) => {
    process.stdout.write(`${name}\n`);
    if (name.startsWith('poison')) process.kill(process.pid, 'SIGKILL');
    if (name.startsWith('slow')) await new Promise((resolve) => setTimeout(resolve, 300));
    if (name.startsWith('stuck')) await new Promise(() => {});
    return 'done';
  }),
);

process.once('SIGTERM', async () => {
  await relay.stop();
  await returnUnfinishedJobs();
  process.exit(0);
});
