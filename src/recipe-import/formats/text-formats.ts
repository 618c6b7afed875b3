/** Reads recipes from texts that are no JSON and no markup, in the format that their marks show. */
import { t } from '../../lib/language/text.ts';
import { isCooklang, readCooklang } from './cooklang.ts';
import { findInTable, isRecipeTable } from './csv.ts';
import { type FoundInFile, foundIn } from './found.ts';
import { readMarkdown } from './markdown.ts';
import { findInMasterCookText, isMasterCookText } from './mastercook.ts';
import { findInMealMaster, isMealMaster } from './meal-master.ts';
import { isOwnMarkdown, readOwnMarkdown } from './potluck-markdown.ts';
import { findInSavedPage, isSavedPage } from './saved-page.ts';

const HEAD = 100_000;

/** Null for a text of another format. `head` is the beginning of the text. */
type TextFormat = (text: string, head: string, title: string | null) => Iterable<FoundInFile> | null;

/** The first that fits counts. */
const formats: TextFormat[] = [
  (text, head) => {
    const recipe = isOwnMarkdown(head) ? readOwnMarkdown(text) : null;
    return recipe && foundIn({ format: 'Potluck', recipes: [recipe], problems: [] });
  },
  (text, head) => (isSavedPage(head) ? findInSavedPage(text) : null),
  (text, head) => (isMealMaster(head) ? withFormat('Meal-Master', findInMealMaster(text)) : null),
  (text, head) => (isMasterCookText(head) ? withFormat('MasterCook', findInMasterCookText(text)) : null),
  (text) => (isRecipeTable(text) ? findInTable(text) : null),
  (text, _, title) => (isCooklang(text) ? cooklang(text, title) : null),
  (text, head, title) => {
    const recipe = head.startsWith('---') ? readMarkdown(text, title) : null;
    return recipe && foundIn({ format: 'Markdown', recipes: [recipe], problems: [] });
  },
];

export function findInMarkedText(text: string, title: string | null): Iterable<FoundInFile> | null {
  const head = text.slice(0, HEAD).trimStart();
  for (const find of formats) {
    const found = find(text, head, title);
    if (found) return found;
  }
  return null;
}

function* withFormat(format: string, found: Iterable<FoundInFile>): Generator<FoundInFile> {
  yield { type: 'format', format };
  yield* found;
}

function cooklang(text: string, title: string | null): Iterable<FoundInFile> {
  const recipe = readCooklang(text, title);
  const result = recipe
    ? { recipes: [recipe], problems: [] }
    : { recipes: [], problems: [t('reading.no-recipe-in-file')] };
  return foundIn({ format: 'Cooklang', ...result });
}
