/** Entry point of the worker process: relay, queues, handlers and scheduled tasks. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, disconnect } from '../src/db/client.ts';
import { openQueues, QueueRefusal } from '../src/jobs/queues.ts';
import { config } from '../src/lib/config.ts';
import { log } from '../src/lib/log.ts';
import { memoryPlan, oomScores, raiseOomScore, releaseMemoryWhenIdle } from '../src/lib/memory.ts';
import { readMetrics, startMetrics } from '../src/lib/metrics.ts';
import { databaseByMessage } from '../src/lib/programs.ts';
import { onShutdown } from '../src/lib/shutdown.ts';
import { mapStacks } from '../src/lib/source-maps.ts';
import { watchDisks } from '../src/lib/storage/disk-space.ts';
import { startTracing, stopTracing } from '../src/lib/tracing/tracing.ts';
import { startRelay } from './relay.ts';
import { startSchedule } from './schedule.ts';
import { warmUp } from './warm-up.ts';
import { returnUnfinishedJobs, startWorkers } from './work.ts';

/** How long running jobs may take to finish on shutdown. */
const shutdownTimeoutMs = 10_000;

mapStacks();
raiseOomScore(oomScores.worker);
const databaseUrl = process.argv.includes(databaseByMessage) ? await receiveUrl() : config.databaseUrl;
if (!databaseUrl) refuse('The worker needs DATABASE_URL. "npm start" starts it together with the server.');

await startTracing('worker');
connect(databaseUrl, { max: memoryPlan().connections.worker, min: memoryPlan().connections.kept });
const queues = await openQueues(databaseUrl).catch((error) => {
  if (error instanceof QueueRefusal) refuse(error.message);
  throw error;
});
await watchDisks({ logs: false });
const relay = startRelay(queues, databaseUrl);
const schedule = startSchedule(queues);
startWorkers(queues);
releaseMemoryWhenIdle();
log.info({ queue: config.redisUrl ? 'redis' : 'postgresql' }, 'worker is ready');

const shutDown = onShutdown(async () => {
  const stopped = Promise.all([relay.stop(), schedule.stop(), queues.close()]);
  await Promise.race([stopped, sleep(shutdownTimeoutMs)]);
  await returnUnfinishedJobs();
  await disconnect();
  await stopTracing();
});
// If the parent process is killed, nothing else would stop this one.
process.once('disconnect', () => shutDown());
// The parent may have exited before the listener above was added.
const isOrphan = process.send !== undefined && !process.connected;
if (config.metricsPort !== undefined) startMetrics('worker');
process.on('message', () => {
  // The parent may be gone by now, and does without the metrics otherwise.
  readMetrics().then(
    (metrics) => process.send?.(metrics, undefined, undefined, () => {}),
    (error: Error) => log.warn({ error: error.message }, 'the metrics could not be read'),
  );
});
if (isOrphan) shutDown();
else process.send?.('ready', undefined, undefined, () => {});
if (!isOrphan) await warmUp();

/** Exits if the parent is gone before the database can be used. */
async function receiveUrl(): Promise<string> {
  const end = () => process.exit();
  process.once('disconnect', end);
  if (!process.connected) end();
  const [message] = (await once(process, 'message')) as [{ databaseUrl: string }];
  process.off('disconnect', end);
  return message.databaseUrl;
}

function refuse(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
