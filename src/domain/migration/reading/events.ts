/** What the reader of a source tells, and what an import stores about it. */
import { deserialize, serialize } from 'node:v8';
import type {
  ImportAction,
  ImportListKind,
  ImportOutcome,
  ImportRecordKind,
  ImportState,
} from '../../../db/vocabulary.ts';
import { type ErrorCode, type FieldErrors, invalid } from '../../../lib/errors.ts';
import type { Language } from '../../../lib/language/languages.ts';
import { t } from '../../../lib/language/text.ts';
import { releaseBytes } from '../../../lib/memory.ts';
import type { TablePreview } from '../../../recipe-import/formats/tables.ts';
import type { ImportedRecipe } from '../../../recipe-import/import-result.ts';
import type { PreviewedIngredient } from '../../../recipe-import/ingredient-list.ts';
import type { PostsPreview } from '../../../recipe-import/posts.ts';
import type { ArchivePreview, ArchiveStep } from '../archive/read.ts';
import type { ListEntry, ListsPreview } from '../list-files.ts';

// Decides what an import does with each recipe: create it, update the one that was imported before, or skip it

/**
 * `changed`: the account imported the same page before, with another text. `existing`: with the same text. The first is
 * the default: nothing is overwritten or made twice unless its owner says so.
 */
export const actionsFor: Record<ImportState, readonly [ImportAction, ...ImportAction[]]> = {
  new: ['create', 'skip'],
  changed: ['skip', 'update', 'create'],
  existing: ['skip'],
};

export interface ImportChoice {
  /** The position of the recipe in the import. */
  position: number;
  action: ImportAction;
}

/**
 * Throws validation_failed for a choice that the recipe does not have.
 * @param states By position
 */
export function checkChoices(states: ReadonlyMap<number, ImportState>, choices: ImportChoice[]): void {
  for (const [at, { position, action }] of choices.entries()) {
    const state = states.get(position);
    if (!state) throw invalid(`choices[${at}].position`, t('errors.not-a-recipe-of-this-import'));
    const allowed = actionsFor[state];
    if (!allowed.includes(action))
      throw invalid(`choices[${at}].action`, t('errors.must-be-one-of-values', { values: allowed.join(', ') }));
  }
}

// Defines what the process that reads the source of an import sends, and how

export interface SourceOrigin {
  /** The name of the file or the URL of the page. */
  name: string;
  /** The URL of a web page; null for a file. */
  sourceUrl: string | null;
}

export interface ReadRequest extends SourceOrigin {
  /** Problems are told in this language. */
  language: Language;
  /** The entry to begin with. */
  from: number;
}

/** What the preview shows of a recipe, apart from its name and address. */
interface RecipePreview {
  ingredients: number;
  withQuantity: number;
  steps: number;
  lines: PreviewedIngredient[];
  picture: boolean;
  /** True if it becomes a draft. */
  isDraft: boolean;
  /** One sentence per problem. */
  notUnderstood: string[];
}

export type RecordContent =
  /** `altTexts` are those of its pictures, in their order. */
  | { type: 'recipe'; recipe: ImportedRecipe; altTexts?: string[] }
  | ArchiveStep
  /** `urls` are of the pictures that the archive does not have, by their names. */
  | { type: 'post'; item: object; urls: Record<string, string> };

export interface SourceRecord {
  kind: ImportRecordKind;
  name: string;
  origin: string | null;
  preview: RecipePreview | null;
  content: RecordContent | null;
  /** SHA-256 of a recipe. */
  digest: Buffer | null;
  /** Why it could not be read. */
  reason: string;
}

/** The record of a file that could not be read. */
export const unreadFile = (name: string, reason: string): SourceRecord => ({
  kind: 'file',
  name,
  origin: null,
  preview: null,
  content: null,
  digest: null,
  reason,
});

/** Facts about the whole file. */
interface SourceFacts {
  archive?: ArchivePreview;
  lists?: ListsPreview;
  posts?: PostsPreview;
  table?: TablePreview;
}

export type SourceEvent =
  /** An entry begins. All before it are complete. */
  | { type: 'entry'; at: number; name: string }
  | { type: 'format'; format: string }
  | { type: 'facts'; facts: SourceFacts }
  | { type: 'list'; kind: ImportListKind; entries: ListEntry[] }
  /** Belongs to the next record, or to the record at a position. */
  | { type: 'picture'; name: string; bytes: Uint8Array; position: number | null }
  | { type: 'record'; record: SourceRecord }
  | { type: 'problem'; problem: string }
  /** Nothing of the file can be imported. */
  | { type: 'refused'; code: ErrorCode; errors: FieldErrors }
  /** The process has used up its processor time: another one continues at this entry. */
  | { type: 'pause'; at: number }
  | { type: 'end' };

const lengthBytes = 4;

/** Its length, and the event. */
export function toFrame(event: SourceEvent): Buffer {
  const body = serialize(event);
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(body.length);
  return Buffer.concat([length, body]);
}

/** Holds one event at a time. Throws FrameTooLong. */
export async function* fromFrames(stream: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<SourceEvent> {
  let parts: Buffer[] = [];
  let held = 0;
  let wanted: number | null = null;
  for await (const part of stream) {
    parts.push(part);
    held += part.length;
    while (held >= (wanted ?? lengthBytes)) {
      const bytes = parts.length === 1 ? parts[0]! : joined(parts, held);
      const end: number = wanted ?? lengthBytes;
      if (wanted === null) wanted = bytes.readUInt32LE(0);
      else {
        wanted = null;
        yield deserialize(bytes.subarray(0, end)) as SourceEvent;
      }
      if (wanted !== null && wanted > maxBytes) throw new FrameTooLong();
      parts = [bytes.subarray(end)];
      held -= end;
    }
  }
}

function joined(parts: Buffer[], length: number): Buffer {
  const bytes = Buffer.concat(parts, length);
  for (const part of parts) releaseBytes(part);
  return bytes;
}

export class FrameTooLong extends Error {}

/** PostgreSQL stores neither NUL nor halves of surrogate pairs in JSON. */
export const cleanJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'string' ? each.toWellFormed().replaceAll('\0', '') : each,
  );

// Defines what an import stores about its whole source, and what is shown of each recipe

/** Stored as JSON. */
export interface Preview {
  /** One sentence per problem. */
  problems: string[];
  /** Why the import waits, as on a full disk. */
  paused?: string;
  /** Its member keeps its new recipes as drafts. Counts where the column of the import is null. */
  asDrafts?: boolean;
  /** Set if the file is the archive of an account. */
  archive?: ArchivePreview;
  /** Set if the file is a list, or several. */
  lists?: ListsPreview;
  /** Set if the file is an archive of posts. */
  posts?: PostsPreview;
  /** Set if the file is a table whose columns have to be chosen. */
  table?: TablePreview;
}

/** The preview of a row of `import`. */
export const previewOf = ({ preview }: { preview: unknown }): Preview => preview as Preview;

export interface PreviewedRecipe extends RecipePreview {
  position: number;
  name: string;
  sourceUrl: string | null;
  /** The created or existing recipe; null before the import. */
  recipeId: number | null;
  /** Before the import. */
  state: ImportState;
  /** What the import does, or did, with it. */
  action: ImportAction;
  /** What became of it. Null before the import. */
  outcome: ImportOutcome | null;
  /** The recipe that is here already, if it has another text. */
  earlier: EarlierImport | null;
  /** Why it was not imported, or what is missing of it. */
  problem: string;
}

interface EarlierImport {
  recipeId: number;
  /** ISO 8601. Null if the recipe was not imported, but has the same address. */
  importedAt: string | null;
}
