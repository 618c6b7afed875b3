/** Reads the source of an import into records, once and in order, and continues where an earlier reader stopped. */
import { randomUUID } from 'node:crypto';
import { prisma } from '../../../db/client.ts';
import {
  claimReading,
  insertImportEntries,
  insertImportPictures,
  insertImportRecords,
  markRecordNew,
  moveCursor,
  type NewPicture,
  type NewRecord,
  selectSharedChanges,
} from '../../../db/sql/imports.ts';
import { db, toJson } from '../../../db/statement.ts';
import { transact } from '../../../db/transaction.ts';
import type { ImportState } from '../../../db/vocabulary.ts';
import { readAt } from '../../../lib/archive/unzip.ts';
import { DomainError, type ErrorCode, type FieldErrors } from '../../../lib/errors.ts';
import { failpoint } from '../../../lib/failpoint.ts';
import { t } from '../../../lib/language/text.ts';
import { log } from '../../../lib/log.ts';
import { newKey, removeStored, store } from '../../../lib/storage/storage.ts';
import { sourceName } from '../../media/media.ts';
import { findExistingRecipes } from '../existing-recipes.ts';
import {
  actionsFor,
  cleanJson,
  type Preview,
  previewOf,
  type SourceEvent,
  type SourceRecord,
  unreadFile,
} from './events.ts';
import { EntryFailure, maxProcesses, readEntries, withSource } from './reader.ts';
import { fetchSource, pastedName } from './source.ts';

/** Where to read on. */
interface Cursor {
  /** The entry to begin with, and its name once it is known. */
  entry: number;
  entryName: string;
  /** How many records of that entry are stored. */
  stored: number;
  /** Of the next record. */
  position: number;
  /** Of all pictures so far. */
  pictureBytes: number;
  /** How often reading began here, after the death of this process or another one. */
  starts: number;
  /** How often the process that reads has died at this entry. */
  crashes: number;
  /** How many processes have used up their time. */
  processes: number;
  /** Identifies the reader: one that began earlier stops. */
  run: string;
}

const beginning: Omit<Cursor, 'run'> = {
  entry: 0,
  entryName: '',
  stored: 0,
  position: 0,
  pictureBytes: 0,
  starts: 0,
  crashes: 0,
  processes: 0,
};

const maxBatch = { records: 25, bytes: 2 ** 20, ms: 500 };
const maxProblems = 200;
const maxCrashes = 2;
/** A worker that dies so often at one entry is killed by that entry. Before, entries are stored one by one. */
const maxStarts = 4;
/** Beyond the size of the source. Photos do not shrink in an archive. */
const morePictureBytes = 64 * 2 ** 20;

// Finds the addresses of pages in what a member pasted

/** Of one import. */
const maxAddresses = 200;

/** Returns the addresses if the text has several and nothing else, one on each line. */
async function readAddresses(file: { fd: number }, { name, bytes }: Pick<Row, 'name' | 'bytes'>) {
  if (name !== pastedName) return null;
  const text = (await readAt(file, 0, Number(bytes))).toString();
  const lines = text.split('\n').map((line) => line.trim());
  const addresses = [...new Set(lines.filter((line) => line !== ''))];
  const areAll = addresses.every((line) => /^https?:\/\/\S{1,2000}$/i.test(line) && URL.canParse(line));
  return areAll && addresses.length > 1 ? addresses : null;
}

type Reading =
  | { state: 'read' }
  /** The signal ended it, or another reader has begun. */
  | { state: 'stopped' }
  | { state: 'refused'; code: ErrorCode; errors: FieldErrors };

/** Another reader has begun, or the import was deleted. */
class Superseded extends Error {}

/** Is awaited before each record, so that work for which somebody waits goes first. */
export type GiveWay = () => Promise<void>;

export const goOn: GiveWay = async () => {};

/**
 * Reads until the end or the signal. Throws unavailable if the disk is full. Nothing that is stored is read again.
 *
 * @param giveWay null if somebody waits for the import itself
 */
