/** Makes what a format finds in a source, and reads entries only when they are wanted. */
import { type MessageKey, t } from '../../lib/language/text.ts';
import type { Found, ImportedRecipe, ImportResult } from '../import-result.ts';
import type { DocumentEnd, MarkupElement } from '../markup-records.ts';
import { toPlainLine } from '../rich-text.ts';

/** An entry of a file that is not read yet. */
interface UnreadEntry {
  type: 'unread';
  title: unknown;
  read: () => ImportedRecipe | null;
  /** Why the entry is no recipe, if it is none. */
  reason: string;
}

export type FoundInFile = Found | UnreadEntry;

export const unreadEntry = (
  title: unknown,
  read: () => ImportedRecipe | null,
  reason = t('reading.recipe-without-content'),
): UnreadEntry => ({ type: 'unread', title, read, reason });

/** As many as of schema.org in one file. */
const MAX_ENTRIES = 20_000;

/** Numbers the entries, and reads those from `from` on. An entry without a recipe is reported with the reason. */
export function* readEntries(found: Iterable<FoundInFile>, from: number): Generator<Found> {
  let at = 0;
  let isEmpty = true;
  for (const each of found) {
    if (each.type !== 'format') isEmpty = false;
    if (each.type !== 'unread') {
      yield each;
      continue;
    }
    if (at >= from && at < MAX_ENTRIES) {
      const name = nameFrom(each.title);
      yield { type: 'entry', at, name };
      const recipe = each.read();
      if (recipe) yield { type: 'recipe', recipe };
      else yield { type: 'failed', name, reason: each.reason };
    }
    at += 1;
  }
  if (isEmpty) yield { type: 'problem', problem: t('reading.no-recipe-in-file') };
  if (at > MAX_ENTRIES)
    yield { type: 'problem', problem: t('reading.too-many-recipes', { count: at, limit: MAX_ENTRIES }) };
}

/** The entry at which a file ends too early. Without a title it is what comes after the last one. */
export const foundCut = (title: unknown): Found => ({
  type: 'failed',
  name: nameFrom(title),
  reason: t('reading.file-cut-off'),
});

const nameFrom = (title: unknown): string => toPlainLine(title).slice(0, 100);

export function* foundIn({ format, recipes, problems }: ImportResult & { format: string }): Generator<Found> {
  yield { type: 'format', format };
  for (const recipe of recipes) yield { type: 'recipe', recipe };
  for (const problem of problems) yield { type: 'problem', problem };
}

export interface RecordFormat {
  format: string;
  read: (record: MarkupElement) => ImportedRecipe | null;
  /** Why a record is no recipe. */
  reason?: MessageKey;
}

/** Each record is an entry, and so is the one at which the document is cut. */
export function* foundInRecords(
  records: Generator<MarkupElement, DocumentEnd>,
  { format, read, reason }: RecordFormat,
  nameOf: (record: MarkupElement) => string,
): Generator<FoundInFile> {
  yield { type: 'format', format };
  let next = records.next();
  for (; !next.done; next = records.next()) {
    const record = next.value;
    yield unreadEntry(nameOf(record), () => read(record), reason && t(reason));
  }
  const { isCut, cut } = next.value;
  if (isCut) yield foundCut(cut ? nameOf(cut) : '');
}
