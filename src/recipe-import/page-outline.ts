/** Reads the headings, list entries and paragraphs of a web page, in order. */
import { walkHtml } from './html-tokens.ts';

export interface PageBlock {
  /** `h1` to `h6`, `li`, `dt`, `dd`, `tr` or `p`, which stands for any other text. */
  tag: string;
  /** On one line, at most 4,000 characters. */
  text: string;
  /** True if all letters are bold. */
  isBold: boolean;
  className: string;
}

const HEADINGS = new Set('h1 h2 h3 h4 h5 h6'.split(' '));
const ENTRIES = new Set('li dt dd tr'.split(' '));
/** A list entry stays one block, however its amount and name are laid out. */
const BREAKING = new Set(
  'p div ul ol dl table section article aside header footer nav main form figure blockquote'.split(' '),
);
const SPACED = new Set('p div td th br span'.split(' '));
const SKIPPED = new Set('script style noscript template svg select button iframe textarea head'.split(' '));
const BOLD = new Set('b strong'.split(' '));
const MAX_BLOCKS = 20_000;
const MAX_TEXT = 4_000;

/** Takes time linear in the length of the page. At most 20,000 blocks. */
export function readOutline(html: string): PageBlock[] {
  const blocks: PageBlock[] = [];
  let block = startBlock('p', '');
  let skipping: string | null = null;
  let bold = 0;

  const flush = (tag: string, className: string) => {
    const finished = finishBlock(block);
    if (finished && blocks.length < MAX_BLOCKS) blocks.push(finished);
    block = startBlock(tag, className);
    bold = 0;
  };
  const isInEntry = () => ENTRIES.has(block.tag);

  walkHtml(html, {
    open(name, attributes) {
      if (skipping !== null) return;
      if (SKIPPED.has(name)) skipping = name;
      else if (HEADINGS.has(name) || ENTRIES.has(name)) flush(name, attributes.get('class') ?? '');
      else if (BREAKING.has(name) && !(isInEntry() && SPACED.has(name))) flush('p', attributes.get('class') ?? '');
      else if (name === 'br' && !isInEntry()) flush('p', block.className);
      else if (SPACED.has(name)) write(block, ' ', false);
      if (BOLD.has(name)) bold += 1;
    },
    close(name) {
      if (skipping !== null) {
        if (name === skipping) skipping = null;
        return;
      }
      if (BOLD.has(name)) bold = Math.max(0, bold - 1);
      if (HEADINGS.has(name) || ENTRIES.has(name)) flush('p', '');
      else if (BREAKING.has(name) && !(isInEntry() && SPACED.has(name))) flush('p', '');
      else if (SPACED.has(name)) write(block, ' ', false);
    },
    text(text) {
      if (skipping === null) write(block, text, bold > 0);
    },
  });

  flush('p', '');
  return blocks;
}

interface OpenBlock {
  tag: string;
  className: string;
  parts: string[];
  length: number;
  hasPlainLetters: boolean;
}

function startBlock(tag: string, className: string): OpenBlock {
  return { tag, className: className.slice(0, 500), parts: [], length: 0, hasPlainLetters: false };
}

function write(block: OpenBlock, text: string, isBold: boolean): void {
  if (block.length >= MAX_TEXT) return;
  block.parts.push(text);
  block.length += text.length;
  block.hasPlainLetters ||= !isBold && /\p{L}/u.test(text.slice(0, MAX_TEXT));
}

function finishBlock({ tag, className, parts, hasPlainLetters }: OpenBlock): PageBlock | null {
  if (parts.length === 0) return null;
  const text = parts.join('').slice(0, MAX_TEXT).replace(/\s+/g, ' ').trim().toWellFormed();
  return /[\p{L}\p{N}]/u.test(text) ? { tag, text, isBold: !hasPlainLetters, className } : null;
}
