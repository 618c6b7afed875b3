/** Reads recipes from XML, in the format that its outermost element names. */
import { type MessageKey, t } from '../../lib/language/text.ts';
import type { ImportedRecipe } from '../import-result.ts';
import { attributeOf, elementIn, type MarkupElement, readRecords, rootOf, textIn } from '../markup-records.ts';
import { readCookmate } from './cookmate.ts';
import { readCookMl } from './cookml.ts';
import { readEvernote } from './evernote.ts';
import { type FoundInFile, foundCut, unreadEntry } from './found.ts';
import { readGourmet } from './gourmet.ts';
import { readLivingCookbook } from './living-cookbook.ts';
import { readMasterCook } from './mastercook.ts';

interface XmlFormat {
  format: string;
  /** The outermost element in all versions, in lower case as all names. */
  roots: string[];
  /** The element of one recipe. */
  record: string;
  read: (record: MarkupElement) => ImportedRecipe | null;
  /** Why a record is no recipe. */
  reason?: MessageKey;
}

const formats: XmlFormat[] = [
  { format: 'MasterCook', roots: ['mx2'], record: 'rcpe', read: readMasterCook },
  { format: 'Cookmate', roots: ['cookbook'], record: 'recipe', read: readCookmate },
  { format: 'Gourmet', roots: ['gourmetdoc'], record: 'recipe', read: readGourmet },
  { format: 'Living Cookbook', roots: ['fdx', 'fdxz', 'hixz'], record: 'recipe', read: readLivingCookbook },
  { format: 'CookML', roots: ['cookml'], record: 'recipe', read: readCookMl },
  {
    format: 'Evernote',
    roots: ['en-export'],
    record: 'note',
    read: readEvernote,
    reason: 'reading.no-recipe-in-text',
  },
];

/** Returns null for XML of another kind. */
export function findInXml(text: string): Generator<FoundInFile> | null {
  const root = rootOf(text);
  const format = root === null ? undefined : formats.find(({ roots }) => roots.includes(root));
  return format ? found(text, format) : null;
}

function* found(text: string, { format, record, read, reason }: XmlFormat): Generator<FoundInFile> {
  yield { type: 'format', format };
  const records = readRecords(text, { isXml: true, isRecord: (name) => name === record });
  let next = records.next();
  while (!next.done) {
    const element = next.value;
    yield unreadEntry(nameOf(element), () => read(element), reason && t(reason));
    next = records.next();
  }
  const { isCut, cut } = next.value;
  if (isCut) yield foundCut(cut ? nameOf(cut) : '');
}

const nameOf = (element: MarkupElement): string =>
  attributeOf(element, 'name', 'title') || textIn(element, 'title') || attributeOf(elementIn(element, 'head'), 'title');
