/** Opens the embedded or external database and applies migrations. */
import { connect } from '../db/client.ts';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { checkExternal } from '../db/external.ts';
import { checkDatabase, migrate } from '../db/migrate.ts';
import { verifySecret } from '../domain/accounts/keys.ts';
import { ensureInstanceActor } from '../domain/accounts/register.ts';
import { claimOrigin } from '../domain/instance/instance.ts';
import { config } from '../lib/config.ts';
import { openDataDir } from '../lib/data-folder.ts';
import { log } from '../lib/log.ts';
import { memoryPlan } from '../lib/memory.ts';

/** Throws DatabaseRefusal, ConfigError, OriginChanged or WrongSecret, whose message names the remedy. */
export async function openDatabase(): Promise<{ url: string; stop(): Promise<void> }> {
  openDataDir();
  if (config.databaseUrl) await checkExternal(config.databaseUrl);
  const database = config.databaseUrl
    ? { url: config.databaseUrl, restartOnExit: () => {}, stop: async () => {} }
    : await startEmbedded(config.dataDir);
  try {
    const applied = await migrate(database.url);
    if (applied.length > 0) log.info({ migrations: applied }, 'applied database migrations');
    connect(database.url, { max: memoryPlan().connections.web, min: memoryPlan().connections.kept });
    await checkDatabase();
    await claimOrigin();
    await verifySecret();
    await ensureInstanceActor();
    database.restartOnExit();
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}
