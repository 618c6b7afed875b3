/** Opens the database for the length of a command, whether the server runs or not. */
import { connect, disconnect } from '../db/client.ts';
import { startEmbedded } from '../db/embedded.ts';
import { isUnavailable } from '../db/errors.ts';
import { migrate } from '../db/migrate.ts';
import { DatabaseRefusal } from '../db/refusal.ts';
import { checkDatabase } from '../db/requirements.ts';
import { keepOrigin } from '../domain/instance.ts';
import { config } from '../lib/config.ts';
import { log } from '../lib/log.ts';

/**
 * Up to date and of our origin, else `work` is not begun.
 * @throws DatabaseRefusal or OriginChanged with one line for the operator
 */
export function withDatabase<T>(work: () => Promise<T>): Promise<T> {
  return withServer(async (url) => {
    await migrate(url);
    connect(url);
    try {
      await checkDatabase();
      await keepOrigin();
      return await work();
    } finally {
      await disconnect();
    }
  });
}

/** The PostgreSQL of this instance as it is; the embedded one is started for us where no other process uses it. */
export async function withServer<T>(work: (url: string) => Promise<T>): Promise<T> {
  // Logs go to stdout, where the answer belongs.
  log.level = 'silent';
  const server = config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => {} }
    : await startEmbedded(config.dataDir);
  const giveUp = () => void server.stop().finally(() => process.exit(1));
  process.once('SIGINT', giveUp).once('SIGTERM', giveUp);

  try {
    return await work(server.url);
  } catch (error) {
    throw isUnavailable(error) ? unreachable(server.url, error as Error) : error;
  } finally {
    process.off('SIGINT', giveUp).off('SIGTERM', giveUp);
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
