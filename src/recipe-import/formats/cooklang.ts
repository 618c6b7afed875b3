/** Reads Cooklang. */
import { type DetailName, detailNames, inTerms, nutrients } from '../../db/recipe-details.ts';
import { t } from '../../lib/language/text.ts';
import type { IngredientDraft, Rational, StepDraft, StepLinkDraft } from '../draft.ts';
import { parseDuration } from '../duration.ts';
import { type ImportedRecipe, LIMITS, understand } from '../import-result.ts';
import type { Node } from '../json-ld.ts';
import { plainNumbers, readQuantity } from '../quantity-text.ts';
import { readTags, webUrl } from '../recipe-details.ts';
import { escapeMarkdown } from '../rich-text.ts';
import { readRecipe } from '../schema-org.ts';
import { canonicalUnit } from '../units.ts';
import { readFrontMatter } from './front-matter.ts';
import { withoutBetween } from './text-lines.ts';

// Parses the marks in a paragraph of Cooklang: `@salt`, `@olive oil{2%tbsp}(warm)`, `#pot{}`, `~rest{10%minutes}`

interface ParsedMarks {
  /** Markdown without the marks. */
  content: string;
  /** The sum of all timers. */
  seconds: number;
  ingredients: IngredientDraft[];
  /** Names, such as `pot`. */
  cookware: string[];
  /** Recipes that are referenced with their address. */
  links: StepLinkDraft[];
}

interface Mark {
  name: string;
  /** The text between the braces. */
  inside: string;
  /** The text in parentheses after the braces. */
  note: string;
  end: number;
}

