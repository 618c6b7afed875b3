/** Defines what the process that reads the source of an import sends, and how. */
import { deserialize, serialize } from 'node:v8';
import type { ErrorCode, FieldErrors } from '../../../lib/errors.ts';
import type { Language } from '../../../lib/language/languages.ts';
import type { ImportedRecipe } from '../../../recipe-import/import-result.ts';
import type { PreviewedIngredient } from '../../../recipe-import/ingredient-preview.ts';
import type { PostsPreview } from '../../../recipe-import/posts/read-posts.ts';
import type { ArchivePreview, ArchiveStep } from '../archive/steps.ts';
import type { ListsPreview } from '../lists/preview.ts';
import type { ListEntry, ListKind } from '../lists/read-list.ts';

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
export interface RecipePreview {
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
  | { type: 'recipe'; recipe: ImportedRecipe }
  | ArchiveStep
  /** `urls` are of the pictures that the archive does not have, by their names. */
  | { type: 'post'; item: object; urls: Record<string, string> };

export interface SourceRecord {
  kind: 'recipe' | 'item' | 'other' | 'file';
  name: string;
  origin: string | null;
  preview: RecipePreview | null;
  content: RecordContent | null;
  /** SHA-256 of a recipe. */
  digest: Buffer | null;
  /** Why it could not be read. */
  reason: string;
}

/** Facts about the whole file. */
export interface SourceFacts {
  archive?: ArchivePreview;
  lists?: ListsPreview;
  posts?: PostsPreview;
}

export type SourceEvent =
  /** An entry begins. All before it are complete. */
  | { type: 'entry'; at: number; name: string }
  | { type: 'format'; format: string }
  | { type: 'facts'; facts: SourceFacts }
  | { type: 'list'; kind: ListKind; entries: ListEntry[] }
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
export async function* fromFrames(
  stream: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<SourceEvent> {
  let parts: Buffer[] = [];
  let held = 0;
  let wanted: number | null = null;
  for await (const part of stream) {
    parts.push(part);
    held += part.length;
    while (held >= (wanted ?? lengthBytes)) {
      const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts, held);
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

export class FrameTooLong extends Error {}

/** PostgreSQL stores neither NUL nor halves of surrogate pairs in JSON. */
export const cleanJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'string' ? each.toWellFormed().replaceAll('\0', '') : each,
  );
