/** The operator's pages. */
import { accounts } from './accounts.ts';
import { applications } from './applications.ts';
import { board } from './board.ts';
import { domains } from './domains.ts';
import { hosts } from './hosts.ts';
import { instance } from './instance.ts';
import { jobs } from './jobs.ts';
import { log } from './log.ts';
import { overview } from './overview.ts';
import { reports } from './reports.ts';

export const adminPages = [
  overview,
  applications,
  accounts,
  reports,
  domains,
  hosts,
  jobs,
  board,
  instance,
  log,
];
