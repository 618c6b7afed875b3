/** Lists the commands for moderation: accounts, reports and rules for other servers. */
import type { CommandEntry } from './command.ts';

export const moderationCommands: CommandEntry[] = [
  {
    usage: 'account suspend NAME',
    description:
      'hides an account and its posts; NAME may be name@host. A member’s tokens are refused at once',
    args: [1, 1],
    options: [],
    load: () => import('./account-suspend.ts'),
  },
  {
    usage: 'account unsuspend NAME',
    description: 'lifts the suspension of an account',
    args: [1, 1],
    options: [],
    load: () => import('./account-unsuspend.ts'),
  },
  {
    usage: 'account limit NAME',
    description: 'shows an account in public lists only to its followers; NAME may be name@host',
    args: [1, 1],
    options: [],
    load: () => import('./account-limit.ts'),
  },
  {
    usage: 'account unlimit NAME',
    description: 'ends the limit of an account',
    args: [1, 1],
    options: [],
    load: () => import('./account-unlimit.ts'),
  },
  {
    usage: 'account role NAME ROLE',
    description: 'gives a member the role member, moderator, admin or owner',
    args: [2, 2],
    options: [],
    load: () => import('./account-role.ts'),
  },
  {
    usage: 'report list',
    description: 'lists the open reports',
    args: [0, 0],
    options: [],
    load: () => import('./report-list.ts'),
  },
  {
    usage: 'domain block HOST [--severity SEVERITY] [--reject-media] [--reject-reports] [--comment TEXT]',
    description:
      'blocks a server and its subdomains, or limits it with the severity silence; noop only rejects what is named',
    args: [1, 1],
    options: ['severity', 'reject-media', 'reject-reports', 'comment'],
    load: () => import('./domain-block.ts'),
  },
  {
    usage: 'domain unblock HOST',
    description: 'ends the rule for a server; its accounts are shown again, follows stay ended',
    args: [1, 1],
    options: [],
    load: () => import('./domain-unblock.ts'),
  },
  {
    usage: 'domain list',
    description: 'lists the rules for servers',
    args: [0, 0],
    options: [],
    load: () => import('./domain-list.ts'),
  },
  {
    usage: 'domain import FILE',
    description: 'imports rules for servers from the CSV of Mastodon',
    args: [1, 1],
    options: [],
    load: () => import('./domain-import.ts'),
  },
  {
    usage: 'domain export',
    description: 'prints the rules for servers as CSV that Mastodon imports',
    args: [0, 0],
    options: [],
    load: () => import('./domain-export.ts'),
  },
];
