/** Writes all recipes of a member as a zip of Markdown files with their pictures. */
import { convertDetails, detailNames, nutrients } from '../../db/recipe-details.ts';
import type { ZipWriter } from '../../lib/archive/zip.ts';
import { plainDuration, toDuration } from '../../lib/duration.ts';
import { t } from '../../lib/language/text.ts';
import type { IngredientDraft } from '../../recipe-import/draft.ts';
import { parseDuration } from '../../recipe-import/duration.ts';
import { ownMarkdownStart, wordsOfName } from '../../recipe-import/formats/potluck.ts';
import { parseIngredientLine } from '../../recipe-import/ingredient-line.ts';
import type { Eventable, Ingredient, Recipe, Step } from '../items/eventable.ts';
import { addressedLinks } from '../recipes/fields.ts';
import { formatIngredient } from '../recipes/text.ts';
import { readOwn, writePicture } from './archive/write.ts';

export interface LibraryProgress {
  recipes: number;
}

/** Lists the member's own recipes, oldest first. One batch is in memory at a time. */
export async function* iterateRecipes(
  accountId: number,
  publications: Eventable['publication'][] | null = null,
): AsyncGenerator<Recipe> {
  for await (const recipes of readOwn('recipe', accountId, publications)) yield* recipes;
}

/** Drafts come with it. A picture that is gone is left out. */
export async function writeMarkdownLibrary(
  accountId: number,
  zip: ZipWriter,
  report: (progress: LibraryProgress) => Promise<void> = async () => {},
): Promise<void> {
  const headings = { ingredients: t('difference.ingredients'), steps: t('difference.method') };
  let recipes = 0;
  for await (const recipe of iterateRecipes(accountId)) {
    const pictures: { file: string; description: string }[] = [];
    for (const { key, description } of recipe.media) {
      const name = `images/${key}.webp`;
      if (await writePicture(key, zip, { name })) pictures.push({ file: `../${name}`, description });
    }
    const name = recipe.slug ?? `${recipe.id}.draft`;
    await zip.add(`recipes/${name}.md`, [Buffer.from(toMarkdownFile(recipe, { headings, pictures }))]);
    recipes += 1;
    await report({ recipes });
  }
}

// Writes a recipe as Markdown with front matter, which people read and edit and our importer reads back whole

interface MarkdownOptions {
  /** The headings of ingredients and steps. */
  headings: { ingredients: string; steps: string };
  /** The pictures that lie beside the file, with their names as seen from it. */
  pictures: { file: string; description: string }[];
}

export function toMarkdownFile(recipe: Recipe, { headings, pictures }: MarkdownOptions): string {
  const { name, content, ingredients, steps } = recipe;
  const images = pictures.map(({ file, description }) => `![${altText(description)}](${file})`);
  return `${[
    frontMatter(recipe),
    `# ${lineOf(name)}`,
    ...images,
    content.trim(),
    `## ${headings.ingredients}`,
    listOf(ingredients),
    `## ${headings.steps}`,
    ...steps.flatMap(stepLines),
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}

const lineOf = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const altText = (text: string) => lineOf(text).replaceAll(/[\\[\]]/g, '\\$&');

// Writes the front matter: JSON strings are YAML

type Value = string | number | null | string[] | [string, string | null][];

function frontMatter(recipe: Recipe): string {
  const { name, serving, servingType, tags, sourceUrl, prepTime, cookTime, locale, visibility, publication } = recipe;
  const details = convertDetails(recipe.details, {
    seconds: durationOf,
    nutrition: (nutrition) => nutrients.map((each): [string, string | null] => [each, nutrition[each] ?? null]),
    credit: (credit) => Object.entries(credit ?? {}) as [string, string | null][],
    rating: (rating) => Object.entries(rating ?? {}).map(([key, value]): [string, string] => [key, String(value)]),
  });
  const entries: [string, Value][] = [
    ['title', name],
    ['servings', serving],
    ['serving type', servingType],
    ['tags', tags],
    ['prep time', durationOf(prepTime)],
    ['cook time', durationOf(cookTime)],
    ...detailNames.map((detail): [string, Value] => [wordsOfName(detail), details[detail]]),
    ['source', sourceUrl],
    ['language', locale === 'und' ? null : locale],
    ['visibility', visibility],
    ['draft', publication === 'draft' ? 'true' : null],
    ['date', recipe.publishedAt.toISOString()],
  ];
  return `${ownMarkdownStart}\n${entries.flatMap(linesOf).join('\n')}\n---`;
}

function linesOf([key, value]: [string, Value]): string[] {
  if (!Array.isArray(value)) return value === null ? [] : [`${key}: ${JSON.stringify(value)}`];
  const lines = value.flatMap((each) => {
    if (typeof each === 'string') return [`  - ${JSON.stringify(each)}`];
    const [name, text] = each;
    return text === null ? [] : [`  ${name}: ${JSON.stringify(text)}`];
  });
  return lines.length > 0 ? [`${key}:`, ...lines] : [];
}

/** As people write it, unless that is rounded. */
function durationOf(seconds: number | null): string | null {
  if (seconds === null) return null;
  const plain = plainDuration(seconds);
  return parseDuration(plain) === seconds ? plain : toDuration(seconds);
}

// Writes ingredients and steps. What their text does not say stands in a comment, which no program shows

const comment = (values: object): string =>
  Object.keys(values).length > 0 ? ` <!-- ${JSON.stringify(values).replaceAll('--', '\\u002d-')} -->` : '';

/** A group begins with a heading, and lasts until the next one. */
function listOf(ingredients: Ingredient[]): string {
  let group: string | null = null;
  const lines = ingredients.flatMap((each) => {
    const heading = each.group !== null && each.group !== group ? ['', `### ${lineOf(each.group)}`, ''] : [];
    group = each.group === null ? group : lineOf(each.group);
    return [...heading, ingredientLine(each, group)];
  });
  return lines.join('\n').trim();
}

function ingredientLine({ id: _, position: __, ...ingredient }: Ingredient, group: string | null): string {
  const line = lineOf(ingredient.originalText ?? formatIngredient(ingredient)) || ingredient.name;
  const read = parseIngredientLine(line, group);
  const keys = Object.keys(ingredient) as (keyof IngredientDraft)[];
  const others = keys.filter((key) => JSON.stringify(read[key]) !== JSON.stringify(ingredient[key]));
  const differing = Object.fromEntries(others.map((key) => [key, ingredient[key]]));
  return `- ${line.replaceAll('<!--', '< !--')}${comment(differing)}`;
}

function stepLines({ name, content, duration, ingredientPositions, links, position }: Step): string[] {
  const stated = addressedLinks(links);
  const rest = {
    ...(duration !== null && { duration }),
    ...(ingredientPositions.length > 0 && { ingredients: ingredientPositions.map((at) => at + 1) }),
    ...(stated.length > 0 && { links: stated }),
  };
  const number = `${position + 1}. `;
  const lines = content.replaceAll('<!--', '< !--').split('\n');
  const indented = lines.map((line) => (line === '' ? '' : `${' '.repeat(number.length)}${line}`)).join('\n');
  return [...(name === '' ? [] : [`### ${lineOf(name)}`]), `${number}${indented.slice(number.length)}${comment(rest)}`];
}
