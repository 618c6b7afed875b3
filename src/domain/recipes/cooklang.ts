/** Writes a recipe in Cooklang (cooklang.org/docs/spec), so that our own importer reads it back. */
import { convertDetails, detailNamesOf, nutrients, type RecipeDetails } from '../../db/recipe-details.ts';
import { plainDuration } from '../../lib/duration.ts';
import { textOf } from '../../lib/html/html.ts';
import { detailsFromStated } from '../../recipe-import/details-from-stated.ts';
import { detailMetadata, readCooklang, type SectionUse } from '../../recipe-import/formats/cooklang.ts';
import type { Ingredient, Recipe, Step } from '../items/eventable.ts';
import { addressOfLink, differingFields, draftOf, recipeFields } from './fields.ts';
import { fractionText, plainServings } from './text.ts';

interface CooklangOptions {
  /** The address of the recipe and the name of its author, for recipes that state no others. Null to state none. */
  origin: { source: string; author: string } | null;
  /** Addresses of its pictures. */
  pictures: string[];
}

/** What Cooklang has no place for is named in a comment. */
export function toCooklang(recipe: Recipe, { origin, pictures }: CooklangOptions): string {
  const use = useOfSections(recipe);
  const matter = frontMatter(recipe, origin, pictures, use);
  const notes = textOf(recipe.contentHtml).split('\n').map(lineOf).filter(Boolean);
  const paragraphs = [...notes.map((line) => `> ${line}`), ...writeBody(recipe, use)].map(withoutComments);
  const text = `${[matter, ...paragraphs].join('\n\n')}\n`;
  const lost = listLost(recipe, text, origin);
  if (lost.length === 0) return text;
  const comment = `[- Cooklang has no place for these, or no exact one: ${lost.join(', ')}. -]`;
  return `${[matter, comment, ...paragraphs].join('\n\n')}\n`;
}

/** Reads the file, and returns the labels of the fields that changed. */
function listLost(recipe: Recipe, text: string, origin: CooklangOptions['origin']): string[] {
  const read = readCooklang(text, null);
  if (!read) return [];
  const draft = { ...read.draft, details: read.stated ? detailsFromStated(read.stated).details : read.draft.details };
  const before = draftOf(recipe);
  // The file names its source on purpose.
  const stated = origin && { sourceUrl: before.sourceUrl ?? draft.sourceUrl };
  const credit = origin && !before.details.credit ? draft.details.credit : before.details.credit;
  const expected = { ...before, ...stated, details: { ...before.details, credit } };
  return differingFields(expected, draft).map((name) => recipeFields[name]!.label);
}

// Writes the metadata of Cooklang's conventions, and our own for what they lack

type Entry = [name: string, value: string | null | Entry[]];

function detailEntries(details: RecipeDetails): Entry[] {
  const texts = convertDetails(details, {
    seconds: (seconds) => (seconds === null ? null : plainDuration(seconds)),
    texts: (entries) => entries.join(', '),
    diets: (diets) => diets.join(', '),
    nutrition: (nutrition) => nutrients.map((name): Entry => [name, nutrition[name] ?? null]),
    credit: () => null,
    rating: (rating) => rating && `${rating.value} (${rating.count})`,
  });
  // Equipment is marked in the text.
  const names = detailNamesOf('seconds', 'texts', 'diets', 'difficulty', 'nutrition', 'rating', 'url');
  return names
    .filter((detail) => detail !== 'equipment')
    .map((detail): Entry => [detailMetadata[detail][0]!, texts[detail]]);
}

function frontMatter(
  { name, serving, servingType, tags, prepTime, cookTime, locale, details, sourceUrl }: Recipe,
  origin: CooklangOptions['origin'],
  pictures: string[],
  use: SectionUse | null,
): string {
  const { credit } = details;
  const author = credit?.name ?? (credit ? null : (origin?.author ?? null));
  const source = sourceUrl ?? origin?.source ?? null;
  const entries: Entry[] = [
    ['title', name],
    ['servings', servingType === 'servings' ? String(serving) : plainServings(serving, servingType)],
    ['tags', tags.join(', ')],
    ['prep time', prepTime === null ? null : plainDuration(prepTime)],
    ['cook time', cookTime === null ? null : plainDuration(cookTime)],
    ...detailEntries(details),
    ['locale', locale === 'und' ? null : locale],
    [
      'author',
      credit?.url
        ? [
            ['name', author],
            ['url', credit.url],
          ]
        : author,
    ],
    [
      'source',
      credit?.site
        ? [
            ['name', credit.site],
            ['url', source],
          ]
        : source,
    ],
    ['sections', use],
  ];
  const images = pictures.length > 0 ? ['images:', ...pictures.map((url) => `  - ${yamlText(url)}`)] : [];
  return ['---', ...entries.flatMap((entry) => linesOf(entry)), ...images, '---'].join('\n');
}

