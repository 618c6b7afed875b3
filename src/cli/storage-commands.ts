/** Lists the commands for what is stored: pictures, backups, and moves of the database. */
import type { CommandEntry } from './command.ts';

export const storageCommands: CommandEntry[] = [
  {
    usage: 'media prune',
    description: 'deletes pictures without an item, stray files, and cached remote pictures beyond the limit',
    args: [0, 0],
    options: [],
    load: () => import('./media-prune.ts'),
  },
  {
    usage: 'media move bucket|disk',
    description:
      'copies all files to the bucket of S3_*, or back to the disk, and verifies them; the server may run; run it again to continue',
    args: [1, 1],
    options: [],
    load: () => import('./media-move.ts'),
  },
  {
    usage: 'storage',
    description: 'lists what takes room: items, pictures, activities and the rest of the database',
    args: [0, 0],
    options: [],
    load: () => import('./storage.ts'),
  },
  {
    usage: 'retention set [--items DAYS|never] [--pictures DAYS|never] [--followed-too] [--dry-run]',
    description:
      'sets how long remote items that nobody here uses, and remote pictures, are kept; prints what is removed, and only that with --dry-run',
    args: [0, 0],
    options: ['items', 'pictures', 'followed-too', 'dry-run'],
    load: () => import('./retention-set.ts'),
  },
  {
    usage: 'backup FILE',
    description:
      'writes the database, the secret and the media on disk into one file, consistent at one moment; the server may run',
    args: [1, 1],
    options: [],
    load: () => import('./backup.ts'),
  },
  {
    usage: 'restore FILE [--resend]',
    description:
      'restores a backup into an empty DATA_DIR or database; pending deliveries are quarantined, or sent with --resend',
    args: [1, 1],
    options: ['resend'],
    load: () => import('./restore.ts'),
  },
  {
    usage: 'database move URL',
    description:
      'copies the database into an empty PostgreSQL database and verifies every table; the server must be stopped',
    args: [1, 1],
    options: [],
    load: () => import('./database-move.ts'),
  },
  {
    usage: 'database upgrade',
    description:
      'copies an embedded database that an earlier PostgreSQL wrote into a new one; fetches the earlier PostgreSQL by npm; the server must be stopped',
    args: [0, 0],
    options: [],
    load: () => import('./database-upgrade.ts'),
  },
];
