/** Converts microdata, RDFa and h-recipe to the structure of JSON-LD. */
import { type Attributes, VOID_ELEMENTS, walkHtml } from './html-tokens.ts';
import type { Node } from './json-ld.ts';

interface OpenElement {
  tag: string;
  item: Node | null;
  property: string | null;
  /** The first piece of text that belongs to it. */
  from: number;
}

const BLOCKS = new Set('p div h1 h2 h3 h4 h5 h6 dd dt section'.split(' '));
const ENTRIES = new Set('li br tr'.split(' '));
const CELLS = new Set(['td', 'th']);
/** Of these, one element is one line, unless it contains list entries. */
const LINES = new Set(['recipeIngredient', 'ingredients', 'ingredient', 'name', 'recipeYield']);
const MAX_DEPTH = 100;
const MAX_TEXT_PIECES = 100_000;
/** A line break that a browser shows: around a block, or at a list entry. */
const BLOCK_BREAK = '\u2029';
const ENTRY_BREAK = '\u2028';

/** Returns the top-level items of the page, or none if it shows no recipe in this dialect. */
export function readMarkup(html: string, dialect: MarkupDialect): Node[] {
  if (!dialect.recipe.test(html)) return [];

  const items: Node[] = [];
  const open: OpenElement[] = [];
  const pieces: string[] = [];
  let propertiesOpen = 0;

  const finish = ({ property, item, from }: OpenElement, value?: string) => {
    if (property === null) return;
    const owner = open.findLast((each) => each.item !== null)?.item;
    if (owner) add(owner, property, item ?? value ?? shownText(pieces.slice(from, from + MAX_TEXT_PIECES), property));
  };

  const close = (element: OpenElement) => {
    if (element.property !== null) propertiesOpen -= 1;
    finish(element);
    if (propertiesOpen === 0) pieces.length = 0;
  };

  const write = (text: string) => {
    if (propertiesOpen > 0) pieces.push(text);
  };

  walkHtml(html, {
    open(tag, attributes) {
      write(breakAt(tag));
      const described = dialect.describe(tag, attributes);
      // A property within the same property repeats its text.
      const isRepeated = open.some((each) => each.item === null && each.property === described.property);
      const property = isRepeated ? null : described.property;
      const item = described.types && { '@type': described.types };
      const { value } = described;
      const isValue = property !== null && item === null && value !== undefined;

      if (item && property === null) items.push(item);
      if (isValue) finish({ tag, item: null, property, from: 0 }, value);
      if (VOID_ELEMENTS.has(tag) || open.length >= MAX_DEPTH) return;

      open.push({ tag, item, property: isValue ? null : property, from: pieces.length });
      if (property !== null && !isValue) propertiesOpen += 1;
    },
    close(tag) {
      write(breakAt(tag));
      const at = open.findLastIndex((element) => element.tag === tag);
      while (at >= 0 && open.length > at) close(open.pop()!);
    },
    text: (text) => write(text.replace(/\s+/g, ' ')),
  });

  while (open.length > 0) close(open.pop()!);
  return items;
}

/** Between two inline elements of an ingredient, which a page sets apart by its style. */
const INLINE_BREAK = '\u200b';
const INLINE = new Set(['span', 'b', 'strong', 'label']);
const INGREDIENTS = new Set(['recipeIngredient', 'ingredients', 'ingredient']);

function breakAt(tag: string): string {
  if (INLINE.has(tag)) return INLINE_BREAK;
  if (ENTRIES.has(tag)) return ENTRY_BREAK;
  return BLOCKS.has(tag) ? BLOCK_BREAK : CELLS.has(tag) ? ' ' : '';
}

const AMOUNT = /^\s*[\p{Nd}½⅓⅔¼¾⅛].*\p{L}{2}/u;

/** An amount and its food may be blocks of one line, but blocks that all begin with an amount are lines. */
function areLines(text: string, property: string): boolean {
  if (!LINES.has(property)) return true;
  const blocks = text.split(BLOCK_BREAK).filter((block) => block.trim() !== '');
  const measured = blocks.filter((block) => AMOUNT.test(block.slice(0, 200))).length;
  return measured >= 2 && 2 * measured >= blocks.length;
}

/** White space of the source is no line break; elements are. */
function shownText(pieces: string[], property: string): string {
  const inline = INGREDIENTS.has(property) ? ' ' : '';
  const text = pieces.join('').replaceAll(INLINE_BREAK, inline);
  const isLine = !areLines(text, property);
  return text
    .replaceAll(BLOCK_BREAK, isLine ? ' ' : '\n')
    .replaceAll(ENTRY_BREAK, '\n')
    .replace(/ {2,}/g, ' ')
    .replace(/ (?=[,;.)])/g, '')
    .trim();
}

function add(owner: Node, property: string, value: unknown): void {
  if (!Object.hasOwn(owner, property)) {
    Object.defineProperty(owner, property, { value: [value], enumerable: true });
    return;
  }

  const values = owner[property];
  if (Array.isArray(values)) values.push(value);
}

// What the attributes of each dialect say

interface MarkedElement {
  /** The schema.org name of the property that the element is the value of. */
  property: string | null;
  /** Set if the element is an item. */
  types: string[] | null;
  /** The value if it is an attribute; otherwise it is the text. */
  value: string | undefined;
}

interface MarkupDialect {
  /** Matches pages that may hold a recipe in this dialect. */
  recipe: RegExp;
  describe(tag: string, attributes: Attributes): MarkedElement;
}

