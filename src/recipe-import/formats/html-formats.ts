/** Reads recipes from the pages that apps export and browsers save. Other pages are read as those of the web. */
import type { Nutrient } from '../../db/recipe-details.ts';
import { decodeText } from '../../lib/decode-text.ts';
import { readRecipes } from '../html-page.ts';
import type { ImportedRecipe } from '../import-result.ts';
import { attributeOf, findElements, hasClass, linesOf, type MarkupElement, readRecords } from '../markup-records.ts';
import { addNote, starsOf } from '../pictures-and-notes.ts';
import { readRecipe } from '../schema-org.ts';
import { type FoundInFile, foundIn, foundInRecords, type RecordFormat } from './found.ts';
import { creditTo, nutritionNode } from './recipe-fields.ts';

interface HtmlFormat extends RecordFormat {
  is: (html: string) => boolean;
  isRecord: (name: string, attributes: Map<string, string>) => boolean;
}

const formats: HtmlFormat[] = [
  {
    format: 'Recipe Keeper',
    is: (html) => html.includes('recipe-details') && /itemprop=["']?recipe(?:Ingredients|Directions)/i.test(html),
    isRecord: (_, attributes) => hasClass(attributes, 'recipe-details'),
    read: readRecipeKeeper,
  },
  {
    format: 'Copy Me That',
    is: (html) => /id\s?=\s?["']?recipeIngredients/.test(html) && /class\s?=\s?["']?recipeIngredient\b/.test(html),
    isRecord: (name, attributes) => name === 'div' && hasClass(attributes, 'recipe'),
    read: readCopyMeThat,
  },
  {
    format: 'Paprika',
    is: (html) =>
      html.includes('itemprop="recipeIngredient"') && /class="(?:infobox|photobox|ingredientsbox)"/.test(html),
    isRecord: (name, attributes) => name === 'div' && /schema\.org\/recipe$/i.test(attributes.get('itemtype') ?? ''),
    read: readPaprikaPage,
  },
];

/** Returns null for another page. */
export function findInHtml(html: string): Generator<FoundInFile> | null {
  const format = formats.find(({ is }) => is(html));
  return format ? foundInRecords(readRecords(html, { isXml: false, isRecord: format.isRecord }), format, nameOf) : null;
}

function nameOf(element: MarkupElement): string {
  const isName = ({ attributes }: MarkupElement) =>
    attributes.get('itemprop') === 'name' || attributes.get('id') === 'name';
  return linesOf(findElements(element, isName)[0]).join(' ');
}

// Recipe Keeper: one page for all recipes, in a zip with its pictures

const NUTRIENTS: Record<string, Nutrient> = {
  recipeNutServingSize: 'servingSize',
  recipeNutCalories: 'calories',
  recipeNutTotalFat: 'fatContent',
  recipeNutSaturatedFat: 'saturatedFatContent',
  recipeNutTransFat: 'transFatContent',
  recipeNutCholesterol: 'cholesterolContent',
  recipeNutSodium: 'sodiumContent',
  recipeNutTotalCarbohydrate: 'carbohydrateContent',
  recipeNutDietaryFiber: 'fiberContent',
  recipeNutSugars: 'sugarContent',
  recipeNutProtein: 'proteinContent',
};

function readRecipeKeeper(element: MarkupElement): ImportedRecipe | null {
  const { text, lines, all } = propertiesOf(element);
  const link = findElements(element, ({ name, attributes }) => name === 'a' && attributes.has('href'))[0];
  const [source, href] = [text('recipeSource'), attributeOf(link, 'href')];
  const url = [href, source].find((value) => /^https?:\/\//i.test(value));
  const photos = findElements(element, ({ name }) => name === 'img').map((each) => attributeOf(each, 'src'));
  const facts = Object.entries(NUTRIENTS).map(([name, nutrient]) => [nutrient, text(name).replace(/^0$/, '')]);

  const recipe = readRecipe({
    name: text('name'),
    recipeYield: text('recipeYield') || undefined,
    recipeIngredient: lines('recipeIngredients', 'recipeIngredient'),
    recipeInstructions: lines('recipeDirections', 'recipeInstructions').join('\n'),
    prepTime: text('prepTime'),
    cookTime: text('cookTime'),
    totalTime: text('totalTime'),
    recipeCategory: [...all('recipeCourse'), ...all('recipeCategory')],
    keywords: all('recipeCollection'),
    nutrition: nutritionNode(Object.fromEntries(facts)),
    isBasedOn: url,
    author: url === undefined && source !== '' ? source : undefined,
    image: [...new Set(photos)].filter(Boolean),
  });
  return addNote(recipe, starsOf(text('recipeRating')), lines('recipeNotes').join('\n'));
}

// Copy Me That: one page for all recipes, alone or in a zip with its pictures

function readCopyMeThat(element: MarkupElement): ImportedRecipe | null {
  const byId = new Map<string, MarkupElement>();
  for (const each of findElements(element, ({ attributes }) => attributes.has('id'))) {
    const id = attributeOf(each, 'id');
    if (!byId.has(id)) byId.set(id, each);
  }
  const text = (id: string) => linesOf(byId.get(id)).join(' ');
  const link = byId.get('original_link');
  const url = attributeOf(link, 'href') || text('original_link');
  const categories = findElements(element, ({ attributes }) => hasClass(attributes, 'recipeCategory'));
  const images = findElements(element, ({ name }) => name === 'img').map((each) => attributeOf(each, 'src'));

  const recipe = readRecipe({
    name: text('name'),
    description: linesOf(byId.get('description')).join('\n'),
    recipeYield: text('recipeYield') || text('servings') || undefined,
    recipeIngredient: entriesOf(byId.get('recipeIngredients')),
    recipeInstructions: entriesOf(byId.get('recipeInstructions')),
    keywords: categories.map((each) => linesOf(each).join(' ')),
    isBasedOn: url,
    image: images.filter(Boolean).map((path) => path.replaceAll('\\', '/')),
  });
  return addNote(recipe, starsOf(text('ratingValue')), linesOf(byId.get('recipeNotes')).join('\n'));
}

/** Lines with their headings marked. */
function entriesOf(list: MarkupElement | undefined): string[] {
  const children = (list?.children ?? []).filter((each) => typeof each !== 'string');
  return children
    .map((each) => {
      const line = linesOf(each).join(' ');
      return line !== '' && /_(?:subheader|header)\b/.test(attributeOf(each, 'class'))
        ? `## ${line.replace(/:$/, '')}`
        : line;
    })
    .filter((line) => line !== '');
}

// Paprika: a page per recipe in microdata, with its pictures in a folder beside it

function readPaprikaPage(element: MarkupElement): ImportedRecipe | null {
  const { lines, text, value } = propertiesOf(element);
  const description = lines('description');
  const recipe = readRecipe({
    name: text('name'),
    description: description.join('\n'),
    recipeYield: text('recipeYield'),
    recipeIngredient: lines('recipeIngredient', 'ingredients'),
    recipeInstructions: lines('recipeInstructions').join('\n'),
    nutrition: lines('nutrition').join('\n'),
    prepTime: text('prepTime'),
    cookTime: text('cookTime'),
    totalTime: text('totalTime'),
    difficulty: text('difficulty'),
    recipeCategory: text('recipeCategory'),
    isBasedOn: value('url'),
    image: findElements(element, ({ name }) => name === 'img').map((each) => each.attributes.get('src') ?? ''),
    ...creditTo(text('author'), value('url')),
  });
  return addNote(recipe, starsOf(value('aggregateRating') || text('aggregateRating')), lines('comment').join('\n'));
}

// The properties of an element whose descendants have `itemprop`, with or without a type

interface Properties {
  /** The lines that a browser shows of the elements with the first of these properties that is not empty. */
  lines: (...names: string[]) => string[];
  /** The same as one text, or the content of a `meta` element. */
  text: (...names: string[]) => string;
  /** What the attributes say: `content`, `href`, `src` or `value`. */
  value: (...names: string[]) => string;
  /** The texts of all elements with this property. */
  all: (name: string) => string[];
}

const VALUES = ['content', 'href', 'src', 'value'];

function propertiesOf(element: MarkupElement): Properties {
  const byName = Map.groupBy(
    findElements(element, ({ attributes }) => attributes.has('itemprop')),
    ({ attributes }) => attributes.get('itemprop')!.trim(),
  );
  const elementsOf = (name: string) => byName.get(name) ?? [];
  const statedBy = ({ attributes }: MarkupElement) =>
    VALUES.map((name) => attributes.get(name)?.trim() ?? '').find((text) => text !== '') ?? '';
  const shownBy = (each: MarkupElement) => linesOf(each).join(' ') || statedBy(each);
  const firstOf = <T extends string | unknown[]>(names: string[], read: (name: string) => T, none: T): T =>
    names.map(read).find((each) => each.length > 0) ?? none;

  return {
    lines: (...names) => firstOf(names, (name) => elementsOf(name).flatMap(linesOf), [] as string[]),
    text: (...names) => firstOf(names, (name) => elementsOf(name).map(shownBy).find(Boolean) ?? '', ''),
    value: (...names) => firstOf(names, (name) => elementsOf(name).map(statedBy).find(Boolean) ?? '', ''),
    all: (name) => elementsOf(name).map(shownBy).filter(Boolean),
  };
}

// Pages that a browser saved as one file (MHTML, RFC 2557)

const MAX_HEAD = 4_000;
const MAX_PARTS = 50;
const BOUNDARY = /\bboundary\s{0,3}=\s{0,3}(?:"([^"\n]{1,200})"|([^\s;"]{1,200}))/i;
const SPACE_LINE = /\r?\n\r?\n/;

