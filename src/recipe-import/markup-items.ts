/** Converts microdata, RDFa and h-recipe to the structure of JSON-LD. */
import { walkHtml } from './html-tokens.ts';
import type { Node } from './json-ld.ts';
import type { MarkupDialect } from './markup-dialects.ts';

interface OpenElement {
  tag: string;
  item: Node | null;
  property: string | null;
  /** The first piece of text that belongs to it. */
  from: number;
}

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
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
      if (VOID.has(tag) || open.length >= MAX_DEPTH) return;

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
