/** Backs up the database, the secret and the media on disk into one file, while the server runs or not. */
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { connect, disconnect } from '../db/client.ts';
import { type Snapshot, withSnapshot } from '../db/copy.ts';
import type { DumpedTable } from '../db/sql/database.ts';
import { findStoredOrigin } from '../domain/instance/instance.ts';
import { recordBackup, recordBackupFailure } from '../domain/instance/upkeep.ts';
import { type ArchiveWriter, writeArchive } from '../lib/archive/tar.ts';
import { config } from '../lib/config.ts';
import { version } from '../lib/paths.ts';
import { secretFile } from '../lib/secrets.ts';
import { listFiles, mediaFolder } from '../lib/storage/storage.ts';
import {
  backupFormat,
  type End,
  endName,
  inMiB,
  type Manifest,
  manifestName,
  mediumName,
  pieceName,
  secretName,
} from './backup/format.ts';
import type { CommandHandler } from './command.ts';
import { withServer } from './database.ts';
import { CommandFailure } from './errors.ts';

const minPieceBytes = 2 ** 20;

export const run: CommandHandler = ({ args: [file = ''], print }) =>
  withServer((url) =>
    writeBackup(url, file, print).catch(async (error: Error) => {
      await tellFailure(url, error);
      throw error;
    }),
  );

/** The watch of the server then tells its operators. Without a database, it will notice that the last backup is old. */
async function tellFailure(url: string, { message }: Error): Promise<void> {
  connect(url, { max: 1 });
  await recordBackupFailure({ at: new Date(), reason: message })
    .catch(() => {})
    .finally(disconnect);
}

async function writeBackup(url: string, file: string, print: (line: string) => void) {
  const path = resolve(file);
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
  if (config.s3)
    print(`the pictures in the bucket ${config.s3.bucket} are not in the backup: back them up too`);
  print(`${path}: ${inMiB(size)}, readable only by you. It contains the secret and all keys: keep it safe.`);
  return { file: path, bytes: size, ...end };
}

async function describe(url: string, { migrations, tables, sequences }: Snapshot): Promise<Manifest> {
  connect(url, { max: 1 });
  const origin = await findStoredOrigin().finally(disconnect);
  const createdAt = new Date().toISOString();
  return {
    ...{ format: backupFormat, version, createdAt, origin, holdsMedia: !config.s3 },
    ...{ migrations, tables, sequences },
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
async function addMedia(archive: ArchiveWriter, print: (line: string) => void): Promise<number> {
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
