/** Lists all commands. A command’s file is loaded only when it runs, so that help needs no settings. */
import type { CommandEntry } from './command.ts';

// Lists the commands for moderation: accounts, reports and rules for other servers

const moderationCommands: CommandEntry[] = [
  {
    usage: 'account suspend NAME',
    description: 'hides an account and its posts; NAME may be name@host. A member’s tokens are refused at once',
    args: [1, 1],
    options: [],
    load: async () => (await import('./moderation.ts')).accountSuspend,
  },
  {
    usage: 'account unsuspend NAME',
    description: 'lifts the suspension of an account',
    args: [1, 1],
    options: [],
    load: async () => (await import('./moderation.ts')).accountUnsuspend,
  },
  {
    usage: 'account limit NAME',
    description: 'shows an account in public lists only to its followers; NAME may be name@host',
    args: [1, 1],
    options: [],
    load: async () => (await import('./moderation.ts')).accountLimit,
  },
  {
    usage: 'account unlimit NAME',
    description: 'ends the limit of an account',
    args: [1, 1],
    options: [],
    load: async () => (await import('./moderation.ts')).accountUnlimit,
  },
  {
    usage: 'account role NAME ROLE',
    description: 'gives a member the role member, moderator, admin or owner',
    args: [2, 2],
    options: [],
    load: async () => (await import('./accounts.ts')).accountRole,
  },
  {
    usage: 'report list',
    description: 'lists the open reports',
    args: [0, 0],
    options: [],
    load: async () => (await import('./moderation.ts')).reportList,
  },
  {
    usage: 'domain block HOST [--severity SEVERITY] [--reject-media] [--reject-reports] [--comment TEXT]',
    description:
      'blocks a server and its subdomains, or limits it with the severity silence; noop only rejects what is named',
    args: [1, 1],
    options: ['severity', 'reject-media', 'reject-reports', 'comment'],
    load: async () => (await import('./moderation.ts')).domainBlock,
  },
  {
    usage: 'domain unblock HOST',
    description: 'ends the rule for a server; its accounts are shown again, follows stay ended',
    args: [1, 1],
    options: [],
    load: async () => (await import('./moderation.ts')).domainUnblock,
  },
  {
    usage: 'domain list',
    description: 'lists the rules for servers',
    args: [0, 0],
    options: [],
    load: async () => (await import('./moderation.ts')).domainList,
  },
  {
    usage: 'domain import FILE',
    description: 'imports rules for servers from the CSV of Mastodon',
    args: [1, 1],
    options: [],
    load: async () => (await import('./moderation.ts')).domainImport,
  },
  {
    usage: 'domain export',
    description: 'prints the rules for servers as CSV that Mastodon imports',
    args: [0, 0],
    options: [],
    load: async () => (await import('./moderation.ts')).domainExport,
  },
];

// Lists the commands for what is stored: pictures, backups, and moves of the database

const storageCommands: CommandEntry[] = [
  {
    usage: 'media prune',
    description: 'deletes pictures without an item, stray files, and cached remote pictures beyond the limit',
    args: [0, 0],
    options: [],
    load: async () => (await import('./maintenance.ts')).mediaPrune,
  },
  {
    usage: 'media move bucket|disk',
    description:
      'copies all files to the bucket of S3_*, or back to the disk, and verifies them; the server may run; run it again to continue',
    args: [1, 1],
    options: [],
    load: async () => (await import('./maintenance.ts')).mediaMove,
  },
  {
    usage: 'storage',
    description: 'lists what takes room: items, pictures, activities and the rest of the database',
    args: [0, 0],
    options: [],
    load: async () => (await import('./maintenance.ts')).storage,
  },
  {
    usage: 'retention set [--items DAYS|never] [--pictures DAYS|never] [--followed-too] [--dry-run]',
    description:
      'sets how long remote items that nobody here uses, and remote pictures, are kept; prints what is removed, and only that with --dry-run',
    args: [0, 0],
    options: ['items', 'pictures', 'followed-too', 'dry-run'],
    load: async () => (await import('./maintenance.ts')).retentionSet,
  },
  {
    usage: 'backup FILE',
    description:
      'writes the database, the secret and the media on disk into one file, consistent at one moment; the server may run',
    args: [1, 1],
    options: [],
    load: async () => (await import('./backup.ts')).backup,
  },
  {
    usage: 'restore FILE [--resend]',
    description:
      'restores a backup into an empty DATA_DIR or database; pending deliveries are quarantined, or sent with --resend',
    args: [1, 1],
    options: ['resend'],
    load: async () => (await import('./backup.ts')).restore,
  },
  {
    usage: 'database move URL',
    description:
      'copies the database into an empty PostgreSQL database and verifies every table; the server must be stopped',
    args: [1, 1],
    options: [],
    load: async () => (await import('./database-commands.ts')).databaseMove,
  },
  {
    usage: 'database upgrade',
    description:
      'copies an embedded database that an earlier PostgreSQL wrote into a new one; fetches the earlier PostgreSQL by npm; the server must be stopped',
    args: [0, 0],
    options: [],
    load: async () => (await import('./database-commands.ts')).databaseUpgrade,
  },
];

// Lists all commands. A command's file is loaded only when it runs, so that help needs no settings

