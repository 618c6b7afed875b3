/** Lists the admin pages. */
import { joinPages } from '../components/page-handler.tsx';
import { accounts } from './accounts.tsx';
import { actionLog } from './action-log.tsx';
import { allowedServers } from './allowed-servers.tsx';
import { appeals } from './appeals.tsx';
import { blockLists } from './block-lists.tsx';
import { domainBlocks } from './domain-blocks.tsx';
import { instance } from './instance.tsx';
import { jobs } from './jobs.tsx';
import { overview } from './overview.tsx';
import { people } from './people.tsx';
import { board } from './queue-board.ts';
import { remoteServers } from './remote-servers.tsx';
import { reports } from './reports.tsx';
import { start } from './start.tsx';
import { storage } from './storage.tsx';

export const adminPages = joinPages(
  overview,
  start,
  accounts,
  people,
  reports,
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
);
