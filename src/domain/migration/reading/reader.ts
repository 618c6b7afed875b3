/**
 * Runs the process that reads the source of an import, so that a hostile source blocks nobody and takes little memory.
 */
import type { FileHandle } from 'node:fs/promises';
import { ConfinedFailure, streamConfined } from '../../../lib/confined-process.ts';
import { reader } from '../../../lib/language/reader.ts';
import type { MessageKey } from '../../../lib/language/text.ts';
import { programPath } from '../../../lib/programs.ts';
import { openLocally } from '../../../lib/storage/storage.ts';
import { maxFileBytes } from '../../../recipe-import/read-file.ts';
import { FrameTooLong, fromFrames, type SourceEvent, type SourceOrigin } from './events.ts';

/** The name of a source that is one file, under the import's key. */
export const storedName = 'import';

/** Returns what `use` returns, or null if the source is gone. Throws unavailable if the disk is full. */
export async function withSource<T>(
  { key, chunks }: { key: string; chunks: string[] },
  use: (file: FileHandle) => Promise<T>,
): Promise<T | null> {
  const file = await openLocally(key, chunks.length > 0 ? chunks : [storedName]);
  if (!file) return null;
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

const program = programPath('workers/import-reader');
const confinement = {
  processorSeconds: 60,
  memoryKilobytes: 1_000_000,
  heapMegabytes: 256,
};
/**
 * A quarter of a processor beside other processes that never rest. With 10, the usual number, it is a tenth, and an
 * import on a busy machine takes four times as long.
 */
const backgroundNiceness = 5;
/** A process ends itself after so much processor time, so that every entry may take the rest. */
const pauseSeconds = 30;
/** An entry becomes at most a few copies of its texts. */
const maxFrameBytes = 2 * maxFileBytes;

/** The longest time on a processor for one source is this times `pauseSeconds`. */
export const maxProcesses = 20;
/** On a processor. On a busy machine it takes longer. */
export const maxReadingMinutes = (maxProcesses * pauseSeconds) / 60;

/** Reading an entry took too much of something, or crashed. */
export class EntryFailure extends Error {
  override readonly name = 'EntryFailure';
  readonly reason: MessageKey;

  constructor(reason: MessageKey) {
    super(reason);
    this.reason = reason;
  }
}

const reasons: Record<ConfinedFailure['reason'], MessageKey> = {
  time: 'reading.takes-too-long',
  memory: 'reading.needs-too-much-memory',
  output: 'reading.needs-too-much-memory',
  error: 'reading.unreadable',
  // The next attempt may find more memory.
  killed: 'reading.unreadable',
};

/**
 * Yields what is in the file from the entry `from` on. Throws EntryFailure, also when the signal ended it.
 *
 * @param isBackground false if somebody waits for it
 */
export async function* readEntries(
  file: { fd: number },
  { name, sourceUrl }: SourceOrigin,
  from: number,
  signal: AbortSignal,
  isBackground = true,
): AsyncGenerator<SourceEvent> {
  const request = { name, sourceUrl, from, language: reader().language, pauseSeconds };
  const limits = { ...confinement, niceness: isBackground ? backgroundNiceness : 0 };
  const output = streamConfined(program, [JSON.stringify(request)], file, limits, signal);
  try {
    yield* fromFrames(output, maxFrameBytes);
  } catch (error) {
    if (error instanceof FrameTooLong) throw new EntryFailure('reading.needs-too-much-memory');
    if (error instanceof ConfinedFailure) throw new EntryFailure(reasons[error.reason]);
    throw error;
  }
}
