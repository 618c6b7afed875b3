/** Opens the database for the duration of a command, whether the server runs or not. */
import { connect, disconnect } from '../db/client.ts';
import { readCluster } from '../db/embedded/cluster.ts';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { findRunningDataFolders } from '../db/embedded/postmaster.ts';
import { DatabaseRefusal, isUnavailable } from '../db/errors.ts';
import { checkExternal, unreachable } from '../db/external.ts';
import { checkDatabase, migrate } from '../db/migrate.ts';
import { verifyOrigin } from '../domain/instance/instance.ts';
import { config } from '../lib/config.ts';
import { log } from '../lib/log.ts';

/**
 * Migrates the database and checks its settings and origin before it runs `work`.
 * @throws DatabaseRefusal or OriginChanged with one line for the operator
 */
export function withDatabase<T>(work: () => Promise<T>): Promise<T> {
  return withServer(async (url) => {
    await migrate(url);
    connect(url);
    try {
      await checkDatabase();
      await verifyOrigin();
      return await work();
    } finally {
      await disconnect();
    }
  });
}

/**
 * Passes the URL of the database to `work`. Starts the embedded PostgreSQL, with `settings` for this start only, unless
 * another process already runs it.
 * @throws DatabaseRefusal instead of creating a database in the default folder, unless the command may do that
 */
export async function withServer<T>(
  work: (url: string) => Promise<T>,
  { mayCreate = false, settings = {} }: { mayCreate?: boolean; settings?: Record<string, string> } = {},
): Promise<T> {
  if (!config.databaseUrl && !mayCreate) refuseSecondDatabase();
  // Logs would mix with the output on stdout.
  log.level = 'silent';
  if (config.databaseUrl) await checkExternal(config.databaseUrl);
  const server = config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => {} }
    : await startEmbedded(config.dataDir, { settings });
  const abort = () => void server.stop().finally(() => process.exit(1));
  process.once('SIGINT', abort).once('SIGTERM', abort);

  try {
    return await work(server.url);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    throw unreachable(server.url, error as Error, config.databaseUrl && 'DATABASE_URL');
  } finally {
    process.off('SIGINT', abort).off('SIGTERM', abort);
    await server.stop();
  }
}

/** A server that was started with another DATA_DIR would never see what a command writes into a new database. */
function refuseSecondDatabase(): void {
  const { dataDir, isDataDirSet } = config;
  if (isDataDirSet || readCluster(dataDir)) return;
  const running = findRunningDataFolders();
  const advice =
    running.length > 0
      ? `A running server uses ${running.join(' or ')}: put DATA_DIR=${running[0]} before the command.`
      : 'Put DATA_DIR=FOLDER before the command to name the folder of your server. ' +
        'A new server creates its database with "npm start".';
  throw new DatabaseRefusal(`There is no database in ${dataDir}. ${advice}`);
}
