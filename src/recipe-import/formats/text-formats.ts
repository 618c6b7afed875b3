/** Reads recipes from texts that are no JSON and no markup, in the format that their marks show. */
import { t } from '../../lib/language/text.ts';
import type { ImportedRecipe } from '../import-result.ts';
import { readRecipe } from '../schema-org.ts';
import { isCooklang, readCooklang } from './cooklang.ts';
import { type FoundInFile, foundIn } from './found.ts';
import { readFrontMatter } from './front-matter.ts';
import { findInSavedPage, isSavedPage } from './html-formats.ts';
import { findInMasterCookText, isMasterCookText } from './mastercook.ts';
import { findInMealMaster, isMealMaster } from './meal-master.ts';
import { nodeOfFields, toNamedFields, withPrivateFields } from './named-fields.ts';
import { readTextRecipe } from './plain-text.ts';
import { isOwnMarkdown, readOwnMarkdown } from './potluck.ts';
import { findInTable, isRecipeTable } from './tables.ts';
import { withoutBetween } from './text-lines.ts';

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
  const problems = recipe ? [] : [t('reading.no-recipe-in-file')];
  return foundIn({ format: 'Cooklang', recipes: recipe ? [recipe] : [], problems });
}

// Markdown whose front matter states what it is, as of Chowdown and in Obsidian

const MAX_MARKDOWN = 2 ** 20;
const EMBEDDED = /!\[\[([^[\]\n|]{1,300})(?:\|[^[\]\n]{0,100})?\]\]|!\[[^[\]\n]{0,300}\]\(([^()\s]{1,1000})\)/g;
const WIKI_LINK = /\[\[(?:[^[\]\n|]{1,300}\|)?([^[\]\n|]{1,300})\]\]/g;

/** Returns null without front matter or without a recipe. `name` is the file name without extension. */
function readMarkdown(text: string, name: string | null): ImportedRecipe | null {
  const matter = readFrontMatter(text.slice(0, MAX_MARKDOWN).replace(/\r\n?/g, '\n'));
  if (!matter) return null;

  const fields = toNamedFields(matter.fields);
  const stated = nodeOfFields(fields);
  const pictures: string[] = [];
  const body = withoutBetween(withoutBetween(matter.body, '%%', '%%'), '<!--', '-->')
    .replace(EMBEDDED, (_, embedded?: string, linked?: string) => {
      if (pictures.length < 10) pictures.push(embedded ?? linked ?? '');
      return '';
    })
    .replace(WIKI_LINK, '$1');
  const image = [...((stated.image as string[] | undefined) ?? []), ...pictures];
  const known = { ...stated, ...(image.length > 0 && { image }) };
  const recipe =
    'recipeIngredient' in stated
      ? readRecipe({ name, description: body.trim(), ...known })
      : (readTextRecipe(body, name, known).recipes[0] ?? null);
  return withPrivateFields(recipe, fields);
}
