/** Lists what takes room. */
import { measureStorage, type StorageGroup } from '../domain/instance/storage.ts';
import { inMiB } from './backup/format.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';
import { table } from './table.ts';

const names: Record<StorageGroup, string> = {
  items: 'items in the database',
  accounts: 'accounts and follows',
  interactions: 'likes, boosts, notifications, collections',
  federation: 'activities received and sent',
  jobs: 'jobs',
  others: 'the rest of the database',
  memberPictures: 'pictures of members',
  remotePictures: 'cached remote pictures',
};

export const run: CommandHandler = async ({ print }) => {
  const uses = await withDatabase(measureStorage);
  const rows = uses.map(({ group, bytes, count }) => [
    inMiB(bytes),
    count === null ? '' : `${count}`,
    names[group],
  ]);
  for (const line of table(['size', 'number', 'what'], rows)) print(line);
  return uses;
};
