/** Reads the source of an import in a process of its own, so that a hostile one blocks nobody and takes little memory. */
import { deserialize } from 'node:v8';
import { ConfinedFailure, runConfined } from '../../lib/confined-process.ts';
import { DomainError, type ErrorCode, type FieldErrors } from '../../lib/errors.ts';
import type { MessageKey } from '../../lib/language/keys.ts';
import { reader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import { log } from '../../lib/log.ts';
import { programPath } from '../../lib/programs.ts';
import { limitConcurrency } from '../../lib/semaphore.ts';
import type { ImportedRecipe } from '../../recipe-import/import-result.ts';
import type { NamedList } from './lists/preview.ts';
import type { ParsedSource, ParseRequest, ParseTask, SourceOrigin } from './parse-source.ts';
import type { PostWithPictures } from './posts/archive.ts';

export interface ImportSource extends SourceOrigin {
  bytes: Uint8Array;
}

/** What the process answers. */
export type ParseAnswer<T> = { parsed: T } | { refused: { code: ErrorCode; errors: FieldErrors } };

const program = programPath('workers/import-reader');
/** An archive is read for at most 10 s, and gives what was found by then. */
const confinement = {
  timeoutMs: 55_000,
  processorSeconds: 40,
  memoryKilobytes: 1_300_000,
  heapMegabytes: 400,
  maxOutputBytes: 64 * 2 ** 20,
};
const maxProcesses = 2;
const maxWaiting = 8;
const limited = limitConcurrency(maxProcesses, maxWaiting);

const reasons: Record<ConfinedFailure['reason'], MessageKey> = {
  time: 'reading.takes-too-long',
  memory: 'reading.needs-too-much-memory',
  output: 'reading.needs-too-much-memory',
  error: 'reading.unreadable',
  killed: 'reading.needs-too-much-memory',
};

/** Throws validation_failed, malformed or too_large for what cannot be read, and unavailable if many are being read. */
export const previewSource = (source: ImportSource, field: string): Promise<ParsedSource> =>
  parse(source, { task: 'preview' }, field);

/** Returns some recipes from the index `from` on, none at the end. Throws like `previewSource`. */
export const readRecipes = (source: ImportSource, from: number): Promise<ImportedRecipe[]> =>
  parse(source, { task: 'recipes', from }, 'file');

/** Returns some posts from the index `from` on, none at the end. Throws like `previewSource`. */
export const readPosts = (source: ImportSource, from: number): Promise<PostWithPictures[]> =>
  parse(source, { task: 'posts', from }, 'file');

/** Returns the lists with their entries. Throws like `previewSource`. */
export const readNamedLists = (source: ImportSource): Promise<NamedList[]> =>
  parse(source, { task: 'lists' }, 'file');

async function parse<T>(
  { bytes, name, sourceUrl }: ImportSource,
  task: ParseTask,
  field: string,
): Promise<T> {
  const request: ParseRequest = { name, sourceUrl, language: reader().language, ...task };
  const output = await limited(() =>
    runConfined(program, [JSON.stringify(request)], bytes, confinement),
  ).catch((error: unknown) => {
    if (!(error instanceof ConfinedFailure)) throw error;
    log.warn({ error: error.message, bytes: bytes.length }, 'the source of an import could not be read');
    // It says nothing about the source that memory was short at this moment.
    if (error.reason === 'killed') throw new DomainError('unavailable', t('errors.busy'));
    throw new DomainError('validation_failed', { [field]: [t(reasons[error.reason])] });
  });
  const answer = deserialize(output) as ParseAnswer<T>;
  if ('refused' in answer) throw new DomainError(answer.refused.code, answer.refused.errors);
  return answer.parsed;
}
