/** Reads which hosts are blocked. */
import { statement } from '../../statement.ts';
import { isBlockedHost } from '../federation/hosts.ts';

export const selectIsBlocked = statement<{ blocked: boolean }, [host: string]>(
  'select_is_blocked',
  `SELECT ${isBlockedHost('$1::text')} AS blocked`,
);
