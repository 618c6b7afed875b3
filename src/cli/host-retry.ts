/** Tries again, now, what failed or waits for a server. */
import { retryHost } from '../domain/hosts.ts';
import type { Run } from './command.ts';
import { withDatabase } from './database.ts';

export const run: Run = async ({ args: [name = ''], say }) => {
  const retried = await withDatabase(() => retryHost(name));
  say(`${retried.retried} deliveries to ${retried.host} are tried again`);
  return retried;
};
