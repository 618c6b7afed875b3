/** Statements on the servers we neither speak nor listen to. */
import { statement } from '../statement.ts';

export const listBlockedHosts = statement<{ host: string }, []>(
  'list_blocked_hosts',
  `SELECT host FROM domain_block`,
);
