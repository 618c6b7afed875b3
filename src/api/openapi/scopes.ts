/** Describes each scope in one sentence. */
import type { Scope } from '../../domain/access/tokens.ts';

export const scopeMeanings: Record<Scope, string> = {
  read: 'See everything the account can see: recipes and posts, collections, notifications and the home timeline',
  write: 'Create, edit, publish and delete recipes, posts, collections and photos; like and boost',
  'account:read': 'See the profile, followers, followed accounts and blocked accounts',
  'account:write':
    'Follow and block, accept or reject follow requests, edit the profile, move or delete the account',
};
