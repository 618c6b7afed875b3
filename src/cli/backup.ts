/** Writes all that makes this server into one file, while it runs or not. */
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { connect, disconnect } from '../db/client.ts';
import { type Snapshot, withSnapshot } from '../db/snapshot.ts';
import type { DumpedTable } from '../db/sql/dump.ts';
import { findNotedOrigin } from '../domain/instance.ts';
import { type ArchiveWriter, writeArchive } from '../lib/archive/write.ts';
import { config } from '../lib/config.ts';
import { secretFile } from '../lib/secrets.ts';
import { listFiles } from '../lib/storage/disk.ts';
import { mediaFolder } from '../lib/storage.ts';
import { version } from '../lib/version.ts';
import {
  type End,
  endName,
  inMiB,
  type Manifest,
  manifestName,
  mediumName,
  pieceName,
  secretName,
} from './backup/format.ts';
import type { Run } from './command.ts';
import { withServer } from './database.ts';
import { Failure } from './outcome.ts';

const pieceSize = 2 ** 20;

export const run: Run = ({ args: [file = ''], say }) =>
  withServer(async (url) => {
    const path = resolve(file);
    const secret = await readFile(secretFile).catch(() => {
      throw new Failure(
        `there is no ${secretFile}, without which a backup is of no use: set DATA_DIR as the server has it`,
      );
    });
    const end: End = { rows: {}, files: 0 };
    await writeArchive(path, (archive) =>
      withSnapshot(url, async (snapshot) => {
        if (snapshot.migrations.length === 0) throw new Failure('there is nothing in the database yet');
        await addJson(archive, manifestName, await describe(url, snapshot));
        await archive.add(secretName, secret.length, [secret]);
        for (const table of snapshot.tables) {
          end.rows[table.name] = await addTable(archive, snapshot, table);
          if (end.rows[table.name]) say(`${table.name}: ${end.rows[table.name]} rows`);
        }
        if (!config.s3) end.files = await addMedia(archive, say);
        await addJson(archive, endName, end);
      }),
    );
    const { size } = await stat(path);
    if (config.s3) say(`pictures are in the bucket ${config.s3.bucket} and not in the backup: keep that too`);
    say(`${path}: ${inMiB(size)}, readable by you alone. It holds the secret and all keys: keep it safe.`);
    return { file: path, bytes: size, ...end };
  });

async function describe(url: string, { migrations, tables, sequences }: Snapshot): Promise<Manifest> {
  connect(url, { max: 1 });
  const origin = await findNotedOrigin().finally(disconnect);
  const createdAt = new Date().toISOString();
  return {
    ...{ format: 1, version, createdAt, origin, holdsMedia: !config.s3 },
    ...{ migrations, tables, sequences },
  };
}

async function addJson(archive: ArchiveWriter, name: string, value: object): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(value));
  await archive.add(name, bytes.length, [bytes]);
}

async function addTable(archive: ArchiveWriter, snapshot: Snapshot, table: DumpedTable): Promise<number> {
  const rows = snapshot.rows(table);
  let pieces: Buffer[] = [];
  let number = 0;
  let size = 0;
  for (;;) {
    const next = await rows.next();
    if (!next.done) {
      pieces.push(next.value);
      size += next.value.length;
    }
    if (size >= pieceSize || (next.done && size > 0)) {
      await archive.add(pieceName(table.name, number++), size, pieces);
      pieces = [];
      size = 0;
    }
    if (next.done) return next.value;
  }
}

/** After the rows: what they name is there, save what was deleted since. */
async function addMedia(archive: ArchiveWriter, say: (line: string) => void): Promise<number> {
  let files = 0;
  let bytes = 0;
  for await (const { key, name, path } of listFiles(mediaFolder)) {
    const found = await stat(path).catch(() => null);
    const stream = found && createReadStream(path);
    if (!stream || !(await opened(stream))) continue;
    await archive.add(mediumName(key, name), found.size, stream);
    files += 1;
    bytes += found.size;
    if (files % 1_000 === 0) say(`media: ${files} files so far, ${inMiB(bytes)}`);
  }
  say(`media: ${files} files, ${inMiB(bytes)}`);
  return files;
}

/** Once it is open, a file is read to its end even when somebody deletes it. */
function opened(stream: ReturnType<typeof createReadStream>): Promise<boolean> {
  return new Promise((resolve) => {
    stream.once('open', () => resolve(true)).once('error', () => resolve(false));
  });
}
