/** The worker process: relay, queues, handlers, and what is done by the clock. */
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, disconnect } from '../src/db/client.ts';
import { openQueues, QueueRefusal } from '../src/jobs/queues.ts';
import { config } from '../src/lib/config.ts';
import { log } from '../src/lib/log.ts';
import { readMetrics, startMetrics } from '../src/lib/metrics.ts';
import { onShutdown } from '../src/lib/shutdown.ts';
import { startTracing, stopTracing } from '../src/lib/tracing.ts';
import { startRelay } from './relay.ts';
import { startSchedule } from './schedule.ts';
import { handBack, startWork } from './work.ts';

/** How long, in ms, jobs at work may take to end when the process must. */
const patience = 10_000;

if (!config.databaseUrl) refuse('The worker needs DATABASE_URL: start the whole with "npm start"');

await startTracing('worker');
connect(config.databaseUrl, { max: 16 });
const queues = await openQueues(config.databaseUrl).catch((error) => {
  if (error instanceof QueueRefusal) refuse(error.message);
  throw error;
});
const relay = startRelay(queues, config.databaseUrl);
const schedule = startSchedule(queues);
startWork(queues);
log.info({ queue: config.redisUrl ? 'redis' : 'postgresql' }, 'worker is ready');

const shutDown = onShutdown(async () => {
  const ended = Promise.all([relay.stop(), schedule.stop(), queues.close()]);
  await Promise.race([ended, sleep(patience)]);
  await handBack();
  await disconnect();
  await stopTracing();
});
// The process that started this one is gone, perhaps by kill -9: nobody would ever end us.
process.once('disconnect', () => shutDown());
// It may have gone while the queues were opened, before anybody listened.
const isLeftAlone = process.send !== undefined && !process.connected;
if (config.metricsPort !== undefined) startMetrics('worker');
process.on('message', () => void readMetrics().then((metrics) => process.send?.(metrics)));
if (isLeftAlone) shutDown();
else process.send?.('ready');

function refuse(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
