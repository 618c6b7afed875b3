/** Reads the text export of MasterCook (.mxp): columns of 8, 12 and any number of characters. */
import type { ImportedRecipe } from '../import-result.ts';
import { addNote } from '../pictures-and-notes.ts';
import { type FoundInFile, foundCut, unreadEntry } from './found.ts';
import { fromColumns, paragraphs, withIngredients } from './recipe-fields.ts';
import { joinParagraphs, linesIn } from './text-lines.ts';

const HEADER = /^\s{0,60}\*\s{1,5}Exported\s{1,5}from\s{1,5}MasterCook/i;
const COLUMNS = /^\s{0,10}-{4,12}\s{1,4}-{6,20}\s{1,4}-{10,50}\s*$/;
const END = /^\s{0,60}(?:- ){6,40}-?\s*$/;
const FIELD =
  /^(Recipe By|Serving Size|Categories|Preparation Time|Start to Finish Time|Yield|Source)\s{0,10}:(.{0,500})$/i;

export const isMasterCookText = (head: string): boolean =>
  /^\s{0,60}\*\s{1,5}Exported\s{1,5}from\s{1,5}MasterCook/im.test(head);

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
export function* findInMasterCookText(text: string): Generator<FoundInFile> {
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
  let group: string | null = null;
  const parsed = joinContinued(ingredients).map((line) => {
    const heading = /^\s*\*{2,3}\s*([^*]{1,80})\*{2,3}\s*$/.exec(line)?.[1];
    if (heading) {
      group = heading.trim();
      return null;
    }
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
