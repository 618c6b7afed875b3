/** Ends the follows between a member and a server that the member blocks. */
import { endFollowsWithHost as end } from '../../src/domain/interactions/block-domain.ts';
import type { Handlers } from '../handler.ts';

/** Runs again for follows that were in progress. */
export const endFollowsWithHost: Handlers['end-follows-with-host'] = async ({ accountId, host, until }) => {
  await end(accountId, host);
  return until > Date.now() ? { again: new Date(until) } : 'done';
};
