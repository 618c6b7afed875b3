/** Statements on the servers we neither speak nor listen to. */
import { statement } from '../statement.ts';
import { isBlockedHost } from './hosts.ts';

export const listBlockedHosts = statement<{ host: string }, []>(
  'list_blocked_hosts',
  `SELECT host FROM domain_block`,
);

export const selectIsBlocked = statement<{ blocked: boolean }, [host: string]>(
  'select_is_blocked',
  `SELECT ${isBlockedHost('$1::text')} AS blocked`,
);
