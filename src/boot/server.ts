/** Prepares a database that has started, and runs the web server and the metrics. */
import { connect, disconnect } from '../db/client.ts';
import { checkDatabase, migrate } from '../db/migrate.ts';
import { verifySecret } from '../domain/accounts/keys.ts';
import { ensureInstanceActor } from '../domain/accounts/register.ts';
import { claimOrigin } from '../domain/instance/instance.ts';
import { log } from '../lib/log.ts';
import { memoryPlan } from '../lib/memory.ts';
import type { Database } from './database.ts';

export { printStartup } from './greet.ts';
export { serveMetrics } from './metrics.ts';
export { warmUp } from './warm-up.ts';
export { startWeb } from './web.ts';
export { disconnect };

/**
 * Applies migrations and connects.
 * @throws DatabaseRefusal, OriginChanged or WrongSecret, whose message names the remedy
 */
export async function openDatabase(database: Database): Promise<void> {
  try {
    const applied = await migrate(database.url);
    if (applied.length > 0) log.info({ migrations: applied }, 'applied database migrations');
    connect(database.url, { max: memoryPlan().connections.web, min: memoryPlan().connections.kept });
    await checkDatabase();
    await claimOrigin();
    await verifySecret();
    await ensureInstanceActor();
    database.restartOnExit();
  } catch (error) {
    await database.stop();
    throw error;
  }
}
