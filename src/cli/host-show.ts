/** Prints how another server does. */
import { getHost } from '../domain/hosts.ts';
import type { Run } from './command.ts';
import { withDatabase } from './database.ts';

export const run: Run = async ({ args: [name = ''], say }) => {
  const report = await withDatabase(() => getHost(name));
  const { host, circuit, deliveries, blocked, ...rest } = report;
  say(`${host}  ${blocked ? 'blocked' : circuit}`);
  for (const [key, value] of Object.entries({ waiting: deliveries.pending, ...deliveries, ...rest })) {
    if (value === null || key === 'pending') continue;
    say(`  ${key.padEnd(15)}${value instanceof Date ? value.toISOString() : value}`);
  }
  return report;
};
