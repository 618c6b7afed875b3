/** Starts database, web server and workers, and stops them on shutdown. */
import { openDatabase } from './boot/database.ts';
import { printStartup } from './boot/greet.ts';
import { serveMetrics } from './boot/metrics.ts';
import { explainRefusal } from './boot/refusals.ts';
import { warmUp } from './boot/warm-up.ts';
import { startWeb, type Web } from './boot/web.ts';
import { startWorkers, type Workers } from './boot/workers.ts';
import { disconnect } from './db/client.ts';
import { config, findMisspelt } from './lib/config.ts';
import { log } from './lib/log.ts';
import { isDraining, onShutdown } from './lib/shutdown.ts';
import { startTracing, stopTracing } from './lib/tracing/tracing.ts';

const running: { web?: Web; workers?: Workers; database?: { stop(): Promise<void> } } = {};

const shutDown = onShutdown(async () => {
  await Promise.all([running.web?.drain(), running.workers?.stop()]);
  await disconnect();
  await stopTracing();
  await running.database?.stop();
});

for (const misspelt of findMisspelt()) log.warn(misspelt, 'this environment variable is no setting, and is ignored');

try {
  await startTracing('web');
  const database = await openDatabase();
  running.database = database;
  if (config.role !== 'worker') running.web = await startWeb();
  await serveMetrics(() => running.workers);
  if (config.role !== 'web') {
    // Known before it is ready, so that a signal stops it, too.
    running.workers = startWorkers(database.url);
    await running.workers.ready;
  }
  await printStartup(running.web?.port);
  if (running.web) await warmUp();
} catch (error) {
  // During a shutdown, what it has stopped cannot start.
  if (!isDraining()) {
    report(error as Error);
    shutDown(1);
  }
}

function report(error: Error): void {
  const refusal = explainRefusal(error);
  if (refusal !== null) process.stderr.write(`${refusal}\n`);
  else log.fatal({ error: error.message, stack: error.stack }, 'could not start');
}
