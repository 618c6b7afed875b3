/** Starts database, worker and web server, and stops them on shutdown. Loads the rest while the database starts. */
import type { Database } from './boot/server.ts';
import type { Web } from './boot/web.ts';
import { startWorkers, type Workers } from './boot/workers.ts';
import { startEmbedded } from './db/embedded/embedded.ts';
import { checkExternal } from './db/external.ts';
import { config, findMisspelt } from './lib/config.ts';
import { openDataDir } from './lib/data-folder.ts';
import { log } from './lib/log.ts';
import { releaseMemoryWhenIdle } from './lib/memory.ts';
import { isDraining, onShutdown } from './lib/shutdown.ts';
import { watchDisks } from './lib/storage/disk-space.ts';
import { startTracing, stopTracing } from './lib/tracing/tracing.ts';

const running: { web?: Web; workers?: Workers; database?: Database; disconnect?(): Promise<void> } = {};

const shutDown = onShutdown(async () => {
  await Promise.all([running.web?.drain(), running.workers?.stop()]);
  await running.disconnect?.();
  await stopTracing();
  await running.database?.stop();
});

try {
  await startTracing('web');
  // The worker and the rest of this program load while PostgreSQL starts.
  const launched = Promise.withResolvers<void>();
  const starting = startDatabase(launched.resolve);
  await Promise.race([launched.promise, starting]);
  const url = Promise.withResolvers<string>();
  if (config.role !== 'web') running.workers = startWorkers(url.promise);
  const { disconnect, openDatabase, printStartup, serveMetrics, startWeb, warmUp } = await import('./boot/server.ts');

  const database = await starting;
  running.disconnect = disconnect;
  await openDatabase(database);
  running.database = database;
  await watchDisks();
  url.resolve(database.url);
  if (config.role !== 'worker') running.web = await startWeb();
  await serveMetrics(() => running.workers);
  await running.workers?.ready;
  await printStartup(running.web?.port);
  warnOfMisspelt();
  releaseMemoryWhenIdle();
  if (running.web) await warmUp(running.web);
} catch (error) {
  // During a shutdown, what it has stopped cannot start.
  if (!isDraining()) {
    await report(error as Error);
    shutDown(1);
  }
}

/**
 * @param onLaunch called when another process has begun to work, and this one can do something else
 * @throws DatabaseRefusal or ConfigError, whose message names the remedy
 */
async function startDatabase(onLaunch: () => void): Promise<Database> {
  openDataDir();
  if (!config.databaseUrl) return startEmbedded(config.dataDir, { onLaunch });
  const checked = checkExternal(config.databaseUrl);
  onLaunch();
  await checked;
  return { url: config.databaseUrl, restartOnExit: () => {}, stop: async () => {} };
}

/** Compares all variables with all settings, which is not needed to start. */
function warnOfMisspelt(): void {
  for (const misspelt of findMisspelt()) log.warn(misspelt, 'this environment variable is no setting, and is ignored');
}

async function report(error: Error): Promise<void> {
  warnOfMisspelt();
  const { explainRefusal } = await import('./boot/refusals.ts');
  const refusal = explainRefusal(error);
  if (refusal !== null) process.stderr.write(`${refusal}\n`);
  else log.fatal({ error: error.message, stack: error.stack }, 'could not start');
}
