/** Opens the database for the duration of a command, whether the server runs or not. */
import { connect, disconnect } from '../db/client.ts';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { isUnavailable } from '../db/errors.ts';
import { migrate } from '../db/migrate.ts';
import { checkDatabase } from '../db/requirements.ts';
import { DatabaseRefusal } from '../db/startup-error.ts';
import { verifyOrigin } from '../domain/instance/origin.ts';
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

/** Passes the URL of the database to `work`. Starts the embedded PostgreSQL unless another process already runs it. */
export async function withServer<T>(work: (url: string) => Promise<T>): Promise<T> {
  // Logs would mix with the output on stdout.
  log.level = 'silent';
  const server = config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => {} }
    : await startEmbedded(config.dataDir);
  const abort = () => void server.stop().finally(() => process.exit(1));
  process.once('SIGINT', abort).once('SIGTERM', abort);

  try {
    return await work(server.url);
  } catch (error) {
    throw isUnavailable(error) ? unreachable(server.url, error as Error) : error;
  } finally {
    process.off('SIGINT', abort).off('SIGTERM', abort);
    await server.stop();
  }
}

function unreachable(url: string, error: Error): DatabaseRefusal {
  const { host, pathname } = new URL(url);
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  return new DatabaseRefusal(
    `The database ${pathname.slice(1)} at ${host} cannot be reached: ${cause.message}`,
  );
}
