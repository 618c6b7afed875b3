/** Reads Meal-Master and its German relative REZKONV: recipes in columns, several in one text. */
import type { IngredientDraft } from '../draft.ts';
import type { ImportedRecipe } from '../import-result.ts';
import { type FoundInFile, foundCut, unreadEntry } from './found.ts';
import { fromColumns, withIngredients } from './recipe-fields.ts';
import { joinParagraphs, linesIn } from './text-lines.ts';

const HEADER = /^\s{0,3}(?:M{5}|-{5}|={5})[^\n]{0,60}(?:Meal-?Master|REZKONV)/i;
const ANYWHERE = new RegExp(HEADER.source, 'im');
const RULE = /^\s{0,3}(?:M{5}|-{5}|={5})/;
const FIELD = /^\s{0,20}(Title|Titel|Categories|Kategorien|Yield|Servings|Menge)\s{0,5}:(.{0,300})$/i;
const SOURCE = /^(?:quelle|source)$/i;

/** Codes of Meal-Master, in which upper and lower case differ. */
const UNITS: Record<string, string> = {
  T: 'tbsp',
  t: 'tsp',
  tb: 'tbsp',
  ts: 'tsp',
  c: 'cup',
  pt: 'pint',
  qt: 'quart',
  ga: 'gallon',
  fl: 'fl oz',
  oz: 'oz',
  lb: 'lb',
  pn: 'pinch',
  ds: 'dash',
  dr: 'drop',
  cn: 'can',
  ct: 'carton',
  pk: 'package',
  bn: 'bunch',
  sl: 'slice',
  ea: '',
  x: '',
  cb: 'ml',
};
const SIZES: Record<string, string> = { sm: 'small', md: 'medium', lg: 'large' };

export const isMealMaster = (head: string): boolean => ANYWHERE.test(head);

interface Draft {
  name: string;
  fields: Map<string, string>;
  /** Lines between the ingredients of a group. */
  blocks: { group: string | null; lines: string[] }[];
  steps: string[];
  source: string[];
  part: 'head' | 'ingredients' | 'source' | 'steps';
  isGerman: boolean;
}

/** A recipe ends with a line of five signs. The last one is cut without it, unless it is the only one. */
export function* findInMealMaster(text: string): Generator<FoundInFile> {
  let recipe: Draft | null = null;
  let isOnly = true;
  for (const line of linesIn(text)) {
    const isHeader = HEADER.test(line);
    const isEnd = !isHeader && RULE.test(line) && headingOf(line) === '';
    // A missing end before the next recipe loses nothing.
    if (recipe !== null && (isHeader || isEnd)) {
      if (!isEmpty(recipe)) yield finish(recipe);
      isOnly = false;
      recipe = null;
    }
    if (isHeader) recipe = newDraft(/REZKONV/i.test(line));
    else if (recipe) addLine(recipe, line);
  }
  if (recipe && isOnly && recipe.steps.length > 0) yield finish(recipe, true);
  if (recipe) yield foundCut(recipe.name);
}

const newDraft = (isGerman: boolean): Draft => ({
  name: '',
  fields: new Map(),
  blocks: [{ group: null, lines: [] }],
  steps: [],
  source: [],
  part: 'head',
  isGerman,
});

const isEmpty = ({ name, blocks, steps }: Draft): boolean =>
  name === '' && steps.length === 0 && blocks.every(({ lines }) => lines.length === 0);

const finish = (recipe: Draft, isCut = false) =>
  unreadEntry(recipe.name, () => {
    const read = toRecipe(recipe);
    if (read && isCut) read.draft.publication = 'draft';
    return read;
  });

/** The text between the signs of a line such as `-----SAUCE-----`. */
const headingOf = (line: string): string => {
  const text = line.trim().replace(/^M{5}/, '');
  let [from, to] = [0, text.length];
  while ('-='.includes(text[from] ?? 'x')) from += 1;
  while (to > from && '-='.includes(text[to - 1]!)) to -= 1;
  return text.slice(from, to).trim();
};

function addLine(recipe: Draft, line: string): void {
  const text = line.trim();
  const { lines } = recipe.blocks.at(-1)!;
  if (recipe.part === 'head') addHeadLine(recipe, line);
  else if (RULE.test(line)) addHeading(recipe, headingOf(line));
  else if (recipe.part === 'steps') recipe.steps.push(text);
  else if (recipe.part === 'source' && text === '') recipe.part = 'steps';
  else if (recipe.part === 'source') recipe.source.push(text);
  else if (text === '') lines.push('');
  else if (isIngredientLine(recipe, line)) lines.push(line);
  else {
    recipe.part = 'steps';
    recipe.steps.push(text);
  }
}

function addHeadLine(recipe: Draft, line: string): void {
  const [, name, value = ''] = FIELD.exec(line) ?? [];
  if (name) {
    if (/^tit/i.test(name)) recipe.name = value.trim();
    else recipe.fields.set(name.toLowerCase(), value.trim());
  } else if (line.trim() !== '' || (recipe.name !== '' && recipe.fields.size > 0)) {
    recipe.part = 'ingredients';
    addLine(recipe, line);
  }
}

