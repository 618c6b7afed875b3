/** Lists the servers we have had to do with. */
import { listHosts } from '../domain/hosts.ts';
import type { Run } from './command.ts';
import { withDatabase } from './database.ts';
import { day, table } from './table.ts';

export const run: Run = async ({ say }) => {
  const hosts = await withDatabase(() => listHosts());
  const rows = hosts.map(({ host, circuit, deliveries, lastSuccessAt, software }) => [
    host,
    circuit,
    `${deliveries.pending}`,
    `${deliveries.failed}`,
    lastSuccessAt ? day(lastSuccessAt) : '',
    software ?? '',
  ]);
  if (rows.length === 0) say('no other server is known');
  else
    for (const line of table(['host', 'circuit', 'waiting', 'failed', 'last success', 'software'], rows))
      say(line);
  return hosts;
};