function linesOf([key, value]: Entry, indent = ''): string[] {
  if (Array.isArray(value)) {
    const inner = value.flatMap((entry) => linesOf(entry, '  '));
    return inner.length > 0 ? [`${key}:`, ...inner] : [];
  }
  return value ? [`${indent}${key}: ${yamlText(lineOf(value))}`] : [];
}

/** Quotes what YAML would read as something else than the text. */
function yamlText(text: string): string {
  if (/^[\p{L}\p{N}][^:#'"\\[\]{},&*!|>%@`]*$/u.test(text)) return text;
  if (!/["\\]/.test(text)) return `"${text}"`;
  return text.includes("'") ? `"${text.replaceAll('"', '”').replaceAll('\\', '/')}"` : `'${text}'`;
}

// Writes the steps with their marks

/**
 * A section of Cooklang has a step's name and a group of ingredients at once. Returns which of both a recipe means, or
 * null for both.
 */
function useOfSections({ steps, ingredients }: Recipe): SectionUse | null {
  const hasNames = steps.some(({ name }) => name !== '');
  const hasGroups = ingredients.some(({ group }) => group !== null);
  return hasNames === hasGroups ? null : hasNames ? 'steps' : 'ingredients';
}

function writeBody(recipe: Recipe, use: SectionUse | null): string[] {
  const { steps } = recipe;
  const written = new Set<number>();
  const placed = placeIngredients(recipe);
  const cookware = placeCookware(recipe);
  if (steps.length === 0) {
    const groups = [...Map.groupBy(recipe.ingredients, ({ group }) => group)];
    const tools = cookware.flat().map(cookwareMark);
    return [
      ...groups.flatMap(([group, list]) => [...headingOf(group), listOf(list, written)]),
      ...(tools.length > 0 ? [`(${tools.join(', ')})`] : []),
    ];
  }

  let section: string | null = null;
  return steps.flatMap((step, at) => {
    const paragraphs: string[] = [];
    const enter = (name: string | null) => {
      if (name === null || name === section) return;
      paragraphs.push(...headingOf(name));
      section = name;
    };
    if (use === 'ingredients') {
      const fresh = placed[at]!.filter(({ position }) => !written.has(position));
      const groups = [...Map.groupBy(fresh, ({ group }) => group)];
      // The step itself stands in the section of its last group. The others only list their ingredients.
      for (const [group, list] of groups.slice(0, -1)) {
        enter(group);
        paragraphs.push(listOf(list, written));
      }
      enter(groups.at(-1)?.[0] ?? null);
    } else if (step.name !== '') paragraphs.push(...headingOf(step.name));
    paragraphs.push(writeStep(step, placed[at]!, cookware[at]!, written));
    return paragraphs;
  });
}

const headingOf = (name: string | null): string[] => (name ? [`== ${lineOf(name).replaceAll('=', '-')} ==`] : []);

/** Parentheses with nothing but marks are no step. */
const listOf = (ingredients: Ingredient[], written: Set<number>): string =>
  `(${ingredients.map((each) => markOf(each, written)).join(', ')})`;

/**
 * Cooklang has no list of ingredients. One that no step uses goes to the first step that names it, or to the first
 * step.
 */
function placeIngredients({ ingredients, steps }: Recipe): Ingredient[][] {
  const placed = steps.map(({ ingredientPositions }) =>
    ingredientPositions.flatMap((position) => ingredients[position] ?? []),
  );
  const used = new Set(placed.flat());
  const texts = steps.map(({ contentHtml }) => plainText(textOf(contentHtml)));
  for (const ingredient of ingredients.filter((each) => !used.has(each))) {
    const naming = texts.findIndex((text) => findWord(text, nameOf(ingredient)) >= 0);
    placed[Math.max(naming, 0)]?.push(ingredient);
  }
  return placed;
}

/** Cookware stands in the first step that names it, but never before what comes earlier in the list. */
function placeCookware({ steps, details: { equipment } }: Recipe): string[][] {
  const placed: string[][] = steps.length > 0 ? steps.map(() => []) : [[]];
  const texts = steps.map(({ contentHtml }) => plainText(textOf(contentHtml)));
  let last = { step: 0, at: -1 };
  for (const name of equipment) {
    const step = texts.findIndex((text, index) => {
      const at = findWord(text, cookwareName(name));
      return index > last.step ? at >= 0 : index === last.step && at > last.at;
    });
    // Behind the text of a step nothing else of it can follow.
    if (step < 0) last = { step: last.step, at: Number.POSITIVE_INFINITY };
    else last = { step, at: findWord(texts[step]!, cookwareName(name)) };
    placed[last.step]!.push(name);
  }
  return placed;
}

const cookwareName = (name: string) => clean(name, /[@#~{}|\ue000]/g) || 'pot';
const cookwareMark = (name: string) => `#${cookwareName(name)}{}`;

const lineOf = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Signs of Cooklang in the text get a space behind them, after which they are plain text. */
const plainText = (text: string) =>
  lineOf(text)
    .replaceAll(/[@#~](?=\S)/g, '$& ')
    .replace(/^[>=\s]+/, '');

/** Takes the meaning from signs of comments. */
const withoutComments = (paragraph: string) => paragraph.replaceAll('[-', '[ -').replaceAll(/(?<=^|\s)--+/g, '–');

/** Marks ingredients and cookware where the text names them. The others, links and the time follow in parentheses. */
function writeStep(step: Step, ingredients: Ingredient[], cookware: string[], written: Set<number>): string {
  const { contentHtml, name, duration, links } = step;
  let text = plainText(textOf(contentHtml)) || plainText(name);
  const behind: string[] = [];
  const marks: string[] = [];
  const place = (word: string, mark: string) => {
    const at = findWord(text, word);
    if (at < 0) {
      behind.push(mark);
      return;
    }
    // A private-use character stands for the mark, so that no name is found inside another mark.
    text = `${text.slice(0, at)}\ue000${text.slice(at + word.length)}`;
    marks.splice([...text.slice(0, at).matchAll(/\ue000/g)].length, 0, mark);
  };
  for (const ingredient of ingredients) place(nameOf(ingredient), markOf(ingredient, written));
  for (const tool of cookware) place(cookwareName(tool), cookwareMark(tool));
  for (const link of links) behind.push(...referenceTo(link));
  const timer = duration ? timerOf(duration) : null;
  if (timer && text.includes(timer.text)) text = text.replace(timer.text, () => timer.mark);
  else if (timer) behind.push(timer.mark);
  text = text.replaceAll('\ue000', () => marks.shift() ?? '');
  return behind.length > 0 ? `${text} (${behind.join(', ')})` : text;
}

/** Another recipe is referenced by its name, with its address behind. */
function referenceTo(link: Step['links'][number]): string[] {
  const address = addressOfLink(link);
  if (address === null || /[()\s]/.test(address)) return [];
  const name = clean(link.name, /[@#~{}|/\ue000]/g) || 'recipe';
  return [`@./${name}{${link.serving === null ? '' : `${link.serving}%servings`}}(${address})`];
}

/** Finds a whole word. Returns -1 if there is none. */
function findWord(text: string, word: string): number {
  const isLetter = (at: number) => /[\p{L}\p{N}\p{M}]/u.test(text.charAt(at));
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!isLetter(at - 1) && !isLetter(at + word.length)) return at;
  return -1;
}

function timerOf(seconds: number): { text: string; mark: string } {
  const [count, unit] =
    seconds % 3_600 === 0
      ? [seconds / 3_600, seconds === 3_600 ? 'hour' : 'hours']
      : seconds % 60 === 0
        ? [seconds / 60, seconds === 60 ? 'minute' : 'minutes']
        : [seconds, 'seconds'];
  return { text: `${count} ${unit}`, mark: `~{${count}%${unit}}` };
}

const clean = (text: string, signs: RegExp) => lineOf(text.replaceAll(signs, ' '));
const nameOf = ({ name }: Ingredient) => clean(name, /[@#~{}|\ue000]/g) || 'ingredient';

/** An ingredient that was written before is repeated without its amount. */
function markOf(ingredient: Ingredient, written: Set<number>): string {
  const { position, unit, note, optional, scalable } = ingredient;
  if (written.has(position)) return `@${nameOf(ingredient)}{}`;
  written.add(position);
  const amount = [ingredient.quantity, ingredient.quantityMax].flatMap((each) =>
    each ? fractionText(each, 99, 6) : [],
  );
  const unitPart = unit ? `%${clean(unit, /[%{}]/g)}` : '';
  const inside = amount.length > 0 ? `${scalable ? '' : '='}${amount.join('-')}${unitPart}` : unitPart;
  const notes = [note, optional ? 'optional' : ''].filter(Boolean).join(', ');
  const notePart = clean(notes, /[()]/g).slice(0, 200).trim();
  return `@${nameOf(ingredient)}{${inside}}${notePart && `(${notePart})`}`;
}
