/** The worker process: relay, queues, handlers, and what is done by the clock. */
import { connect, disconnect } from '../src/db/client.ts';
import { openQueues } from '../src/jobs/queues.ts';
import { config } from '../src/lib/config.ts';
import { log } from '../src/lib/log.ts';
import { onShutdown } from '../src/lib/shutdown.ts';
import { startRelay } from './relay.ts';
import { startSchedule } from './schedule.ts';
import { startWork } from './work.ts';

if (!config.databaseUrl) {
  process.stderr.write('The worker needs DATABASE_URL: start the whole with "npm start"\n');
  process.exit(1);
}

connect(config.databaseUrl, { max: 16 });
const queues = await openQueues(config.databaseUrl);
const relay = startRelay(queues, config.databaseUrl);
const schedule = startSchedule(queues);
startWork(queues);
log.info({ queue: config.redisUrl ? 'redis' : 'postgresql' }, 'worker is ready');

const shutDown = onShutdown(async () => {
  await Promise.all([relay.stop(), schedule.stop()]);
  await queues.close();
  await disconnect();
});
// The process that started this one is gone, perhaps by kill -9: nobody would ever end us.
process.once('disconnect', () => shutDown());
process.send?.('ready');