export async function readImport(id: number, signal: AbortSignal, giveWay: GiveWay | null = goOn): Promise<Reading> {
  const row = await prisma().import.findFirst({ where: { id, readAt: null } });
  if (!row) return { state: 'stopped' };
  const reading = new ImportReading(row, giveWay);
  try {
    const result = await withSource(row, (file) => reading.read(file, signal));
    if (result) return result;
    reading.addProblem(t('migration.file-deleted'));
    return await reading.end();
  } catch (error) {
    if (error instanceof Superseded) return { state: 'stopped' };
    throw error;
  }
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof prisma>['import']['findFirst']>>>;

class ImportReading {
  readonly #row: Row;
  readonly #id: number;
  readonly #preview: Preview;
  readonly #giveWay: GiveWay | null;
  #format: string;
  #cursor: Cursor;
  /** The number of records of the entry that were read so far. */
  #seen = 0;
  #records: SourceRecord[] = [];
  #pictures: NewPicture[] = [];
  #bytes = 0;
  #listed = 0;
  #flushedAt = performance.now();
  /** Whether the current process has begun an entry. */
  #hasEntered = false;
  /** Stores one by one, to find the entry at which an earlier reader died. */
  #isCareful = false;

  constructor(row: Row, giveWay: GiveWay | null) {
    this.#row = row;
    this.#giveWay = giveWay;
    this.#id = Number(row.id);
    const { paused: _, ...preview } = previewOf(row);
    this.#preview = { ...preview, problems: preview.problems ?? [] };
    this.#format = row.format;
    this.#cursor = { ...beginning, ...(row.cursor as object), run: randomUUID() };
  }

  async read(file: { fd: number }, signal: AbortSignal): Promise<Reading> {
    this.#cursor.starts += 1;
    this.#isCareful = this.#cursor.starts > 1;
    if (this.#cursor.starts > maxStarts) this.#failEntry('reading.unreadable');
    const [claimed] = await claimReading(db, this.#id, cleanJson(this.#cursor));
    if (!claimed) throw new Superseded();
    await this.#flush();
    const addresses = await readAddresses(file, this.#row);
    if (addresses) return this.#readPages(addresses, signal);

    while (this.#cursor.processes < maxProcesses) {
      try {
        const result = await this.#readProcess(file, signal);
        if (result === 'pause') this.#cursor.processes += 1;
        else return result;
      } catch (error) {
        if (!(error instanceof EntryFailure)) throw error;
        await this.#flush();
        if (signal.aborted) return this.#stop();
        log.warn(
          { import: this.#id, entry: this.#cursor.entryName, reason: error.reason },
          'an entry of an import could not be read',
        );
        this.#cursor.crashes += 1;
        // The heap of the reader overflows at the same place every time.
        const isHopeless = error.reason === 'reading.needs-too-much-memory' || this.#cursor.crashes >= maxCrashes;
        // Without an entry it is the whole source.
        if (isHopeless && !this.#hasEntered) {
          this.addProblem(t('reading.file', { problem: t(error.reason) }));
          return this.end();
        }
        if (isHopeless) this.#failEntry(error.reason);
        await this.#flush();
      }
    }
    this.addProblem(t('reading.rest-takes-too-long', { name: this.#cursor.entryName }));
    return this.end();
  }

  async #readProcess(file: { fd: number }, signal: AbortSignal): Promise<Reading | 'pause'> {
    const { name, sourceUrl } = this.#row;
    this.#seen = 0;
    this.#listed = 0;
    this.#hasEntered = false;
    const { entry } = this.#cursor;
    for await (const event of readEntries(file, { name, sourceUrl }, entry, signal, this.#giveWay !== null)) {
      if (event.type === 'pause') {
        this.#enter(event.at, '');
        await this.#flush();
        return 'pause';
      }
      if (event.type === 'refused') {
        const { code, errors } = event;
        for (const problem of Object.values(errors).flat()) this.addProblem(problem);
        await this.end();
        return { state: 'refused', code, errors };
      }
      if (event.type === 'end') return this.end();
      await this.#take(event);
      if (signal.aborted) return this.#stop();
    }
    throw new EntryFailure('reading.unreadable');
  }

  /** Each address is an entry. Its page is fetched and read alone. */
  async #readPages(all: string[], signal: AbortSignal): Promise<Reading> {
    const addresses = all.slice(0, maxAddresses);
    if (addresses.length < all.length) this.addProblem(t('reading.too-many-links', { limit: maxAddresses }));
    for (let at = this.#cursor.entry; at < addresses.length; at += 1) {
      if (signal.aborted) return this.#stop();
      await this.#giveWay?.();
      const address = addresses[at]!;
      this.#enter(at, address);
      this.#seen = 0;
      const problems = await this.#readPage(address, signal);
      if (signal.aborted) return this.#stop();
      if (this.#seen === 0) this.#leaveOut(problems.join(' ') || t('reading.no-recipe-in-file'));
      else this.#enter(at + 1, '');
      await this.#flush();
    }
    return this.end();
  }

  /** Returns what was wrong with the page. */
  async #readPage(address: string, signal: AbortSignal): Promise<string[]> {
    const problems: string[] = [];
    const pageName = `page-${this.#cursor.entry}`;
    try {
      const page = await fetchSource(address);
      await store(this.#row.key, pageName, page.bytes);
      await withSource({ key: this.#row.key, chunks: [pageName] }, async (file) => {
        for await (const event of readEntries(file, page, 0, signal, this.#giveWay !== null)) {
          if (event.type === 'problem') problems.push(event.problem);
          else if (event.type === 'refused') problems.push(...Object.values(event.errors).flat());
          else if (event.type === 'pause') throw new EntryFailure('reading.takes-too-long');
          else if (event.type === 'format' || event.type === 'picture' || event.type === 'record')
            await this.#take(event);
        }
      });
    } catch (error) {
      if (error instanceof EntryFailure) problems.push(t('reading.file', { problem: t(error.reason) }));
      else if (error instanceof DomainError && error.code === 'validation_failed')
        problems.push(...Object.values(error.errors).flat());
      else throw error;
    } finally {
      await removeStored(this.#row.key, pageName);
    }
    return problems;
  }

  async #take(event: SourceEvent): Promise<void> {
    switch (event.type) {
      case 'entry':
        this.#hasEntered = true;
        this.#enter(event.at, event.name);
        return this.#flushIfFull();
      case 'format':
        this.#format = event.format;
        return;
      case 'facts':
        Object.assign(this.#preview, event.facts);
        return;
      case 'list':
        return this.#addList(event);
      case 'problem':
        return this.addProblem(event.problem);
      case 'picture':
        return this.#addPicture(event);
      case 'record':
        await this.#giveWay?.();
        return this.#addRecord(event.record);
    }
  }

  /** Entries before this one are complete. */
  #enter(at: number, name: string): void {
    if (at === this.#cursor.entry) {
      this.#cursor.entryName = name;
      return;
    }
    Object.assign(this.#cursor, { entry: at, entryName: name, stored: 0, starts: 1, crashes: 0 });
    this.#seen = 0;
  }

  #failEntry(reason: EntryFailure['reason']): void {
    this.#leaveOut(t('reading.file', { problem: t(reason) }));
  }

  /** Goes on behind the current entry. */
  #leaveOut(reason: string): void {
    const { entry, entryName: name } = this.#cursor;
    this.#push(unreadFile(name, reason));
    this.#enter(entry + 1, '');
    this.#cursor.starts = 0;
  }

  addProblem(problem: string): void {
    const { problems } = this.#preview;
    if (problems.length < maxProblems && !problems.includes(problem)) problems.push(problem);
  }

  async #addList({ kind, entries }: Extract<SourceEvent, { type: 'list' }>): Promise<void> {
    const rows = entries.map((entry, at) => ({ ...entry, kind, position: this.#listed + at }));
    this.#listed += rows.length;
    await insertImportEntries(db, this.#id, toJson(rows));
  }

  async #addRecord(record: SourceRecord): Promise<void> {
    this.#seen += 1;
    // Stored before an interruption.
    if (this.#seen <= this.#cursor.stored) return;
    this.#cursor.stored = this.#seen;
    this.#push(record);
    failpoint('import_record_read');
    await this.#flushIfFull();
  }

  #push(record: SourceRecord): void {
    this.#records.push(record);
    this.#bytes += JSON.stringify(record.content).length;
    this.#cursor.position += 1;
  }

  async #addPicture({ name, bytes, position }: Extract<SourceEvent, { type: 'picture' }>): Promise<void> {
    if (position === null && this.#seen < this.#cursor.stored) return;
    this.#cursor.pictureBytes += bytes.length;
    if (this.#cursor.pictureBytes > Number(this.#row.bytes) + morePictureBytes)
      return this.addProblem(t('reading.too-many-pictures'));
    if (position !== null) await this.#flush();
    const key = newKey();
    await store(key, sourceName, bytes);
    this.#pictures.push({ key, name, bytes: bytes.length, position: position ?? this.#cursor.position });
    if (position !== null) await this.#flush();
  }

  async #flushIfFull(): Promise<void> {
    const isFull = this.#isCareful || this.#records.length >= maxBatch.records || this.#bytes >= maxBatch.bytes;
    if (isFull || performance.now() - this.#flushedAt >= maxBatch.ms) await this.#flush();
  }

  /** Stores what was read and where to continue in one transaction. */
  async #flush(): Promise<void> {
    const first = this.#cursor.position - this.#records.length;
    const records = await this.#withStates(this.#records, first);
    // A picture whose record has not arrived yet stays for the next time.
    const pictures = this.#pictures.filter(({ position }) => position < this.#cursor.position);
    const added = this.#records.filter(({ kind }) => kind !== 'file').length;
    const taken = await transact(async (tx) => {
      const [moved] = await moveCursor(
        tx,
        this.#id,
        this.#cursor.run,
        cleanJson(this.#cursor),
        added,
        cleanJson(this.#preview),
        this.#format,
      );
      if (!moved) throw new Superseded();
      if (records.length > 0) await insertImportRecords(tx, this.#id, cleanJson(records));
      return pictures.length === 0 ? [] : insertImportPictures(tx, this.#id, toJson(pictures));
    });
    const keys = new Set(taken.map(({ key }) => key));
    for (const { key } of pictures) if (!keys.has(key)) await removeStored(key);
    this.#pictures = this.#pictures.filter((picture) => !pictures.includes(picture));
    this.#records = [];
    this.#bytes = 0;
    this.#flushedAt = performance.now();
  }

  async #withStates(records: SourceRecord[], first: number): Promise<NewRecord[]> {
    const recipes = records.filter(({ kind }) => kind === 'recipe');
    const identities = recipes.map(({ name, origin: sourceUrl, digest }) => ({
      name,
      sourceUrl,
      digest: Buffer.from(digest!),
    }));
    const known = recipes.length === 0 ? [] : await findExistingRecipes(Number(this.#row.accountId), identities);
    return records.map((record, at) => {
      const { kind, name, origin, content, reason } = record;
      const same = kind === 'recipe' ? (known[recipes.indexOf(record)] ?? null) : null;
      const state: ImportState = same === null ? 'new' : same.isSameText ? 'existing' : 'changed';
      const earlier = same &&
        state === 'changed' && { recipeId: same.id, importedAt: same.importedAt?.toISOString() ?? null };
      const digest = record.digest && Buffer.from(record.digest).toString('base64');
      return {
        position: first + at,
        kind,
        name: name.slice(0, 500),
        origin,
        content,
        reason,
        state,
        preview: record.preview ? { ...record.preview, digest, ...(earlier && { earlier }) } : {},
        action: actionsFor[state][0],
        outcome: kind === 'file' ? 'failed' : null,
        eventable_id: same?.isSameText ? same.id : null,
      };
    });
  }

  async #stop(): Promise<Reading> {
    this.#cursor.starts = 0;
    await this.#flush();
    await this.#dropPictures();
    return { state: 'stopped' };
  }

  /** Of a record that was not stored. */
  async #dropPictures(): Promise<void> {
    for (const { key } of this.#pictures) await removeStored(key);
  }

  async end(): Promise<Reading> {
    await this.#flush();
    await this.#dropPictures();
    await this.#compareSharedPages();
    const data = { ...(this.#listed > 0 && { total: this.#listed }), readAt: new Date() };
    await prisma().import.updateMany({ where: { id: this.#id, readAt: null }, data });
    return { state: 'read' };
  }

  /** Recipes that share a page are told apart by their names, and whether they do is known at the end. */
  async #compareSharedPages(): Promise<void> {
    const accountId = Number(this.#row.accountId);
    for (const { position, name, origin, digest } of await selectSharedChanges(db, this.#id)) {
      const identity = { name, sourceUrl: origin, digest: Buffer.from(digest, 'base64') };
      const [same] = await findExistingRecipes(accountId, [identity], true);
      if (!same) await markRecordNew(db, this.#id, position);
    }
  }
}
