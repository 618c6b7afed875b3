/** Reads the headings, list entries and paragraphs of a web page, in order. */
import type { Attributes, HtmlVisitor } from './html-tokens.ts';
import { repairMojibake } from './rich-text.ts';
import { isIngredientsHeading, isMethodHeading } from './section-words.ts';

export interface PageBlock {
  /** `h1` to `h6`, `li`, `dt`, `dd`, `tr` or `p`, which stands for any other text. */
  tag: string;
  /** On one line, at most 4,000 characters. */
  text: string;
  /** True if all letters are bold. */
  isBold: boolean;
  /** True if all letters belong to a link. */
  isLink: boolean;
  className: string;
}

const HEADINGS = new Set('h1 h2 h3 h4 h5 h6'.split(' '));
const ENTRIES = new Set('li dt dd tr'.split(' '));
/** A list entry stays one block, however its amount and name are laid out. */
const BREAKING = new Set(
  'p div ul ol dl table section article aside header footer nav main form figure blockquote'.split(' '),
);
const SPACED = new Set('p div td th br span'.split(' '));
const SKIPPED = new Set('script style noscript template svg select iframe textarea head title'.split(' '));
const BOLD = new Set('b strong th'.split(' '));
/** Its text is left out, unless it is the heading of a part that it opens. */
const BUTTON = 'button';
const MAX_BLOCKS = 20_000;
const MAX_TEXT = 4_000;
const MAX_CLASS = 500;
/** White space that is more than one space between words. */
const UNEVEN = /\s\s|[^\S ]/;

/** Returns a visitor, and the blocks that it found when the walk is over. At most 20,000. */
export function outlineReader(): { visitor: Required<HtmlVisitor>; finish: () => PageBlock[] } {
  const blocks: PageBlock[] = [];
  let block = startBlock('p', '');
  let skipping: string | null = null;
  let bold = 0;
  let isInLink = false;

  const flush = (tag: string, className: string) => {
    const finished = finishBlock(block);
    if (finished && blocks.length < MAX_BLOCKS) blocks.push(finished);
    block = startBlock(tag, className);
    bold = 0;
  };
  const isInEntry = () => ENTRIES.has(block.tag);
  const classOf = (attributes: Attributes) => attributes.get('class')?.slice(0, MAX_CLASS) ?? '';

  const visitor = {
    open(name: string, attributes: Attributes) {
      if (skipping !== null) {
        // The end tag of a head may be left out.
        if (skipping !== 'head' || name !== 'body') return;
        skipping = null;
      }
      const isInHeading = HEADINGS.has(block.tag);
      if (SKIPPED.has(name) || (name === BUTTON && (isInEntry() || (isInHeading && block.hasInk)))) skipping = name;
      else if (name === BUTTON && !isInHeading) flush(BUTTON, '');
      else if (HEADINGS.has(name) || ENTRIES.has(name)) flush(name, classOf(attributes));
      else if (block.tag === BUTTON) addSpace(block);
      else if (BREAKING.has(name) && !(isInEntry() && SPACED.has(name))) flush('p', classOf(attributes));
      else if (name === 'br' && !isInEntry()) flush('p', block.className);
      else if (SPACED.has(name)) addSpace(block);
      else if (name === 'a') isInLink = true;
      if (name === 'input') writeNumber(block, attributes);
      if (name === 'th') block.headCells += 1;
      else if (name === 'td') block.dataCells += 1;
      if (BOLD.has(name)) bold += 1;
    },
    close(name: string) {
      if (skipping !== null) {
        if (name === skipping) skipping = null;
        return;
      }
      if (name === 'a') isInLink = false;
      if (BOLD.has(name)) bold = Math.max(0, bold - 1);
      if (block.tag === BUTTON) {
        if (name === BUTTON) flush('p', '');
      } else if (HEADINGS.has(name) || ENTRIES.has(name)) flush('p', '');
      else if (BREAKING.has(name) && !(isInEntry() && SPACED.has(name))) flush('p', '');
      else if (SPACED.has(name)) addSpace(block);
    },
    text(text: string) {
      if (skipping === null) write(block, text, bold > 0, isInLink);
    },
  };

  const finish = () => {
    flush('p', '');
    return blocks;
  };
  return { visitor, finish };
}

interface OpenBlock {
  tag: string;
  className: string;
  parts: string[];
  length: number;
  headCells: number;
  dataCells: number;
  hasInk: boolean;
  hasLink: boolean;
  hasPlainLetters: boolean;
  hasUnlinkedLetters: boolean;
}

function startBlock(tag: string, className: string): OpenBlock {
  return {
    tag,
    className,
    parts: [],
    length: 0,
    headCells: 0,
    dataCells: 0,
    hasInk: false,
    hasLink: false,
    hasPlainLetters: false,
    hasUnlinkedLetters: false,
  };
}

function addSpace(block: OpenBlock): void {
  if (block.length >= MAX_TEXT) return;
  block.parts.push(' ');
  block.length += 1;
}

function write(block: OpenBlock, text: string, isBold: boolean, isInLink: boolean): void {
  if (block.length >= MAX_TEXT) return;
  block.parts.push(text);
  block.length += text.length;
  if (!/\S/.test(text)) return;
  block.hasInk = true;
  block.hasLink ||= isInLink;
  if ((isBold || block.hasPlainLetters) && (isInLink || block.hasUnlinkedLetters)) return;
  if (!/[a-z]/i.test(text) && !/\p{L}/u.test(text)) return;
  block.hasPlainLetters ||= !isBold;
  block.hasUnlinkedLetters ||= !isInLink;
}

/** The number of servings that a page lets its readers change. */
function writeNumber(block: OpenBlock, attributes: Attributes): void {
  const [type, value] = [attributes.get('type')?.toLowerCase() ?? 'text', attributes.get('value')?.trim() ?? ''];
  if (block.hasInk && (type === 'number' || type === 'text') && /^\d{1,3}$/.test(value))
    write(block, ` ${value} `, false, false);
}

function finishBlock({ tag, className, parts, ...block }: OpenBlock): PageBlock | null {
  if (!block.hasInk) return null;
  // Names of columns.
  if (block.headCells > 1 && block.dataCells === 0) return null;
  const whole = parts.length === 1 ? parts[0]! : parts.join('');
  const line = whole.slice(0, MAX_TEXT).trim();
  const text = repairMojibake((UNEVEN.test(line) ? line.replace(/\s+/g, ' ') : line).toWellFormed());
  if (!/\w/.test(text) && !/[\p{L}\p{N}]/u.test(text)) return null;
  if (tag === BUTTON) {
    const isHeading = isIngredientsHeading(text) || isMethodHeading(text);
    return isHeading ? { tag: 'p', text, isBold: true, isLink: false, className } : null;
  }
  return { tag, text, isBold: !block.hasPlainLetters, isLink: block.hasLink && !block.hasUnlinkedLetters, className };
}
