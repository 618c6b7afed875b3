/** Opens the database, ours or the operator's, and brings it up to date. */
import { connect } from '../db/client.ts';
import { startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { checkDatabase } from '../db/requirements.ts';
import { ensureInstanceActor } from '../domain/accounts/register.ts';
import { keepSecret } from '../domain/accounts/sealed.ts';
import { claimOrigin } from '../domain/instance.ts';
import { config } from '../lib/config.ts';
import { log } from '../lib/log.ts';

/** Throws DatabaseRefusal, OriginChanged or WrongSecret with what to do. */
export async function openDatabase(): Promise<{ url: string; stop(): Promise<void> }> {
  const database = config.databaseUrl
    ? { url: config.databaseUrl, keep: () => {}, stop: async () => {} }
    : await startEmbedded(config.dataDir);
  try {
    const applied = await migrate(database.url);
    if (applied.length > 0) log.info({ migrations: applied }, 'database brought up to date');
    connect(database.url);
    await checkDatabase();
    await claimOrigin();
    await keepSecret();
    await ensureInstanceActor();
    database.keep();
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}