export const commands: CommandEntry[] = [
  {
    usage: 'account create NAME [--display NAME] [--password-stdin] [--admin]',
    description: 'creates a local account; without --password-stdin a password is generated and printed',
    args: [1, 1],
    options: ['display', 'password-stdin', 'admin'],
    load: async () => (await import('./accounts.ts')).accountCreate,
  },
  {
    usage: 'account list',
    description: 'lists local accounts',
    args: [0, 0],
    options: [],
    load: async () => (await import('./accounts.ts')).accountList,
  },
  ...moderationCommands,
  {
    usage: 'account move NAME ADDRESS',
    description: 'moves the followers of an account to name@host, which must list the account as an alias',
    args: [2, 2],
    options: [],
    load: async () => (await import('./accounts.ts')).accountMove,
  },
  {
    usage: 'account export NAME FILE',
    description: 'exports an account into a zip archive: items, pictures, profile, follows, blocks, collections',
    args: [2, 2],
    options: [],
    load: async () => (await import('./account-archive.ts')).accountExport,
  },
  {
    usage: 'account import NAME FILE',
    description: 'imports such an archive without notifying followers; importing twice creates nothing twice',
    args: [2, 2],
    options: [],
    load: async () => (await import('./account-archive.ts')).accountImport,
  },
  {
    usage: 'account reset-password NAME',
    description: 'prints a new password, ends all sessions, revokes all tokens and removes all passkeys of the account',
    args: [1, 1],
    options: [],
    load: async () => (await import('./accounts.ts')).accountResetPassword,
  },
  {
    usage: 'account disable-two-factor NAME',
    description: 'turns off two-factor authentication of a member who lost the phone and the recovery codes',
    args: [1, 1],
    options: [],
    load: async () => (await import('./accounts.ts')).accountDisableTwoFactor,
  },
  {
    usage: 'token create --account NAME --scope "read write account:read account:write"',
    description: 'creates and prints an access token for the API',
    args: [0, 0],
    options: ['account', 'scope'],
    load: async () => (await import('./accounts.ts')).tokenCreate,
  },
  {
    usage: 'follow NAME ADDRESS',
    description: 'makes a local account follow name@host; waits up to 10 s while that account is fetched',
    args: [2, 2],
    options: [],
    load: async () => (await import('./accounts.ts')).followAccount,
  },
  {
    usage: 'lookup ADDRESS',
    description: 'prints what is stored about an account; an unknown remote account is fetched in the background',
    args: [1, 1],
    options: [],
    load: async () => (await import('./accounts.ts')).lookup,
  },
  {
    usage: 'recipe import FILE…|- --account NAME',
    description: 'imports recipes from web pages or schema.org JSON, and reports what was understood and what was not',
    args: [1, Number.POSITIVE_INFINITY],
    options: ['account'],
    load: async () => (await import('./recipe-import.ts')).recipeImport,
  },
  {
    usage: 'migrate',
    description: 'applies pending database migrations and prints them',
    args: [0, 0],
    options: [],
    load: async () => (await import('./maintenance.ts')).applyMigrations,
  },
  {
    usage: 'queue stats',
    description: 'counts waiting, dispatched and quarantined jobs',
    args: [0, 0],
    options: [],
    load: async () => (await import('./maintenance.ts')).queueStats,
  },
  {
    usage: 'queue quarantine',
    description: 'lists jobs that failed too often, oldest first, with their last error',
    args: [0, 0],
    options: [],
    load: async () => (await import('./maintenance.ts')).queueQuarantine,
  },
  {
    usage: 'queue replay ID',
    description: 'enqueues a quarantined job again',
    args: [1, 1],
    options: [],
    load: async () => (await import('./maintenance.ts')).queueReplay,
  },
  {
    usage: 'host list',
    description: 'lists the servers that this one delivers to, with their circuit and pending deliveries',
    args: [0, 0],
    options: [],
    load: async () => (await import('./moderation.ts')).hostList,
  },
  {
    usage: 'host show HOST',
    description:
      'prints the state of a server: circuit, last success and error, deliveries, signature dialect, software',
    args: [1, 1],
    options: [],
    load: async () => (await import('./moderation.ts')).hostShow,
  },
  {
    usage: 'host retry HOST',
    description: 'retries failed and pending deliveries to a server now, and closes its circuit',
    args: [1, 1],
    options: [],
    load: async () => (await import('./moderation.ts')).hostRetry,
  },
  ...storageCommands,
  {
    usage: 'recount',
    description: 'repairs wrong counters of likes, boosts, replies, cooked items, followers and following',
    args: [0, 0],
    options: [],
    load: async () => (await import('./maintenance.ts')).recountAll,
  },
  {
    usage: 'reindex',
    description: 'rebuilds what the search for recipes reads',
    args: [0, 0],
    options: [],
    load: async () => (await import('./maintenance.ts')).reindex,
  },
  {
    usage: 'mail test ADDRESS',
    description: 'sends a test message, to see whether SMTP_URL and MAIL_FROM are right',
    args: [1, 1],
    options: [],
    load: async () => (await import('./maintenance.ts')).mailTest,
  },
  {
    usage: 'doctor',
    description:
      'checks settings, origin, proxy, database, secret, workers, queue, disk, pictures, mail and clock, and prints how to fix problems',
    args: [0, 0],
    options: [],
    load: async () => (await import('./doctor.ts')).doctor,
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
