/** Lists the admin pages. */
import { accounts } from './accounts.ts';
import { actionLog } from './action-log.ts';
import { allowedServers } from './allowed-servers.ts';
import { appeals } from './appeals.ts';
import { applications } from './applications.ts';
import { blockLists } from './block-lists.ts';
import { domainBlocks } from './domain-blocks.ts';
import { instance } from './instance.ts';
import { jobs } from './jobs.ts';
import { overview } from './overview.ts';
import { people } from './people.ts';
import { board } from './queue-board.ts';
import { remoteServers } from './remote-servers.ts';
import { report } from './report.ts';
import { reports } from './reports.ts';
import { start } from './start.ts';
import { storage } from './storage.ts';

export const adminPages = [
  overview,
  start,
  applications,
  accounts,
  people,
  reports,
  report,
  appeals,
  domainBlocks,
  blockLists,
  allowedServers,
  remoteServers,
  jobs,
  board,
  storage,
  instance,
  actionLog,
];
