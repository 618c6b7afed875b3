/** Starts the embedded PostgreSQL or checks the external one. Loads only that, so that it can begin at once. */
import { startEmbedded } from '../db/embedded/embedded.ts';
import { checkExternal } from '../db/external.ts';
import { config } from '../lib/config.ts';
import { openDataDir } from '../lib/data-folder.ts';

export interface Database {
  url: string;
  /** From now on it is started again whenever it dies. */
  restartOnExit(): void;
  stop(): Promise<void>;
}

/**
 * @param onLaunch called when another process has begun to work, and this one can do something else
 * @throws DatabaseRefusal or ConfigError, whose message names the remedy
 */
export async function startDatabase(onLaunch: () => void): Promise<Database> {
  openDataDir();
  if (!config.databaseUrl) return startEmbedded(config.dataDir, { onLaunch });
  const checked = checkExternal(config.databaseUrl);
  onLaunch();
  await checked;
  return { url: config.databaseUrl, restartOnExit: () => {}, stop: async () => {} };
}