/** Per paragraph; a whole recipe has far fewer. */
const MAX_MARKS = 500;
/** A sign counts only before a name or a brace. */
const SIGN = /[@#~](?=[&?+@-]{0,3}[^\s@#~}])/g;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}_'’-]{0,60}/uy;
const BRACED = /([^@#~{}\n]{0,100})\{([^{}\n]{0,100})\}/y;
const NOTE = /\(([^()\n]{1,200}|https?:[^()\s]{1,2000})\)/y;
/** The path of another recipe: `@./sauces/Hollandaise{150%g}`. */
const PATH = /^(?:\.{0,2}\/)+(?:[^/]{1,60}\/)*/;
const MAX_LINKS = 20;

function readMarks(text: string, group: string | null): ParsedMarks {
  const parsed: ParsedMarks = { content: '', seconds: 0, ingredients: [], cookware: [], links: [] };
  const parts: string[] = [];
  let written = 0;

  for (const { index } of text.matchAll(SIGN)) {
    if (index < written || /[\p{L}\p{N}]/u.test(text[index - 1] ?? ' ')) continue;
    const mark = readMark(text, index + 1);
    if (!mark) continue;
    if (parts.length > 2 * MAX_MARKS) break;
    parts.push(text.slice(written, index), readableText(text[index]!, mark, group, parsed));
    written = mark.end;
  }
  parts.push(text.slice(written));
  parsed.content = escapeMarkdown(withoutTrailingMarks(parts).replace(/\s+/g, ' ').trim());
  return parsed;
}

/** Parentheses at the end with nothing but marks list what the text does not name. They are no part of the text. */
function withoutTrailingMarks(parts: string[]): string {
  if (parts.at(-1)?.trim() !== ')') return parts.join('');
  // Text and marks alternate.
  let at = parts.length - 3;
  while (at > 0 && parts[at]!.trim() === ',') at -= 2;
  const text = parts[at] ?? '';
  return /(?:^| )\($/.test(text) ? parts.slice(0, at).join('') + text.slice(0, -1) : parts.join('');
}

function readMark(text: string, start: number): Mark | null {
  let from = start;
  while (from < start + 3 && '&?+-@'.includes(text[from] ?? ' ')) from += 1;

  BRACED.lastIndex = from;
  const braced = BRACED.exec(text);
  if (braced && !/^\s/.test(braced[1]!)) {
    NOTE.lastIndex = BRACED.lastIndex;
    const note = NOTE.exec(text);
    const end = BRACED.lastIndex + (note?.[0].length ?? 0);
    return { name: braced[1]!.trim(), inside: braced[2]!.trim(), note: note?.[1]?.trim() ?? '', end };
  }

  WORD.lastIndex = from;
  const word = WORD.exec(text)?.[0];
  return word ? { name: word, inside: '', note: '', end: from + word.length } : null;
}

/** Returns the text that replaces the mark. */
function readableText(sign: string, { name, inside, note }: Mark, group: string | null, parsed: ParsedMarks): string {
  const [amount = '', unit = ''] = inside
    .replace(/^=/, '')
    .split('%', 2)
    .map((part) => part.trim());
  if (sign === '~') {
    parsed.seconds += parseDuration(`${amount} ${unit}`) ?? 0;
    return [amount, unit].filter(Boolean).join(' ') || name;
  }
  // `name|alias` has an alias; another recipe is referenced by its path.
  const [plain = '', alias] = name.split('|', 2);
  const title = plain.replace(PATH, '').trim();
  const address = sign === '@' && title !== plain.trim() ? webUrl(note) : null;
  if (sign === '#' && title !== '') parsed.cookware.push(title);
  else if (address !== null) addLink(parsed.links, address, amount);
  else if (sign === '@' && title !== '')
    parsed.ingredients.push(ingredient(title, { amount, unit, note, group, inside }));
  return alias?.trim() || title;
}

function addLink(links: StepLinkDraft[], iri: string, amount: string): void {
  const serving = /^[1-9]\d{0,5}$/.test(amount) ? Number(amount) : null;
  if (links.length < MAX_LINKS) links.push({ target: { iri }, serving });
}

function ingredient(
  name: string,
  {
    amount,
    unit,
    note,
    group,
    inside,
  }: { amount: string; unit: string; note: string; group: string | null; inside: string },
): IngredientDraft {
  const plain = plainNumbers(amount);
  const whole = amount === '' ? null : readQuantity(`${plain} `, 0);
  // "A pinch" is no number.
  const read = whole && whole.end >= plain.length ? whole : null;
  const quantity: Rational | null = read?.quantity ?? null;
  const isOptional = /(?:^|, )optional$/i.test(note);
  const ownNote = isOptional ? note.slice(0, -'optional'.length).replace(/, $/, '') : note;
  const notes = [quantity === null ? amount : '', ownNote].filter(Boolean).join(', ');
  return {
    name: name.slice(0, 200),
    quantity,
    quantityMax: read?.quantityMax ?? null,
    unit: unit === '' ? null : (canonicalUnit(unit) ?? unit.slice(0, 50)),
    note: notes || null,
    group,
    optional: isOptional,
    scalable: quantity !== null && !inside.startsWith('='),
    originalText: [amount, unit, name].filter(Boolean).join(' ').slice(0, 500) + (note ? `, ${note}` : ''),
  };
}

// Separates the metadata of a Cooklang file from the recipe

interface CooklangParts {
  /** Keys are in lower case. */
  metadata: Map<string, string>;
  body: string;
}

/** Reads front matter between `---` and lines that begin with `>>`, and removes comments from the body. */
function splitMetadata(source: string): CooklangParts {
  const metadata = new Map<string, string>();
  const text = source
    .slice(0, 2 ** 20)
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '')
    .toWellFormed();
  const { fields, body } = readFrontMatter(text) ?? { fields: new Map<string, string | string[]>(), body: text };
  for (const [name, value] of fields) metadata.set(name, Array.isArray(value) ? value.join(', ') : value);
  const lines = withoutBetween(body, '[-', '-]')
    .split('\n')
    .filter((line) => {
      const noted = /^>>\s{0,5}([^:\n]{1,60}):(.{0,2000})$/.exec(line);
      if (noted) metadata.set(noted[1]!.trim().toLowerCase(), noted[2]!.trim());
      return !line.startsWith('>>');
    });
  return { metadata, body: lines.map(withoutComment).join('\n') };
}

function withoutComment(line: string): string {
  const at = line.search(/(?:^|\s)--(?!-)/);
  return at < 0 ? line : line.slice(0, at);
}

// Reads a recipe in Cooklang (cooklang.org/docs/spec): text in which ingredients, cookware and times are marked

const MARKED = /(?:^|[\s([])@[^\s@#~{}][^@#~{}\n]{0,80}\{[^{}\n]{0,80}\}/;
const NOTED = /^>>\s?[\p{L}][\p{L} ._-]{0,40}:/mu;
const TAG = /<(?:!doctype|html|head|body|script|meta|div|p|article)\b/i;

/** Guesses by typical marks, because the format has no signature. */
export function isCooklang(text: string): boolean {
  return !TAG.test(text) && (MARKED.test(text) || NOTED.test(text));
}

/** Names of the metadata that hold each detail, the usual one first. Some are no convention of Cooklang. */
export const detailMetadata: Record<DetailName, string[]> = {
  restTime: ['rest time', 'time.rest'],
  totalTime: ['time', 'time required', 'duration', 'total time'],
  category: ['course', 'category'],
  cuisine: ['cuisine'],
  diet: ['diet'],
  equipment: ['equipment', 'cookware'],
  difficulty: ['difficulty'],
  nutrition: ['nutrition'],
  credit: [],
  statedRating: ['stated rating'],
  videoUrl: ['video'],
};

/** "4.7 (1203)": stars and number of ratings. */
function ratingNode(text: string | undefined): Node | undefined {
  const [, ratingValue, ratingCount] = /^(\d(?:\.\d{1,2})?) \((\d{1,10})\)$/.exec(text ?? '') ?? [];
  return ratingValue === undefined ? undefined : { ratingValue, ratingCount };
}

/** `name` is the file name, which is the title of a Cooklang recipe. */
export function readCooklang(text: string, name: string | null): ImportedRecipe | null {
  const { metadata, body } = splitMetadata(text);
  const meta = (...keys: string[]) => keys.map((key) => metadata.get(key)).find((value) => value);
  const { ingredients, steps, notes, cookware } = readBody(body, meta('sections'));
  const stated = detailNames.map((detail) => [detail, meta(...detailMetadata[detail])]);
  const facts = nutrients.map((nutrient) => [nutrient, meta(`nutrition.${nutrient.toLowerCase()}`)]);
  const node: Node = {
    ...inTerms({
      ...Object.fromEntries(stated),
      ...(cookware.length > 0 && { equipment: cookware }),
      ...(facts.some(([, value]) => value) && { nutrition: Object.fromEntries(facts.filter(([, value]) => value)) }),
    }),
    name: meta('title', 'name') ?? name,
    description: [meta('description', 'introduction'), ...notes].filter(Boolean).join('\n\n'),
    recipeYield: meta('servings', 'serves', 'yield'),
    prepTime: meta('prep time', 'time.prep'),
    cookTime: meta('cook time', 'time.cook'),
    keywords: meta('tags', 'tag'),
    isBasedOn: meta('source', 'source.url', 'source url'),
    author: partyOf(meta('author', 'author.name', 'source.author'), meta('author.url')),
    publisher: partyOf(meta('source.name')),
    image: meta('images', 'image', 'pictures', 'picture')?.split(/,?\s+/),
    inLanguage: meta('locale', 'language'),
    aggregateRating: ratingNode(meta(...detailMetadata.statedRating)),
    // Placeholders: the parts are parsed already, and only their presence matters.
    recipeIngredient: ingredients.slice(0, 1).map(() => 'x'),
    recipeInstructions: steps.slice(0, 1).map(() => 'x'),
  };

  const read = readRecipe(node);
  // Courses and cuisines have metadata of their own here.
  if (read) read.draft.tags = readTags({ keywords: node.keywords });
  if (!read || (steps.length === 0 && ingredients.length === 0)) return read;
  if (ingredients.length > LIMITS.ingredients || steps.length > LIMITS.steps) {
    read.notUnderstood.push(t('reading.very-long-recipe', { ingredients: LIMITS.ingredients, steps: LIMITS.steps }));
  }
  const limited = ingredients.slice(0, LIMITS.ingredients);
  const draft = {
    ...read.draft,
    ingredients: limited,
    steps: steps.slice(0, LIMITS.steps).map((step) => withinLimits(step, limited.length)),
  };
  return {
    ...read,
    draft,
    ...understand(draft),
    notUnderstood: read.notUnderstood.filter(
      (sentence) => !/^(?:ingredient |\d+ (?:ingredients|steps): )/.test(sentence),
    ),
  };
}

const partyOf = (name: string | undefined, url?: string): Node | undefined => (name ? { name, url } : undefined);

const withinLimits = (step: StepDraft, count: number): StepDraft => ({
  ...step,
  content: step.content.slice(0, LIMITS.stepContent).toWellFormed(),
  ingredientPositions: step.ingredientPositions.filter((position) => position < count),
});

interface Body {
  ingredients: IngredientDraft[];
  steps: StepDraft[];
  notes: string[];
  cookware: string[];
}

/** What sections are, if not both: names of steps, or groups of ingredients. */
export type SectionUse = 'steps' | 'ingredients';

function readBody(text: string, use: string | undefined): Body {
  const body: Body = { ingredients: [], steps: [], notes: [], cookware: [] };
  const isGroup = use !== ('steps' satisfies SectionUse);
  const isStep = use !== ('ingredients' satisfies SectionUse);
  const firstPosition = new Map<string, number>();
  let section: string | null = null;
  let isNew = false;

  for (const paragraph of paragraphsOf(text)) {
    if (body.steps.length > LIMITS.steps || body.ingredients.length > LIMITS.ingredients) break;
    const heading = /^=+\s*([^=]{1,200}?)\s*=*$/.exec(paragraph)?.[1];
    if (heading) {
      section = heading;
      isNew = true;
    } else if (paragraph.startsWith('>')) {
      body.notes.push(paragraph.replace(/^>\s?/, ''));
    } else {
      const found = readMarks(paragraph, isGroup ? section : null);
      const step = toStep(found, isNew && isStep && section ? section : '', body.ingredients, firstPosition);
      body.cookware.push(...found.cookware);
      // A paragraph can list ingredients only.
      if (step.content !== '') body.steps.push(step);
      isNew = false;
    }
  }
  return body;
}

/** A second mention without an amount is the same ingredient. `firstPosition` maps names to positions. */
function toStep(
  { content, seconds, ingredients, links }: ParsedMarks,
  name: string,
  known: IngredientDraft[],
  firstPosition: Map<string, number>,
): StepDraft {
  const positions = ingredients.map((each) => {
    const again = each.quantity === null ? firstPosition.get(each.name) : undefined;
    const position = again ?? known.push(each) - 1;
    if (!firstPosition.has(each.name)) firstPosition.set(each.name, position);
    return position;
  });
  return {
    name,
    content,
    duration: seconds || null,
    ingredientPositions: [...new Set(positions)],
    links,
  };
}

function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = [];
  let lines: string[] = [];
  const end = () => {
    if (lines.length > 0) paragraphs.push(lines.join(' '));
    lines = [];
  };
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    const alone = line.startsWith('=') || line.startsWith('>');
    if (line === '' || alone) end();
    if (alone) paragraphs.push(line);
    else if (line !== '') lines.push(line);
  }
  end();
  return paragraphs.slice(0, 1_000);
}
