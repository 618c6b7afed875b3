/** Every command there is; its file is loaded when it is called, so that help needs neither settings nor database. */
import type { CommandEntry } from './command.ts';

export const commands: CommandEntry[] = [
  {
    usage: 'account create NAME [--display NAME] [--password-stdin] [--admin]',
    does: 'makes an account of this server; without --password-stdin a password is generated and printed',
    args: [1, 1],
    takes: ['display', 'password-stdin', 'admin'],
    load: () => import('./account-create.ts'),
  },
  {
    usage: 'account list',
    does: 'lists the accounts of this server',
    args: [0, 0],
    takes: [],
    load: () => import('./account-list.ts'),
  },
  {
    usage: 'account suspend NAME',
    does: 'hides an account and all it published, and tells other servers; its tokens stop working at once',
    args: [1, 1],
    takes: [],
    load: () => import('./account-suspend.ts'),
  },
  {
    usage: 'account unsuspend NAME',
    does: 'shows a suspended account again, here and on other servers',
    args: [1, 1],
    takes: [],
    load: () => import('./account-unsuspend.ts'),
  },
  {
    usage: 'account move NAME ADDRESS',
    does: 'sends the followers of an account to name@host, which must have it among its aliases',
    args: [2, 2],
    takes: [],
    load: () => import('./account-move.ts'),
  },
  {
    usage: 'account export NAME FILE',
    does: 'writes all that an account has here into a zip archive: items, pictures, profile, follows, blocks, collections',
    args: [2, 2],
    takes: [],
    load: () => import('./account-export.ts'),
  },
  {
    usage: 'account import NAME FILE',
    does: 'brings such an archive into an account, without telling its followers; again makes nothing twice',
    args: [2, 2],
    takes: [],
    load: () => import('./account-import.ts'),
  },
  {
    usage: 'account reset-password NAME',
    does: 'prints a new password; sessions and tokens of the account end',
    args: [1, 1],
    takes: [],
    load: () => import('./account-reset-password.ts'),
  },
  {
    usage: 'token create --account NAME --scope "read write account:read account:write"',
    does: 'prints a new access token for the API',
    args: [0, 0],
    takes: ['account', 'scope'],
    load: () => import('./token-create.ts'),
  },
  {
    usage: 'follow NAME ADDRESS',
    does: 'lets an account of this server follow name@host, waiting up to 10 s while that one is loaded',
    args: [2, 2],
    takes: [],
    load: () => import('./follow.ts'),
  },
  {
    usage: 'lookup ADDRESS',
    does: 'prints what is known of an account; one of another server that is not known is fetched from now on',
    args: [1, 1],
    takes: [],
    load: () => import('./lookup.ts'),
  },
  {
    usage: 'recipe import FILE…|- --account NAME',
    does: 'reads recipes from web pages or schema.org JSON and says what was understood and what was not',
    args: [1, Number.POSITIVE_INFINITY],
    takes: ['account'],
    load: () => import('./recipe-import.ts'),
  },
  {
    usage: 'migrate',
    does: 'brings the database up to date and prints the migrations applied',
    args: [0, 0],
    takes: [],
    load: () => import('./migrate.ts'),
  },
  {
    usage: 'queue stats',
    does: 'counts the jobs that wait, are at work, or were set aside',
    args: [0, 0],
    takes: [],
    load: () => import('./queue-stats.ts'),
  },
  {
    usage: 'queue quarantine',
    does: 'lists the jobs that failed too often, oldest first, and why',
    args: [0, 0],
    takes: [],
    load: () => import('./queue-quarantine.ts'),
  },
  {
    usage: 'queue replay ID',
    does: 'tries a job that was set aside once more',
    args: [1, 1],
    takes: [],
    load: () => import('./queue-replay.ts'),
  },
  {
    usage: 'domain block HOST',
    does: 'neither speaks nor listens to a server, and to all below it, any more',
    args: [1, 1],
    takes: [],
    load: () => import('./domain-block.ts'),
  },
  {
    usage: 'domain unblock HOST',
    does: 'takes a block back',
    args: [1, 1],
    takes: [],
    load: () => import('./domain-unblock.ts'),
  },
  {
    usage: 'domain list',
    does: 'lists the blocked servers',
    args: [0, 0],
    takes: [],
    load: () => import('./domain-list.ts'),
  },
  {
    usage: 'host list',
    does: 'lists the servers we deliver to: whether they answer, and how much waits for them',
    args: [0, 0],
    takes: [],
    load: () => import('./host-list.ts'),
  },
  {
    usage: 'host show HOST',
    does: 'prints what is known of a server: circuit, last success and error, deliveries, dialect, software',
    args: [1, 1],
    takes: [],
    load: () => import('./host-show.ts'),
  },
  {
    usage: 'host retry HOST',
    does: 'tries now what failed or waits for a server, and closes its circuit',
    args: [1, 1],
    takes: [],
    load: () => import('./host-retry.ts'),
  },
  {
    usage: 'media prune',
    does: 'removes pictures without an item, strays on disk, and those of other servers beyond the cache',
    args: [0, 0],
    takes: [],
    load: () => import('./media-prune.ts'),
  },
  {
    usage: 'recount',
    does: 'counts likes, boosts, replies, cooked, followers and following anew where a counter is wrong',
    args: [0, 0],
    takes: [],
    load: () => import('./recount.ts'),
  },
  {
    usage: 'backup FILE',
    does: 'writes database, secret and the media on disk into one file, as they are at one moment; the server may run',
    args: [1, 1],
    takes: [],
    load: () => import('./backup.ts'),
  },
  {
    usage: 'restore FILE [--resend]',
    does: 'fills an empty DATA_DIR or database from a backup; what was on its way to other servers is set aside, or sent with --resend',
    args: [1, 1],
    takes: ['resend'],
    load: () => import('./restore.ts'),
  },
  {
    usage: 'doctor',
    does: 'checks settings, origin, proxy, database, secret, workers, queue, disk, pictures and clock, and says what to do',
    args: [0, 0],
    takes: [],
    load: () => import('./doctor.ts'),
  },
];

const isName = (word: string) => /^[a-z][a-z-]*$/.test(word);

/** `['account', 'create']`: what its usage begins with. */
function namesOf({ usage }: CommandEntry): string[] {
  const words = usage.split(' ');
  const end = words.findIndex((word) => !isName(word));
  return end < 0 ? words : words.slice(0, end);
}

/** The command whose names begin the line. */
export function findCommand(line: string[]): { command: CommandEntry; rest: string[] } | null {
  for (const command of commands) {
    const names = namesOf(command);
    if (names.every((name, at) => line[at] === name)) return { command, rest: line.slice(names.length) };
  }
  return null;
}

/** The usages of those that share its first name. */
export function listAlike(line: string[]): string[] {
  return commands.filter((command) => namesOf(command)[0] === line[0]).map(({ usage }) => usage);
}
