/** Reads recipes that Potluck wrote: as JSON with the exact item, and as Markdown. */
import { mapDetails, nutrients } from '../../db/recipe-details.ts';
import { visibilities } from '../../db/vocabulary.ts';
import { parseDuration } from '../duration.ts';
import { type ImportedRecipe, understand } from '../import-result.ts';
import { parseIngredientLine } from '../ingredient-line.ts';
import type { Node } from '../json-ld.ts';
import { baseOf } from '../pictures-and-notes.ts';
import { archivedItem, exactKey, type WrittenItem } from '../potluck-item.ts';
import { readRecipe } from '../schema-org.ts';
import { readFrontMatter } from './front-matter.ts';

export const isPotluck = (node: Node): boolean => exactKey in node && node['@type'] === 'Recipe';

/** Falls back to schema.org if the exact item is invalid. */
export function readPotluck(node: Node): ImportedRecipe | null {
  const item = archivedItem.safeParse(node[exactKey]).data;
  if (item?.type !== 'recipe') return readRecipe(node);

  const { name, content, serving, servingType, visibility, locale, ingredients, tags, sourceUrl } = item;
  const steps = item.steps.map(({ links, ...step }) => ({
    ...step,
    links: links.map(({ iri, serving }) => ({ target: { iri }, serving })),
  }));
  return {
    draft: {
      name,
      description: content,
      serving,
      servingType,
      visibility,
      ingredients,
      steps,
      tags,
      sourceUrl,
      locale: locale === 'und' ? null : locale,
      prepTime: item.prepTime,
      cookTime: item.cookTime,
      details: item.details,
      publication: item.publication,
    },
    ...understand({ ingredients, steps }),
    notUnderstood: [],
    // In an archive they stand beside the file.
    ...(item.media.length > 0 && {
      pictureNames: item.media.map(({ file }) => file),
      altTexts: Object.fromEntries(item.media.map(({ file, description }) => [baseOf(file), description])),
    }),
  };
}

// Markdown: front matter, and below the last two headings ingredients and steps

/** How the files begin. */
export const ownMarkdownStart = '---\ngenerator: Potluck';

export const isOwnMarkdown = (text: string): boolean => text.startsWith(ownMarkdownStart);

/** The key in front matter, such as `total time`. */
export const wordsOfName = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const MAX_TEXT = 2 ** 20;
const MAX_LINES = 20_000;
const PICTURE = /^!\[((?:[^\\[\]\n]|\\.){0,1500})\]\(([^()\s]{1,300})\)$/;

type RecipeItem = Extract<WrittenItem, { type: 'recipe' }>;

