/** Lists the admin pages. */
import { accounts } from './accounts.ts';
import { actionLog } from './action-log.ts';
import { applications } from './applications.ts';
import { domainBlocks } from './domain-blocks.ts';
import { instance } from './instance.ts';
import { jobs } from './jobs.ts';
import { overview } from './overview.ts';
import { board } from './queue-board.ts';
import { remoteServers } from './remote-servers.ts';
import { reports } from './reports.ts';
import { start } from './start.ts';

export const adminPages = [
  overview,
  start,
  applications,
  accounts,
  reports,
  domainBlocks,
  remoteServers,
  jobs,
  board,
  instance,
  actionLog,
];
