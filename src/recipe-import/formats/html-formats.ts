/** Reads recipes from the pages that apps export. Other pages are read as those of the web. */
import type { ImportedRecipe } from '../import-result.ts';
import { findElements, linesOf, type MarkupElement, readRecords } from '../markup-records.ts';
import { isCopyMeThat, isCopyMeThatRecord, readCopyMeThat } from './copy-me-that.ts';
import { type FoundInFile, foundCut, unreadEntry } from './found.ts';
import { isPaprikaPage, isPaprikaRecord, readPaprikaPage } from './paprika.ts';
import { isRecipeKeeper, isRecipeKeeperRecord, readRecipeKeeper } from './recipe-keeper.ts';

interface HtmlFormat {
  format: string;
  is: (html: string) => boolean;
  isRecord: (name: string, attributes: Map<string, string>) => boolean;
  read: (record: MarkupElement) => ImportedRecipe | null;
}

const formats: HtmlFormat[] = [
  { format: 'Recipe Keeper', is: isRecipeKeeper, isRecord: isRecipeKeeperRecord, read: readRecipeKeeper },
  { format: 'Copy Me That', is: isCopyMeThat, isRecord: isCopyMeThatRecord, read: readCopyMeThat },
  { format: 'Paprika', is: isPaprikaPage, isRecord: isPaprikaRecord, read: readPaprikaPage },
];

/** Returns null for another page. */
export function findInHtml(html: string): Generator<FoundInFile> | null {
  const format = formats.find(({ is }) => is(html));
  return format ? found(html, format) : null;
}

function* found(html: string, { format, isRecord, read }: HtmlFormat): Generator<FoundInFile> {
  yield { type: 'format', format };
  const records = readRecords(html, { isXml: false, isRecord });
  let next = records.next();
  while (!next.done) {
    const element = next.value;
    yield unreadEntry(nameOf(element), () => read(element));
    next = records.next();
  }
  const { isCut, cut } = next.value;
  if (isCut) yield foundCut(cut ? nameOf(cut) : '');
}

function nameOf(element: MarkupElement): string {
  const isName = ({ attributes }: MarkupElement) =>
    attributes.get('itemprop') === 'name' || attributes.get('id') === 'name';
  return linesOf(findElements(element, isName)[0]).join(' ');
}
