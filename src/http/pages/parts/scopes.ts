/** What each scope lets an app do, in words. */
import type { Scope } from '../../../domain/tokens.ts';

export const meaning: Record<Scope, [may: string, what: string]> = {
  read: [
    'See what you see',
    'your recipes, preparations, bakings, statuses, collections, notifications and home timeline, drafts and private ones included',
  ],
  write: [
    'Cook and post for you',
    'make, change, publish and delete recipes, preparations, bakings, statuses, collections and pictures; like and boost',
  ],
  'account:read': ['See your people', 'your account, whom you follow, who follows you and whom you block'],
  'account:write': [
    'Manage your account',
    'follow and block people, answer follow requests, change your profile, and delete your account',
  ],
};
