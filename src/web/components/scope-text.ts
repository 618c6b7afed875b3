/** Describes each OAuth scope to members. */
import type { Scope } from '../../domain/access/tokens.ts';

export const scopeText: Record<Scope, [may: string, what: string]> = {
  read: [
    'See what you see',
    'your recipes, dishes, posts, collections, notifications and home timeline, including drafts and private items',
  ],
  write: [
    'Publish as you',
    'create, edit, publish and delete recipes, dishes, posts, collections and photos; like and boost',
  ],
  'account:read': [
    'See your follows and blocks',
    'your profile, who you follow, who follows you and who you block',
  ],
  'account:write': [
    'Manage your account',
    'follow and block people, accept follow requests, edit your profile, and move or delete your account',
  ],
};