interface Part {
  headers: Map<string, string>;
  body: string;
}

export const isSavedPage = (head: string): boolean =>
  /^[a-z][a-z-]{1,60}:/i.test(head) && /^content-type:\s{0,10}multipart\/related/im.test(head.slice(0, MAX_HEAD));

/** The first part in HTML is the page. */
export function* findInSavedPage(text: string): Generator<FoundInFile> {
  const { headers, body } = partOf(text);
  const [, quoted, bare] = BOUNDARY.exec(headers.get('content-type') ?? '') ?? [];
  const parts = body.split(`--${quoted ?? bare ?? ''}`, MAX_PARTS).map((part) => partOf(part.replace(/^\r?\n/, '')));
  const page = parts.find((part) => part.headers.get('content-type')?.startsWith('text/html'));
  const url = headers.get('snapshot-content-location') ?? page?.headers.get('content-location') ?? null;
  yield* foundIn({ format: 'schema.org', ...readRecipes(page ? contentOf(page) : '', url) });
}

function partOf(text: string): Part {
  const end = SPACE_LINE.exec(text.slice(0, MAX_HEAD));
  const lines = text
    .slice(0, end?.index ?? 0)
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, Math.max(colon, 0)).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: new Map(headers), body: end ? text.slice(end.index + end[0].length) : text };
}

function contentOf({ headers, body }: Part): string {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  if (encoding !== 'base64' && encoding !== 'quoted-printable') return body;
  const plain = body.replace(/=\r?\n/g, '').replace(/=([0-9a-f]{2})/gi, (_, code: string) => {
    return String.fromCharCode(Number.parseInt(code, 16));
  });
  const bytes = encoding === 'base64' ? Buffer.from(body, 'base64') : Buffer.from(plain, 'latin1');
  return decodeText(bytes, headers.get('content-type') ?? null) ?? '';
}
