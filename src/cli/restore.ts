/** Restores a backup into an empty data folder and database. */
import { constants } from 'node:fs';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type RestoreTarget, restoreSnapshot } from '../db/copy.ts';
import { jobs } from '../jobs/catalogue.ts';
import { type ArchivedFile, BrokenArchive, readArchive } from '../lib/archive/tar.ts';
import { config } from '../lib/config.ts';
import { secretFile } from '../lib/secrets.ts';
import { listFiles, mediaFolder, store } from '../lib/storage/storage.ts';
import {
  backupFormat,
  type End,
  endName,
  endSchema,
  type Manifest,
  manifestName,
  manifestSchema,
  secretName,
} from './backup/format.ts';
import type { CommandHandler } from './command.ts';
import { withServer } from './database.ts';
import { CommandFailure } from './errors.ts';

/** Skips ids that the original server assigned after the backup, because other servers know them. */
const sequenceGap = 1_000_000;
const quarantineReason = 'pending when the backup was made: replay it if the original server never sent it';

export const run: CommandHandler = async ({ args: [file = ''], options: { resend = false }, print }) => {
  const path = resolve(file);
  await access(path, constants.R_OK);
  const archive = readArchive(path);
  try {
    const manifest = await readManifest(archive);
    checkOrigin(manifest);
    await checkFolder();
    print(`restoring a backup of ${manifest.createdAt}, made by Potluck ${manifest.version}`);
    const answer = await withServer(
      (url) => restoreSnapshot(url, manifest, (database) => fill(archive, manifest, database, resend, print)),
      { mayCreate: true },
    );
    print(`done: ${sum(answer.rows)} rows, ${answer.files} media files`);
    if (answer.quarantined > 0)
      print(`${answer.quarantined} jobs are quarantined, see "queue quarantine": ${quarantineReason}`);
    if (config.redisUrl)
      print('empty Redis before you start the server: its jobs do not belong to this database');
    if (!manifest.holdsMedia)
      print('the backup has no pictures, because they were in a bucket: set S3_* to that bucket');
    return answer;
  } catch (error) {
    throw error instanceof BrokenArchive
      ? new CommandFailure(`${path} cannot be restored: ${error.message}`)
      : error;
  } finally {
    await archive.return(undefined);
  }
};

async function readManifest(archive: AsyncGenerator<ArchivedFile>): Promise<Manifest> {
  const first = await archive.next();
  if (first.done || first.value.name !== manifestName)
    throw new BrokenArchive('it is not a backup of Potluck');
  const manifest = JSON.parse(first.value.bytes.toString());
  if (manifest.format < backupFormat) {
    throw new CommandFailure(
      'This backup was made by a version before 1.0 and cannot be restored: only the version that made it can read it.',
    );
  }
  return manifestSchema.parse(manifest);
}

function checkOrigin({ origin }: Manifest): void {
  if (origin === null || origin === config.baseUrl) return;
  throw new CommandFailure(
    `the backup is of ${origin}, and BASE_URL is ${config.baseUrl}: other servers know every item by its origin, so set BASE_URL=${origin}`,
  );
}

async function checkFolder(): Promise<void> {
  const exists = (path: string) =>
    access(path).then(
      () => true,
      () => false,
    );
  const media = await listFiles(mediaFolder).next();
  if (media.done && !(await exists(secretFile))) return;
  throw new CommandFailure(
    `${config.dataDir} is not empty, and a backup can be restored only into an empty folder: set DATA_DIR to a new one`,
  );
}

async function fill(
  archive: AsyncGenerator<ArchivedFile>,
  { sequences }: Manifest,
  database: RestoreTarget,
  resend: boolean,
  print: (line: string) => void,
) {
  let files = 0;
  let end: End | undefined;
  try {
    for await (const { name, bytes } of archive) {
      const [kind, which = '', part = ''] = name.split('/');
      if (kind === 'tables') await database.add(which, bytes);
      else if (kind === 'media') {
        await store(which, part, bytes);
        files += 1;
        if (files % 1_000 === 0) print(`media: ${files} files so far`);
      } else if (name === secretName) await writeSecret(bytes);
      else if (name === endName) end = endSchema.parse(JSON.parse(bytes.toString()));
    }
    const rows = await database.endTables();
    if (!end || files !== end.files || !isComplete(rows, end.rows))
      throw new BrokenArchive('it is incomplete');
    await database.continueSequences(sequences, sequenceGap);
    // The original server has probably sent these activities and messages.
    const quarantine = resend ? [] : [jobs.sendActivity.name, jobs.deliverActivity.name, jobs.sendMail.name];
    return { ...end, quarantined: await database.resetOutbox(quarantine, quarantineReason) };
  } catch (error) {
    // The next attempt needs an empty folder too.
    await rm(secretFile, { force: true });
    if (!config.s3) await rm(mediaFolder, { recursive: true, force: true });
    throw error;
  }
}

async function writeSecret(bytes: Buffer): Promise<void> {
  await mkdir(config.dataDir, { recursive: true });
  await writeFile(secretFile, bytes, { mode: 0o600, flag: 'wx' });
}

const isComplete = (restored: Record<string, number>, expected: Record<string, number>): boolean =>
  Object.entries(expected).every(([table, count]) => (restored[table] ?? 0) === count);

const sum = (rows: Record<string, number>) => Object.values(rows).reduce((total, count) => total + count, 0);
