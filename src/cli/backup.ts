/** Commands that back up and restore a server. */
import { constants, createReadStream } from 'node:fs';
import { access, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import { connect, disconnect } from '../db/client.ts';
import { type RestoreTarget, restoreSnapshot, type Snapshot, withSnapshot } from '../db/copy.ts';
import type { DumpedTable } from '../db/sql/database.ts';
import { findStoredOrigin } from '../domain/instance/instance.ts';
import { recordBackup, recordBackupFailure } from '../domain/instance/upkeep.ts';
import { jobs } from '../jobs/catalogue.ts';
import { type ArchivedFile, type ArchiveWriter, BrokenArchive, readArchive, writeArchive } from '../lib/archive/tar.ts';
import { config } from '../lib/config.ts';
import { mediaFolder } from '../lib/data-folder.ts';
import { version } from '../lib/paths.ts';
import { secretFile } from '../lib/secrets.ts';
import { listFiles, store } from '../lib/storage/storage.ts';
import { CommandFailure, explainFailure, type Print } from './command.ts';
import { withServer } from './database.ts';
import { resolveOutput } from './input.ts';

// Defines the backup format: an archive of `manifest.json`, `secret`, the tables, the media and `end.json`, in this
// order

/** Raised whenever older backups become unreadable. Format 1 has the tables of the versions before 1.0. */
const backupFormat = 2;

const manifestSchema = z.object({
  format: z.literal(backupFormat),
  /** The version of Potluck. */
  version: z.string(),
  createdAt: z.string(),
  /** Null if no server ever used the database. */
  origin: z.string().nullable(),
  /** False if pictures are in a bucket. */
  holdsMedia: z.boolean(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string(), finished: z.boolean() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), value: z.number().nullable() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Counts that reveal an incomplete archive. */
const endSchema = z.object({
  rows: z.record(z.string(), z.number()),
  files: z.number(),
});
export type End = z.infer<typeof endSchema>;

export const manifestName = 'manifest.json';
export const secretName = 'secret';
const endName = 'end.json';

/** Tables are split into pieces, so that no process has to hold a whole table in memory. */
const pieceName = (table: string, number: number): string => `tables/${table}/${String(number).padStart(6, '0')}`;
export const mediumName = (key: string, name: string): string => `media/${key}/${name}`;

export const inMiB = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

// Backs up the database, the secret and the media on disk into one file, while the server runs or not

const minPieceBytes = 2 ** 20;

export const backup = (print: Print, file: string) =>
  withServer((url) =>
    writeBackup(url, file, print).catch(async (error: unknown) => {
      await tellFailure(url, error);
      throw error;
    }),
  );

/** The watch of the server then tells its operators. Without a database, it will notice that the last backup is old. */
async function tellFailure(url: string, error: unknown): Promise<void> {
  connect(url, { max: 1 });
  await recordBackupFailure({ at: new Date(), reason: explainFailure(error) })
    .catch(() => {})
    .finally(disconnect);
}

async function writeBackup(url: string, file: string, print: Print) {
  const path = await resolveOutput(file);
  const secret = await readFile(secretFile).catch(() => {
    throw new CommandFailure(
      `${secretFile} does not exist, and a backup is useless without it: set DATA_DIR like the server`,
    );
  });
  const end: End = { rows: {}, files: 0 };
  await writeArchive(path, (archive) =>
    withSnapshot(url, async (snapshot) => {
      if (snapshot.migrations.length === 0) throw new CommandFailure('the database is empty');
      await addJson(archive, manifestName, await describe(url, snapshot));
      await archive.add(secretName, secret.length, [secret]);
      for (const table of snapshot.tables) {
        end.rows[table.name] = await addTable(archive, snapshot, table);
        if (end.rows[table.name]) print(`${table.name}: ${end.rows[table.name]} rows`);
      }
      if (!config.s3) end.files = await addMedia(archive, print);
      await addJson(archive, endName, end);
    }),
  );
  const { size } = await stat(path);
  connect(url, { max: 1 });
  await recordBackup({ at: new Date(), bytes: size, file: path }).finally(disconnect);
  if (config.s3) print(`the pictures in the bucket ${config.s3.bucket} are not in the backup: back them up too`);
  print(`${path}: ${inMiB(size)}, readable only by you. It contains the secret and all keys: keep it safe.`);
  return { file: path, bytes: size, ...end };
}

async function describe(url: string, { migrations, tables, sequences }: Snapshot): Promise<Manifest> {
  connect(url, { max: 1 });
  const origin = await findStoredOrigin().finally(disconnect);
  const createdAt = new Date().toISOString();
  return {
    format: backupFormat,
    version,
    createdAt,
    origin,
    holdsMedia: !config.s3,
    migrations,
    tables,
    sequences,
  };
}

async function addJson(archive: ArchiveWriter, name: string, value: object): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(value));
  await archive.add(name, bytes.length, [bytes]);
}

async function addTable(archive: ArchiveWriter, snapshot: Snapshot, table: DumpedTable): Promise<number> {
  const rows = snapshot.rows(table);
  let chunks: Buffer[] = [];
  let pieceNumber = 0;
  let size = 0;
  for (;;) {
    const next = await rows.next();
    if (!next.done) {
      chunks.push(next.value);
      size += next.value.length;
    }
    if (size >= minPieceBytes || (next.done && size > 0)) {
      await archive.add(pieceName(table.name, pieceNumber++), size, chunks);
      chunks = [];
      size = 0;
    }
    if (next.done) return next.value;
  }
}

/** Runs after the rows, so that their files are included unless they were deleted in the meantime. */
async function addMedia(archive: ArchiveWriter, print: Print): Promise<number> {
  let files = 0;
  let bytes = 0;
  for await (const { key, name, path } of listFiles(mediaFolder)) {
    const found = await stat(path).catch(() => null);
    const stream = found && createReadStream(path);
    if (!stream || !(await opened(stream))) continue;
    await archive.add(mediumName(key, name), found.size, stream);
    files += 1;
    bytes += found.size;
    if (files % 1_000 === 0) print(`media: ${files} files so far, ${inMiB(bytes)}`);
  }
  print(`media: ${files} files, ${inMiB(bytes)}`);
  return files;
}

/** An open file can be read to its end even if it is deleted. */
function opened(stream: ReturnType<typeof createReadStream>): Promise<boolean> {
  return new Promise((resolve) => {
    stream.once('open', () => resolve(true)).once('error', () => resolve(false));
  });
}

// Restores a backup into an empty data folder and database

/** Skips ids that the original server assigned after the backup, because other servers know them. */
const sequenceGap = 1_000_000;
/** While the embedded PostgreSQL restores, it writes new tables without WAL, and few checkpoints. */
const restoreSettings = { wal_level: 'minimal', max_wal_senders: '0', archive_mode: 'off', max_wal_size: '4GB' };
const quarantineReason = 'pending when the backup was made: replay it if the original server never sent it';

export const restore = async (print: Print, file: string, { resend = false }: { resend?: boolean }) => {
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
      { mayCreate: true, settings: restoreSettings },
    );
    print(`done: ${sum(answer.rows)} rows, ${answer.files} media files`);
    if (answer.quarantined > 0)
      print(`${answer.quarantined} jobs are quarantined, see "queue quarantine": ${quarantineReason}`);
    if (config.redisUrl) print('empty Redis before you start the server: its jobs do not belong to this database');
    if (!manifest.holdsMedia)
      print('the backup has no pictures, because they were in a bucket: set S3_* to that bucket');
    return answer;
  } catch (error) {
    throw error instanceof BrokenArchive ? new CommandFailure(`${path} cannot be restored: ${error.message}`) : error;
  } finally {
    await archive.return(undefined);
  }
};

async function readManifest(archive: AsyncGenerator<ArchivedFile>): Promise<Manifest> {
  const first = await archive.next();
  if (first.done || first.value.name !== manifestName) throw new BrokenArchive('it is not a backup of Potluck');
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
    `the backup is of ${origin}, and BASE_URL is ${config.baseUrl}: ` +
      `other servers know every item by its origin, so set BASE_URL=${origin}`,
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
  print: Print,
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
    if (!end || files !== end.files || !isComplete(rows, end.rows)) throw new BrokenArchive('it is incomplete');
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
