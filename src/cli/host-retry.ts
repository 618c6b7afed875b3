/** Retries failed and pending deliveries to a server now. */
import { retryHost } from '../domain/instance/hosts.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';

export const run: CommandHandler = async ({ args: [name = ''], print }) => {
  const retried = await withDatabase(() => retryHost(name));
  print(`retrying ${retried.retried} deliveries to ${retried.host}`);
  return retried;
};