/** Returns null if a part has another form than Potluck writes. */
export function readOwnMarkdown(source: string): ImportedRecipe | null {
  const matter = readFrontMatter(source.slice(0, MAX_TEXT).replace(/\r\n?/g, '\n'));
  if (!matter) return null;
  const { fields } = matter;
  const lines = matter.body.split('\n', MAX_LINES);
  const headings = lines.flatMap((line, at) => (/^## /.test(line) ? [at] : []));
  const [listAt = 0, stepsAt = 0] = headings.slice(-2);
  if (headings.length < 2) return null;

  const text = (key: string): string | null => {
    const value = fields.get(key);
    return typeof value === 'string' ? value : null;
  };
  const list = (key: string): string[] => [fields.get(key) ?? []].flat();
  const seconds = (key: string): number | null => parseDuration(text(key));
  const facts = (key: string, names: readonly string[]) => {
    const known = names.map((name) => [name, text(`${key}.${name.toLowerCase()}`)] as const);
    return known.filter(([, value]) => value !== null);
  };
  const credit = facts('credit', ['name', 'url', 'site']);
  const { pictures, description } = readIntroduction(lines.slice(0, listAt));
  const now = new Date().toISOString();
  const item = {
    type: 'recipe',
    origin: 'https://potluck.invalid/',
    formerly: [],
    publication: text('draft') === 'true' ? 'draft' : 'published',
    visibility: visibilities.find((each) => each === text('visibility')) ?? 'private',
    locale: text('language') ?? 'und',
    tags: list('tags'),
    content: description,
    createdAt: now,
    publishedAt: now,
    media: pictures,
    name: text('title'),
    serving: Number(text('servings')),
    servingType: text('serving type') ?? 'servings',
    ingredients: readList(lines.slice(listAt + 1, stepsAt)),
    steps: readSteps(lines.slice(stepsAt + 1)),
    slug: null,
    sourceUrl: text('source'),
    prepTime: seconds('prep time'),
    cookTime: seconds('cook time'),
    details: mapDetails({
      seconds: (_, name) => seconds(wordsOfName(name)),
      texts: (_, name) => list(wordsOfName(name)),
      diets: (_, name) => list(wordsOfName(name)),
      difficulty: (_, name) => text(wordsOfName(name)),
      nutrition: (_, name) => Object.fromEntries(facts(wordsOfName(name), nutrients)),
      credit: () => (credit.length > 0 ? { name: null, url: null, site: null, ...Object.fromEntries(credit) } : null),
      rating: (_, name) => {
        const rating = facts(wordsOfName(name), ['value', 'count']).map(([key, value]) => [key, Number(value)]);
        return rating.length > 0 ? Object.fromEntries(rating) : null;
      },
      url: (_, name) => text(wordsOfName(name)),
    }),
    forkedFrom: null,
  } satisfies Record<keyof Omit<RecipeItem, 'revisions'>, unknown>;
  return readPotluck({ '@type': 'Recipe', [exactKey]: item });
}

function readIntroduction(lines: string[]) {
  const pictures: RecipeItem['media'] = [];
  let at = lines.findIndex((line) => line.startsWith('# ')) + 1;
  for (; at < lines.length; at += 1) {
    const line = lines[at]!;
    const [, alt = '', file = ''] = PICTURE.exec(line) ?? [];
    if (file !== '') pictures.push({ file, description: alt.replace(/\\(.)/g, '$1') });
    else if (line !== '') break;
  }
  return { pictures: pictures.slice(0, 10), description: lines.slice(at).join('\n').trim() };
}

const COMMENT_START = '<!-- {';
const COMMENT_END = '} -->';

/** Splits what the text says from the comment behind it. */
function splitComment(text: string): { said: string; stated: Record<string, unknown> } {
  const at = text.endsWith(COMMENT_END) ? text.lastIndexOf(COMMENT_START) : -1;
  if (at < 0) return { said: text, stated: {} };
  try {
    const json = text.slice(at + COMMENT_START.length - 1, 1 - COMMENT_END.length);
    return { said: text.slice(0, at).trimEnd(), stated: JSON.parse(json) as Record<string, unknown> };
  } catch {
    return { said: text, stated: {} };
  }
}

function readList(lines: string[]): object[] {
  let group: string | null = null;
  return lines.flatMap((line) => {
    if (line.startsWith('### ')) group = line.slice(4).trim();
    if (!line.startsWith('- ')) return [];
    const { said, stated } = splitComment(line.slice(2));
    return said.trim() === '' ? [] : [{ ...parseIngredientLine(said.trim(), group), ...stated }];
  });
}

function readSteps(lines: string[]): object[] {
  const steps: { name: string; indent: number; lines: string[] }[] = [];
  let name = '';
  for (const line of lines) {
    const number = /^\d{1,3}\. /.exec(line)?.[0];
    if (line.startsWith('### ')) name = line.slice(4).trim();
    else if (number !== undefined) {
      steps.push({ name, indent: number.length, lines: [line.slice(number.length)] });
      name = '';
    } else {
      const step = steps.at(-1);
      const indent = line.length - line.trimStart().length;
      step?.lines.push(line.slice(Math.min(indent, step.indent)));
    }
  }
  return steps.map((step) => {
    const { said, stated } = splitComment(step.lines.join('\n').trim());
    const { duration = null, ingredients = [], links = [] } = stated;
    const positions = Array.isArray(ingredients) ? ingredients.map((number) => Number(number) - 1) : [];
    return { name: step.name, content: said, duration, ingredientPositions: positions, links };
  });
}
