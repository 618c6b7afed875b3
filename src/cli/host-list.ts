/** Lists the remote servers that this one delivers to. */
import { listHosts } from '../domain/instance/hosts.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';
import { day, table } from './table.ts';

export const run: CommandHandler = async ({ print }) => {
  const hosts = await withDatabase(() => listHosts());
  const rows = hosts.map(({ host, circuit, deliveries, lastSuccessAt, software }) => [
    host,
    circuit,
    `${deliveries.pending}`,
    `${deliveries.failed}`,
    lastSuccessAt ? day(lastSuccessAt) : '',
    software ?? '',
  ]);
  if (rows.length === 0) print('no other server is known');
  else
    for (const line of table(['host', 'circuit', 'pending', 'failed', 'last success', 'software'], rows))
      print(line);
  return hosts;
};
