/** Reads recipes from texts that are no JSON and no markup, in the format that their marks show. */
import { t } from '../../lib/language/text.ts';
import type { ImportedRecipe } from '../import-result.ts';
import { addNote } from '../pictures-and-notes.ts';
import { readRecipe } from '../schema-org.ts';
import { isCooklang, readCooklang } from './cooklang.ts';
import { type FoundInFile, foundCut, foundIn, unreadEntry } from './found.ts';
import { readFrontMatter } from './front-matter.ts';
import { findInSavedPage, isSavedPage } from './html-formats.ts';
import { findInMealMaster, isMealMaster } from './meal-master.ts';
import { nodeOfFields, toNamedFields, withPrivateFields } from './named-fields.ts';
import { readTextRecipe } from './plain-text.ts';
import { isOwnMarkdown, readOwnMarkdown } from './potluck.ts';
import { fromColumns, paragraphs, readInGroups, withIngredients } from './recipe-fields.ts';
import { findInTable, isRecipeTable } from './tables.ts';
import { joinParagraphs, linesIn, withoutBetween } from './text-lines.ts';

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

// The text export of MasterCook (.mxp): columns of 8, 12 and any number of characters

const HEADER = /^\s{0,60}\*\s{1,5}Exported\s{1,5}from\s{1,5}MasterCook/i;
const ANYWHERE = new RegExp(HEADER.source, 'im');
const COLUMNS = /^\s{0,10}-{4,12}\s{1,4}-{6,20}\s{1,4}-{10,50}\s*$/;
const END = /^\s{0,60}(?:- ){6,40}-?\s*$/;
const FIELD =
  /^(Recipe By|Serving Size|Categories|Preparation Time|Start to Finish Time|Yield|Source)\s{0,10}:(.{0,500})$/i;

const isMasterCookText = (head: string): boolean => ANYWHERE.test(head);

interface TextRecipe {
  name: string;
  fields: Map<string, string>;
  ingredients: string[];
  steps: string[];
  /** Below the line of dashes. */
  rest: string[];
  part: 'head' | 'ingredients' | 'steps' | 'rest';
}

/** The last recipe is cut if the line of dashes is missing. */
function* findInMasterCookText(text: string): Generator<FoundInFile> {
  let recipe: TextRecipe | null = null;
  for (const line of linesIn(text)) {
    if (!HEADER.test(line)) {
      if (recipe) addLine(recipe, line);
      continue;
    }
    if (recipe) yield finish(recipe);
    recipe = { name: '', fields: new Map(), ingredients: [], steps: [], rest: [], part: 'head' };
  }
  if (recipe?.part === 'rest') yield finish(recipe);
  else if (recipe) yield foundCut(recipe.name);
}

const finish = (recipe: TextRecipe) => unreadEntry(recipe.name, () => toRecipe(recipe));

function addLine(recipe: TextRecipe, line: string): void {
  if (END.test(line)) recipe.part = 'rest';
  else if (recipe.part === 'head') addHeadLine(recipe, line);
  else if (recipe.part !== 'ingredients') recipe[recipe.part].push(line.trim());
  else if (line.trim() !== '') recipe.ingredients.push(line);
  else if (recipe.ingredients.length > 0) recipe.part = 'steps';
}

function addHeadLine(recipe: TextRecipe, line: string): void {
  if (COLUMNS.test(line)) recipe.part = 'ingredients';
  else if (recipe.name === '') recipe.name = line.trim();
  else if (line.includes(':')) {
    const [, name, value] = FIELD.exec(line.trim()) ?? [];
    const [own = '', prepTime] = value?.split(/Preparation Time\s{0,5}:/i) ?? [];
    if (name) recipe.fields.set(name.toLowerCase(), own.trim());
    if (prepTime) recipe.fields.set('preparation time', prepTime.trim());
  } else if (/^\s{10}/.test(line) && recipe.fields.has('categories'))
    recipe.fields.set('categories', `${recipe.fields.get('categories')}   ${line.trim()}`);
}

function toRecipe({ name, fields, ingredients, steps, rest }: TextRecipe): ImportedRecipe | null {
  const headingOf = (line: string) => /^\s*\*{2,3}\s*([^*]{1,80})\*{2,3}\s*$/.exec(line)?.[1] ?? null;
  const parsed = readInGroups(joinContinued(ingredients), headingOf, (line, group) => {
    const isAligned = !/\p{L}/u.test(line.slice(0, 8)) && [8, 22].every((at) => line.slice(at, at + 2).trim() === '');
    const text = isAligned ? line.slice(24) : line.replace(/\s+/g, ' ');
    const [name = '', note = ''] = text.split(/\s--\s/, 2).map((part) => part.trim());
    const [amount, unit] = isAligned ? [line.slice(0, 8).trim(), line.slice(10, 22).trim()] : ['', ''];
    return fromColumns({ amount, unit, name, note, group });
  });
  const nutrition = rest.find((line) => /^per serving/i.test(line));
  const note = rest.join('\n').split(/^notes?\s{0,3}:/im)[1] ?? '';
  const read = withIngredients(
    {
      name,
      recipeYield: fields.get('serving size') || fields.get('yield'),
      recipeInstructions: joinParagraphs(steps),
      recipeCategory: fields.get('categories')?.split(/\s{2,}|,/),
      prepTime: fields.get('preparation time'),
      totalTime: fields.get('start to finish time'),
      author: fields.get('recipe by') || undefined,
      publisher: fields.get('source') ? { name: fields.get('source') } : undefined,
      nutrition,
    },
    parsed,
  );
  return addNote(read, paragraphs(note));
}

/** A line whose columns are empty goes on with the preparation of the one before, if that ends with a sign of it. */
function joinContinued(lines: string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const isOpen = /(?:--|,|\sand|\sor)$/.test(joined.at(-1)?.trimEnd() ?? '');
    if (isOpen && line.slice(0, 22).trim() === '') joined.push(`${joined.pop()!.trimEnd()} ${line.trim()}`);
    else joined.push(line);
  }
  return joined;
}
