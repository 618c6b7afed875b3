/** Moves the database to another PostgreSQL server. The old database is left as it is. */
import { z } from 'zod';
import { copyDatabase } from '../db/copy.ts';
import { isUnavailable } from '../db/errors.ts';
import { config } from '../lib/config.ts';
import type { CommandHandler } from './command.ts';
import { unreachable, withServer } from './database.ts';
import { UsageError } from './errors.ts';

const address = z.url({ protocol: /^postgres(ql)?$/ });

export const run: CommandHandler = ({ args: [target = ''], print }) => {
  if (!address.safeParse(target).success)
    throw new UsageError('the address must be a URL, such as postgresql://potluck:PASSWORD@HOST/potluck');
  return withServer(async (url) => {
    // The embedded database is held open by a connection of this process.
    const ownConnections = config.databaseUrl ? 0 : 1;
    const onTable = ({ name, rows }: { name: string; rows: number }) => {
      if (rows > 0) print(`${name}: ${rows} rows, equal`);
    };
    const tables = await copyDatabase(url, target, { ownConnections, onTable }).catch((error) => {
      throw isUnavailable(error) ? unreachable(target, error) : error;
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const settings = `DATABASE_URL=${withoutPassword(target)}`;
    print(`done: ${rows} rows in ${tables.length} tables are equal`);
    print(`set ${settings} with its password, keep DATA_DIR=${config.dataDir}, and start the server`);
    if (config.redisUrl) print('Redis may stay as it is');
    if (!config.databaseUrl)
      print(
        `when the server works, make a backup, and delete ${config.dataDir}/postgres: it is not used any more`,
      );
    return { settings, rows, tables };
  });
};

function withoutPassword(text: string): string {
  const url = new URL(text);
  if (url.password) url.password = '***';
  return url.href;
}