/** A heading among the ingredients begins a group, and one among the steps names the next step. */
function addHeading(recipe: Draft, heading: string): void {
  const title = heading === heading.toUpperCase() ? capitalized(heading) : heading;
  if (SOURCE.test(heading)) recipe.part = 'source';
  else if (recipe.part === 'ingredients') recipe.blocks.push({ group: title, lines: [] });
  else recipe.steps.push('', `## ${title}`, '');
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();

const COLUMNS = /^([\s\d.,/½¼¾⅓⅔-]{7}) ([a-z ]{2}) (\S.*|\s?-.*)$/i;
const GERMAN = /^\s{2,}(?:[\d½¼¾⅓⅔][\d\s.,/½¼¾⅓⅔-]{0,12}\s|\s{6,})\s*\S/;

/** Of programs that keep no columns. */
const LOOSE = /^\s{0,12}[\d½¼¾⅓⅔][\d\s./,½¼¾⅓⅔-]{0,8}\s\S.{0,60}$/;

/** German lines of the method start at the margin, and English ones with two spaces. */
function isIngredientLine({ isGerman, blocks }: Draft, line: string): boolean {
  const isAfterGap = blocks.at(-1)!.lines.at(-1) === '' && blocks.some(({ lines }) => lines.some(Boolean));
  if (!isAfterGap && LOOSE.test(line) && !/^\s*\d{1,2}[.)]\s|[.!?:]\s{0,5}$/.test(line)) return true;
  return isGerman
    ? GERMAN.test(line) || /^\s{6,}\S/.test(line)
    : COLUMNS.test(line.trimEnd()) || /^\s{8,}\S/.test(line);
}

function toRecipe(recipe: Draft): ImportedRecipe | null {
  const { name, fields, blocks, steps, source, isGerman } = recipe;
  const readBlock = isGerman ? readGerman : readColumns;
  const written = source.map((line) => line.replace(/^-{1,2}\s{0,3}/, '')).filter((line) => !/^Erfasst\b/i.test(line));
  return withIngredients(
    {
      name,
      recipeYield: fields.get('yield') || fields.get('servings') || fields.get('menge'),
      recipeInstructions: joinParagraphs(steps),
      recipeCategory: fields.get('categories') ?? fields.get('kategorien'),
      author: written[0]?.slice(0, 200),
      inLanguage: isGerman ? 'de' : undefined,
    },
    blocks.flatMap(({ group, lines }) => readBlock(lines, group)),
  );
}

interface Columns {
  amount: string;
  unit: string;
  name: string;
}

/** Two columns of ingredients stand beside each other; the left one comes first. */
function readColumns(lines: string[], group: string | null): (IngredientDraft | null)[] {
  const left: Columns[] = [];
  const right: Columns[] = [];
  const middle = middleOf(lines.slice(0, 500));
  for (const line of lines) {
    const second = line.slice(middle).trimEnd();
    const isDouble = isBefore(line, middle) && COLUMNS.test(second);
    addColumns(left, isDouble ? line.slice(0, middle) : line);
    if (isDouble) addColumns(right, second);
  }
  return [...left, ...right].map(({ amount, unit, name }) => {
    const code = UNITS[unit] ?? UNITS[unit.toLowerCase()] ?? unit;
    const size = SIZES[unit.toLowerCase()];
    return fromColumns({ amount, unit: size ? '' : code, name: size ? `${size} ${name}` : name, group });
  });
}

const MIDDLES = [41, ...Array.from({ length: 25 }, (_, at) => 36 + at)];

/** Where most right columns begin. Some programs write them further to the right. */
function middleOf(lines: string[]): number {
  const isRight = (line: string, at: number) =>
    isBefore(line, at) && (COLUMNS.exec(line.slice(at))?.[1] ?? '').trim() !== '';
  const counts = MIDDLES.map((at) => lines.filter((line) => isRight(line, at)).length);
  return MIDDLES[counts.indexOf(Math.max(...counts))]!;
}

const isBefore = (line: string, middle: number): boolean =>
  line.slice(middle - 2, middle).trim() === '' && line.slice(0, middle).trim() !== '';

/** A line that begins with a dash goes on with the one before. */
function addColumns(column: Columns[], line: string): void {
  const [, amount = '', unit = '', rest = line] = COLUMNS.exec(line.trimEnd()) ?? [];
  const name = rest.trim();
  const last = column.at(-1);
  const isContinued = amount.trim() === '' && unit.trim() === '' && name.startsWith('-');
  if (name === '') return;
  if (isContinued && last) last.name = `${last.name} ${name.replace(/^-{1,2}\s{0,3}/, '')}`.trim();
  else column.push({ amount: amount.trim(), unit: unit.trim(), name });
}

/** Columns are separated by at least two spaces. */
function readGerman(lines: string[], group: string | null): (IngredientDraft | null)[] {
  const joined: string[] = [];
  for (const line of lines) {
    const text = line.trim();
    if (text.startsWith('-') && joined.length > 0)
      joined.push(`${joined.pop()!} ${text.replace(/^-{1,2}\s{0,3}/, '')}`);
    else if (text !== '') joined.push(text);
  }
  return joined.map((line) => {
    const parts = line.replace(/;\s{0,3}--\s/g, '; ').split(/\s{2,}/);
    const [amount = '', unit = ''] = parts;
    return parts.length === 3 && /^\d/.test(amount)
      ? fromColumns({ amount, unit, name: parts[2]!, group })
      : fromColumns({ name: parts.join(' '), group });
  });
}