const ATTRIBUTES = new Map(
  Object.entries({
    meta: 'content',
    link: 'href',
    a: 'href',
    img: 'src',
    'amp-img': 'src',
    source: 'src',
    video: 'src',
    audio: 'src',
    iframe: 'src',
    embed: 'src',
    object: 'data',
    time: 'datetime',
    data: 'value',
    meter: 'value',
  }),
);

/** Where pages put the picture that a script loads later, the usual one first. */
const LAZY = ['data-src', 'data-lazy-src', 'data-original', 'data-lazy', 'data-pin-media'];
const SETS = ['srcset', 'data-srcset', 'data-lazy-srcset'];
const PLACEHOLDER =
  /^\s*(?:data:|about:|$)|(?:^|[/_.-])(?:blank|placeholder|spacer|pixel|1x1|lazy|loading|transparent)[^/]{0,40}$/i;

/** The address of a picture, also where a placeholder stands until it is seen. */
function pictureOf(attributes: Attributes): string | undefined {
  const source = attributes.get('src');
  if (source !== undefined && !PLACEHOLDER.test(source.slice(0, 2_000))) return source;
  const lazy = LAZY.map((name) => attributes.get(name)).find((value) => value);
  const set = SETS.map((name) => attributes.get(name)).find(
    (value) => value && !PLACEHOLDER.test(value.slice(0, 2_000)),
  );
  // The last picture of a set is the largest.
  return lazy ?? set?.trim().split(/,\s+/).at(-1)?.split(/\s/, 1)[0] ?? source;
}

/** Links mark names as often as addresses, so only these properties take the address. */
const LINKED = new Set(['url', 'sameAs', 'image', 'thumbnailUrl', 'contentUrl', 'embedUrl', 'suitableForDiet']);

function attributeValue(tag: string, attributes: Attributes, property: string | null): string | undefined {
  const attribute = tag === 'a' && !LINKED.has(property ?? '') ? '' : (ATTRIBUTES.get(tag) ?? '');
  const isPicture = tag === 'img' || tag === 'amp-img';
  return attributes.get('content') ?? (isPicture ? pictureOf(attributes) : attributes.get(attribute));
}

const words = (text: string | undefined) => text?.trim().slice(0, 1_000).split(/\s+/).filter(Boolean) ?? [];

/** https://html.spec.whatwg.org/multipage/microdata.html */
const microdata: MarkupDialect = {
  recipe: /itemtype\s{0,3}=\s{0,3}["']?[^"'>]{0,200}\b(?:schema|data-vocabulary)\.org\/Recipe\b/i,
  describe(tag, attributes) {
    const property = words(attributes.get('itemprop'))[0] ?? null;
    const types = attributes.has('itemscope') ? words(attributes.get('itemtype')) : null;
    return { property, types, value: attributeValue(tag, attributes, property) };
  },
};

/** RDFa Lite: https://www.w3.org/TR/rdfa-lite/ */
const rdfa: MarkupDialect = {
  recipe: /typeof\s{0,3}=\s{0,3}["']?[^"'>]{0,200}\bRecipe\b/i,
  describe(tag, attributes) {
    // A relation with a prefix names a property too: rel="v:ingredient".
    const relation = words(attributes.get('rel')).find((each) => /^(?:v|schema):/.test(each));
    const property = (words(attributes.get('property'))[0] ?? relation)?.split(/[:/#]/).at(-1) ?? null;
    const types = attributes.has('typeof') ? words(attributes.get('typeof')) : null;
    return {
      property: property === '' ? null : property,
      types,
      value: attributeValue(tag, attributes, property),
    };
  },
};

/** h-recipe and its predecessor hRecipe: https://microformats.org/wiki/h-recipe */
const RECIPE_CLASSES = new Map(
  Object.entries({
    'p-name': 'name',
    fn: 'name',
    'p-ingredient': 'recipeIngredient',
    ingredient: 'recipeIngredient',
    'e-instructions': 'recipeInstructions',
    instructions: 'recipeInstructions',
    instruction: 'recipeInstructions',
    'p-yield': 'recipeYield',
    yield: 'recipeYield',
    'dt-duration': 'totalTime',
    duration: 'totalTime',
    preptime: 'prepTime',
    cooktime: 'cookTime',
    'u-photo': 'image',
    photo: 'image',
    'p-summary': 'description',
    summary: 'description',
    'p-author': 'author',
    author: 'author',
    'p-category': 'recipeCategory',
    'p-nutrition': 'nutrition',
  }),
);

const hRecipe: MarkupDialect = {
  recipe: /class\s{0,3}=\s{0,3}(?:["'](?:[^"'>]{0,500}\s)?|)h-?recipe(?=["'\s>])/i,
  describe(tag, attributes) {
    const classes = words(attributes.get('class'));
    if (classes.some((name) => /^h-?recipe$/i.test(name)))
      return { property: null, types: ['Recipe'], value: undefined };

    const name = classes.find((each) => RECIPE_CLASSES.has(each));
    const property = name === undefined ? null : RECIPE_CLASSES.get(name)!;
    const isTitled = tag === 'abbr' || classes.includes('value-title');
    return {
      property,
      types: null,
      value: isTitled ? attributes.get('title') : attributeValue(tag, attributes, property),
    };
  },
};

/** In the order of preference. */
export const dialects: MarkupDialect[] = [microdata, rdfa, hRecipe];
