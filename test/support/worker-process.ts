/** A worker process of its own, for tests that kill it: `load-object` does what its IRI says, and every job begun is printed. */
import { connect } from '../../src/db/client.ts';
import { openQueues } from '../../src/jobs/queues.ts';
import { config } from '../../src/lib/config.ts';
import { startRelay } from '../../workers/relay.ts';
import { handBack, startWork } from '../../workers/work.ts';
import { doing } from './load-job.ts';

connect(config.databaseUrl!);
const queues = await openQueues(config.databaseUrl!, { lock: 600, look: 200 });
const relay = startRelay(queues, config.databaseUrl!);

startWork(
  queues,
  doing(async (name) => {
    process.stdout.write(`${name}\n`);
    if (name.startsWith('poison')) process.kill(process.pid, 'SIGKILL');
    if (name.startsWith('slow')) await new Promise((resolve) => setTimeout(resolve, 300));
    if (name.startsWith('stuck')) await new Promise(() => {});
    return 'done';
  }),
);

process.once('SIGTERM', async () => {
  await relay.stop();
  await handBack();
  process.exit(0);
});
