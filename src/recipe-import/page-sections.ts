/** Reads a recipe from the lists below headings such as "Ingredients", in pages without structured data. */
import type { Node } from './json-ld.ts';
import type { PageBlock } from './page-outline.ts';
import { isIngredientsHeading, isMethodHeading } from './section-words.ts';

const MAX_BLOCKS = 300;
const MAX_STARTS = 20;
const MAX_LINE = 300;
const MAX_STEP = 4_000;
const AMOUNT = /^[\p{Nd}½⅓⅔¼¾⅛]|[\p{Nd}½¼¾]\s?\p{L}{0,15}$/u;
const ENTRIES = new Set(['li', 'tr', 'dd']);

export interface PageSections {
  ingredients: string[];
  steps: string[];
}

/** Returns the fullest pair of sections, or null if the page has no list of ingredients. */
export function readSections(blocks: PageBlock[]): PageSections | null {
  const starts = blocks.flatMap((block, at) => (isHeading(block) && isIngredientsHeading(block.text) ? [at] : []));
  const found = starts.slice(0, MAX_STARTS).map((start) => readFrom(blocks, start));
  const best = found.sort((a, b) => scoreOf(b) - scoreOf(a))[0];
  return best && best.ingredients.length >= 2 && scoreOf(best) > 0 ? best : null;
}

/** A schema.org Recipe with the sections, for the reader of structured data. */
export function nodeOfSections({ ingredients, steps }: PageSections, name: string | null): Node {
  return { '@type': 'Recipe', name, recipeIngredient: ingredients, recipeInstructions: steps };
}

const scoreOf = ({ ingredients, steps }: PageSections) =>
  ingredients.filter((line) => AMOUNT.test(line)).length + Math.min(steps.length, 5);

function readFrom(blocks: PageBlock[], start: number): PageSections {
  const ingredients = sectionAfter(blocks, start, true);
  const end = start + ingredients.length;
  const method = blocks.findIndex((block, at) => at > end && isHeading(block) && isMethodHeading(block.text));
  const steps = method < 0 || method > start + MAX_BLOCKS ? [] : linesOf(sectionAfter(blocks, method, false), MAX_STEP);
  return { ingredients: linesOf(ingredients, MAX_LINE), steps };
}

/** Returns the blocks up to the next heading of the same rank. Headings of lower rank end in a colon, as groups do. */
function sectionAfter(blocks: PageBlock[], start: number, isIngredients: boolean): PageBlock[] {
  const rank = rankOf(blocks[start]!);
  const section: PageBlock[] = [];

  for (const block of blocks.slice(start + 1, start + 1 + MAX_BLOCKS)) {
    const isEnd = isHeading(block) && (isIngredients ? isMethodHeading(block.text) : isIngredientsHeading(block.text));
    const isRanked = /^h[1-6]$/.test(block.tag);
    const isAfterSteps = !isIngredients && rank === 7 && section.length > 0 && isHeading(block);
    if (isEnd || isAfterSteps || (isRanked && rankOf(block) <= rank)) break;
    section.push(isRanked || (block.isBold && isHeading(block)) ? { ...block, tag: 'heading' } : block);
  }
  return section;
}

/** List entries are the lines; without a list, paragraphs are. */
function linesOf(section: PageBlock[], maxLength: number): string[] {
  const hasEntries = section.some(({ tag }) => ENTRIES.has(tag));
  const lines = section.filter(
    ({ tag, text }) => text.length <= maxLength && (tag === 'heading' || !hasEntries || ENTRIES.has(tag)),
  );
  const last = lines.findLastIndex(({ tag }) => tag !== 'heading');
  const isText = maxLength === MAX_STEP;
  return lines
    .slice(0, last + 1)
    .filter(({ tag }) => !isText || tag !== 'heading')
    .map(({ tag, text }) => (tag === 'heading' && !text.endsWith(':') ? `${text}:` : text));
}

/** A paragraph counts as a heading if it is short and bold, or ends with a colon. */
function isHeading({ tag, text, isBold }: PageBlock): boolean {
  if (/^h[1-6]$/.test(tag)) return true;
  return (tag === 'p' || tag === 'dt') && text.length <= 40 && (isBold || /[:：]$/.test(text) || !/\s/.test(text));
}

const rankOf = ({ tag }: PageBlock) => (/^h[1-6]$/.test(tag) ? Number(tag[1]) : 7);
