/** Lists all commands. A command's file is loaded only when it runs, so that help needs no settings. */
import type { CommandEntry } from './command.ts';
import { moderationCommands } from './moderation-commands.ts';
import { storageCommands } from './storage-commands.ts';

export const commands: CommandEntry[] = [
  {
    usage: 'account create NAME [--display NAME] [--password-stdin] [--admin]',
    description: 'creates a local account; without --password-stdin a password is generated and printed',
    args: [1, 1],
    options: ['display', 'password-stdin', 'admin'],
    load: () => import('./account-create.ts'),
  },
  {
    usage: 'account list',
    description: 'lists local accounts',
    args: [0, 0],
    options: [],
    load: () => import('./account-list.ts'),
  },
  ...moderationCommands,
  {
    usage: 'account move NAME ADDRESS',
    description: 'moves the followers of an account to name@host, which must list the account as an alias',
    args: [2, 2],
    options: [],
    load: () => import('./account-move.ts'),
  },
  {
    usage: 'account export NAME FILE',
    description:
      'exports an account into a zip archive: items, pictures, profile, follows, blocks, collections',
    args: [2, 2],
    options: [],
    load: () => import('./account-export.ts'),
  },
  {
    usage: 'account import NAME FILE',
    description: 'imports such an archive without notifying followers; importing twice creates nothing twice',
    args: [2, 2],
    options: [],
    load: () => import('./account-import.ts'),
  },
  {
    usage: 'account reset-password NAME',
    description:
      'prints a new password, ends all sessions, revokes all tokens and removes all passkeys of the account',
    args: [1, 1],
    options: [],
    load: () => import('./account-reset-password.ts'),
  },
  {
    usage: 'account disable-two-factor NAME',
    description: 'turns off two-factor authentication of a member who lost the phone and the recovery codes',
    args: [1, 1],
    options: [],
    load: () => import('./account-disable-two-factor.ts'),
  },
  {
    usage: 'token create --account NAME --scope "read write account:read account:write"',
    description: 'creates and prints an access token for the API',
    args: [0, 0],
    options: ['account', 'scope'],
    load: () => import('./token-create.ts'),
  },
  {
    usage: 'follow NAME ADDRESS',
    description: 'makes a local account follow name@host; waits up to 10 s while that account is fetched',
    args: [2, 2],
    options: [],
    load: () => import('./follow.ts'),
  },
  {
    usage: 'lookup ADDRESS',
    description:
      'prints what is stored about an account; an unknown remote account is fetched in the background',
    args: [1, 1],
    options: [],
    load: () => import('./lookup.ts'),
  },
  {
    usage: 'recipe import FILE…|- --account NAME',
    description:
      'imports recipes from web pages or schema.org JSON, and reports what was understood and what was not',
    args: [1, Number.POSITIVE_INFINITY],
    options: ['account'],
    load: () => import('./recipe-import.ts'),
  },
  {
    usage: 'migrate',
    description: 'applies pending database migrations and prints them',
    args: [0, 0],
    options: [],
    load: () => import('./migrate.ts'),
  },
  {
    usage: 'queue stats',
    description: 'counts waiting, dispatched and quarantined jobs',
    args: [0, 0],
    options: [],
    load: () => import('./queue-stats.ts'),
  },
  {
    usage: 'queue quarantine',
    description: 'lists jobs that failed too often, oldest first, with their last error',
    args: [0, 0],
    options: [],
    load: () => import('./queue-quarantine.ts'),
  },
  {
    usage: 'queue replay ID',
    description: 'enqueues a quarantined job again',
    args: [1, 1],
    options: [],
    load: () => import('./queue-replay.ts'),
  },
  {
    usage: 'host list',
    description: 'lists the servers that this one delivers to, with their circuit and pending deliveries',
    args: [0, 0],
    options: [],
    load: () => import('./host-list.ts'),
  },
  {
    usage: 'host show HOST',
    description:
      'prints the state of a server: circuit, last success and error, deliveries, signature dialect, software',
    args: [1, 1],
    options: [],
    load: () => import('./host-show.ts'),
  },
  {
    usage: 'host retry HOST',
    description: 'retries failed and pending deliveries to a server now, and closes its circuit',
    args: [1, 1],
    options: [],
    load: () => import('./host-retry.ts'),
  },
  ...storageCommands,
  {
    usage: 'recount',
    description: 'repairs wrong counters of likes, boosts, replies, cooked items, followers and following',
    args: [0, 0],
    options: [],
    load: () => import('./recount.ts'),
  },
  {
    usage: 'reindex',
    description: 'rebuilds what the search for recipes reads',
    args: [0, 0],
    options: [],
    load: () => import('./reindex.ts'),
  },
  {
    usage: 'mail test ADDRESS',
    description: 'sends a test message, to see whether SMTP_URL and MAIL_FROM are right',
    args: [1, 1],
    options: [],
    load: () => import('./mail-test.ts'),
  },
  {
    usage: 'doctor',
    description:
      'checks settings, origin, proxy, database, secret, workers, queue, disk, pictures, mail and clock, and prints how to fix problems',
    args: [0, 0],
    options: [],
    load: () => import('./doctor.ts'),
  },
];

const isName = (word: string) => /^[a-z][a-z-]*$/.test(word);

/** Returns the leading words of the usage, such as `['account', 'create']`. */
function namesOf({ usage }: CommandEntry): string[] {
  const words = usage.split(' ');
  const end = words.findIndex((word) => !isName(word));
  return end < 0 ? words : words.slice(0, end);
}

/** Finds the command whose names are the first words, and returns the words after them. */
export function findCommand(words: string[]): { command: CommandEntry; rest: string[] } | null {
  for (const command of commands) {
    const names = namesOf(command);
    if (names.every((name, at) => words[at] === name)) return { command, rest: words.slice(names.length) };
  }
  return null;
}

/** Lists the usages of the commands with the same first word. */
export function listSimilarUsages(words: string[]): string[] {
  return commands.filter((command) => namesOf(command)[0] === words[0]).map(({ usage }) => usage);
}
