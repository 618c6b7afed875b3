/** What each scope is for, in a sentence. */
import type { Scope } from '../../domain/tokens.ts';

export const scopeMeanings: Record<Scope, string> = {
  read: 'See what the account sees: items, collections, notifications and the home timeline',
  write: 'Make, change, publish and delete items, collections and pictures; like and boost',
  'account:read': 'See the account, whom it follows, who follows it and whom it blocks',
  'account:write': 'Follow and block, answer follow requests, change the profile, delete the account',
};
