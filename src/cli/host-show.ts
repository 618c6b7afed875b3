/** Prints the state of a remote server. */
import { getHost } from '../domain/instance/hosts.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';

export const run: CommandHandler = async ({ args: [name = ''], print }) => {
  const report = await withDatabase(() => getHost(name));
  const { host, circuit, deliveries, blocked, ...rest } = report;
  print(`${host}  ${blocked ? 'blocked' : circuit}`);
  for (const [key, value] of Object.entries({ ...deliveries, ...rest })) {
    if (value === null) continue;
    print(`  ${key.padEnd(15)}${value instanceof Date ? value.toISOString() : value}`);
  }
  return report;
};
