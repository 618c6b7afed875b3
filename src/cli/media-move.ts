/** Copies all stored files from disk to a bucket or back. The old files are left as they are. */
import { config } from '../lib/config.ts';
import { explain } from '../lib/errors.ts';
import { log } from '../lib/log.ts';
import { copyFiles, type MoveCounts } from '../lib/storage/move.ts';
import { bucketBackend, diskBackend, mediaFolder } from '../lib/storage/storage.ts';
import { inMiB } from './backup/format.ts';
import type { CommandHandler } from './command.ts';
import { CommandFailure, UsageError } from './errors.ts';

export const run: CommandHandler = async ({ args: [place = ''], print }) => {
  if (place !== 'bucket' && place !== 'disk') throw new UsageError('say "bucket" or "disk"');
  const { s3 } = config;
  if (!s3)
    throw new CommandFailure(
      'S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY name the bucket: set them for this command',
    );
  // Logs would mix with the output on stdout.
  log.level = 'silent';
  const [disk, bucket] = [diskBackend(mediaFolder), bucketBackend(s3)];
  const [source, target] = place === 'bucket' ? [disk, bucket] : [bucket, disk];

  const onProgress = ({ copied, present, bytes }: MoveCounts) => {
    if ((copied + present) % 1_000 === 0) print(`${copied + present} files so far, ${inMiB(bytes)}`);
  };
  const counts = await copyFiles(source, target, onProgress).catch((error) => {
    throw new CommandFailure(`not finished: ${explain(error)}. Run it again: it continues where it stopped`);
  });
  const { copied, present, bytes } = counts;
  print(`done: ${copied} files copied, ${present} were there already, ${inMiB(bytes)}, all equal`);
  const advice =
    place === 'bucket'
      ? `set ${settingsOf(s3)} with its key for every process, and restart the server`
      : 'remove the S3_* settings from every process, and restart the server';
  if (copied > 0) {
    print(advice);
    print('then run this command once more: it copies what the server stored in the meantime');
  } else print(`nothing is left in the old place only. ${advice}, unless you did`);
  return { ...counts };
};

const settingsOf = ({ bucket, endpoint, region, pathStyle }: NonNullable<typeof config.s3>) =>
  `S3_BUCKET=${bucket} S3_ENDPOINT=${endpoint} S3_REGION=${region} S3_PATH_STYLE=${pathStyle ? 'on' : 'off'}`;
