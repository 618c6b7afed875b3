/** Makes of a backup a server that goes on where the other was. */
import { constants } from 'node:fs';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Refill, refill } from '../db/refill.ts';
import { jobs } from '../jobs/catalogue.ts';
import { type ArchivedFile, BrokenArchive, readArchive } from '../lib/archive/read.ts';
import { config } from '../lib/config.ts';
import { secretFile } from '../lib/secrets.ts';
import { listFiles } from '../lib/storage/disk.ts';
import { mediaFolder, store } from '../lib/storage.ts';
import {
  type End,
  endForm,
  endName,
  type Manifest,
  manifestForm,
  manifestName,
  secretName,
} from './backup/format.ts';
import type { Run } from './command.ts';
import { withServer } from './database.ts';
import { Failure } from './outcome.ts';

/** Ids that the other server gave out after the backup are known elsewhere, and must not be given to other things. */
const gap = 1_000_000;
const reason = 'it was on its way when the backup was made: replay it if the other server never sent it';

export const run: Run = async ({ args: [file = ''], options: { resend = false }, say }) => {
  const path = resolve(file);
  await access(path, constants.R_OK);
  const archive = readArchive(path);
  try {
    const manifest = await readManifest(archive);
    checkOrigin(manifest);
    await checkFolder();
    say(`the backup is of ${manifest.createdAt}, made by Potluck ${manifest.version}`);
    const answer = await withServer((url) =>
      refill(url, manifest, (database) => fill(archive, manifest, database, resend, say)),
    );
    say(`done: ${sum(answer.rows)} rows, ${answer.files} pictures' files`);
    if (answer.setAside > 0) say(`${answer.setAside} jobs were set aside, see "queue quarantine": ${reason}`);
    if (config.redisUrl)
      say('empty Redis before you start the server: what it holds is not of this database');
    if (!manifest.holdsMedia) say('pictures were in a bucket and are not in the backup: set S3_* to it');
    return answer;
  } catch (error) {
    throw error instanceof BrokenArchive
      ? new Failure(`${path} cannot be restored: ${error.message}`)
      : error;
  } finally {
    await archive.return(undefined);
  }
};

async function readManifest(archive: AsyncGenerator<ArchivedFile>): Promise<Manifest> {
  const first = await archive.next();
  if (first.done || first.value.name !== manifestName) throw new BrokenArchive('it is no backup of Potluck');
  return manifestForm.parse(JSON.parse(first.value.bytes.toString()));
}

function checkOrigin({ origin }: Manifest): void {
  if (origin === null || origin === config.baseUrl) return;
  throw new Failure(
    `the backup is of ${origin}, and BASE_URL is ${config.baseUrl}: other servers know every item by its origin, so set BASE_URL=${origin}`,
  );
}

async function checkFolder(): Promise<void> {
  const isThere = (path: string) =>
    access(path).then(
      () => true,
      () => false,
    );
  const media = await listFiles(mediaFolder).next();
  if (media.done && !(await isThere(secretFile))) return;
  throw new Failure(
    `${config.dataDir} is not empty, and a backup is restored only into an empty folder: set DATA_DIR to a new one`,
  );
}

async function fill(
  archive: AsyncGenerator<ArchivedFile>,
  { sequences }: Manifest,
  database: Refill,
  resend: boolean,
  say: (line: string) => void,
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
        if (files % 1_000 === 0) say(`media: ${files} files so far`);
      } else if (name === secretName) await keepSecret(bytes);
      else if (name === endName) end = endForm.parse(JSON.parse(bytes.toString()));
    }
    const rows = await database.endTables();
    if (!end || files !== end.files || !agree(rows, end.rows))
      throw new BrokenArchive('it does not hold all that it says');
    await database.continueSequences(sequences, gap);
    const onTheirWay = resend ? [] : [jobs.sendActivity.name, jobs.deliverActivity.name];
    return { ...end, setAside: await database.forgetOffers(onTheirWay, reason) };
  } catch (error) {
    // The folder was empty before, so that the next try finds it empty again.
    await rm(secretFile, { force: true });
    if (!config.s3) await rm(mediaFolder, { recursive: true, force: true });
    throw error;
  }
}

async function keepSecret(bytes: Buffer): Promise<void> {
  await mkdir(config.dataDir, { recursive: true });
  await writeFile(secretFile, bytes, { mode: 0o600, flag: 'wx' });
}

const agree = (found: Record<string, number>, said: Record<string, number>): boolean =>
  Object.entries(said).every(([table, count]) => (found[table] ?? 0) === count);

const sum = (rows: Record<string, number>) => Object.values(rows).reduce((total, count) => total + count, 0);
