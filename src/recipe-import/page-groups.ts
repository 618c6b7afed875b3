/** Finds the groups of ingredients that a page shows and its structured data leaves out. */
import type { IngredientDraft } from './draft.ts';
import { isSame, type PageLines, type Words, wordsOf } from './page-lines.ts';
import type { PageBlock } from './page-outline.ts';
import { isControl, isIngredientsHeading, isMethodHeading } from './section-words.ts';

const MAX_NAME = 80;
const MAX_PARAGRAPH = 40;
const MAX_GAP = 12;
const MAX_STARTS = 10;
/** Each line is looked for in each block. */
const MAX_ANY_ORDER = { lines: 100, blocks: 5_000 };
/** Of the ingredients must be found, or the page lists something else. */
const MIN_FOUND = 0.6;
const NAME_CLASS = '(?:name|title|header|heading)';
/** Class names of WP Recipe Maker, Tasty Recipes, Create by Mediavine and others for the name of a group. */
const GROUP_CLASS = new RegExp(
  `group-${NAME_CLASS}|ingredients?-(?:section|group|sub)?-?${NAME_CLASS}|sub-?(?:title|head)`,
  'i',
);
/** Controls of recipe cards, which are no groups. */
const CONTROL = /^(?:[\d½¼]+ ?x|us customary|metric|imperial|servings?|equipment|notes?|nutrition)\b/i;
const ENTRIES = new Set(['li', 'tr', 'dd']);

interface Run {
  groups: (string | null)[];
  /** Positions of ingredients that are headings themselves. */
  headings: Set<number>;
  matched: number;
}

/**
 * Returns the ingredients with the groups of the page, if it lists the same ingredients below headings. Ingredients
 * with groups are returned unchanged.
 */
export function withPageGroups(ingredients: IngredientDraft[], page: PageLines): IngredientDraft[] {
  const first = ingredients[0];
  if (!first || ingredients.some(({ group }) => group !== null)) return ingredients;

  const lines = ingredients.map(({ originalText }) => wordsOf(originalText ?? ''));
  const runs = page
    .find(lines[0]!)
    .slice(0, MAX_STARTS)
    .map((start) => alignFrom(start, page, lines, ingredients));
  let best = runs.sort((a, b) => b.matched - a.matched)[0];
  if (!best || best.matched < 0.9 * ingredients.length) {
    const other = alignInAnyOrder(page, lines);
    if (other && other.matched > (best?.matched ?? 0)) best = other;
  }
  if (!best || best.matched < MIN_FOUND * ingredients.length) return ingredients;

  const { groups, headings } = best;
  const grouped = ingredients.map((ingredient, at) => ({ ...ingredient, group: groups[at] ?? null }));
  return grouped.filter((_, at) => !headings.has(at));
}

/** Follows both lists from `start` on. Lines may be missing in either. */
function alignFrom(start: number, page: PageLines, lines: Words[], ingredients: IngredientDraft[]): Run {
  const { blocks } = page;
  const run: Run = { groups: [], headings: new Set(), matched: 0 };
  const headingClass = classOfHeadingBefore(start, blocks);
  const before = groupBefore(start, blocks, headingClass);
  let group = before.name;
  let next = 0;
  let gap = 0;
  let changes = 0;
  const findLine = (at: number) =>
    [0, 1, 2].find((by) => lines[next + by] && isSame(page.wordsAt(at), lines[next + by]!));

  for (let at = start; at < blocks.length && next < lines.length && gap <= MAX_GAP; at += 1) {
    const block = blocks[at]!;
    const skipped = findLine(at);
    const name = nameOf(block, headingClass);

    if (skipped === undefined) {
      gap += 1;
      if (isMethodHeading(block.text)) break;
      const found = name ?? (isParagraphName(at, gap, blocks) && findLine(at + 1) !== undefined ? block.text : null);
      if (found === null) continue;
      group = withoutColon(found);
      changes += next > 0 ? 1 : 0;
      continue;
    }

    for (let missed = 0; missed < skipped; missed += 1) run.groups[next + missed] = group;
    next += skipped;
    if (name !== null && block.tag === 'li' && ingredients[next]!.quantity === null && next + 1 < lines.length) {
      run.headings.add(next);
      group = name;
      changes += next > 0 ? 1 : 0;
    }
    run.groups[next] = group;
    run.matched += 1;
    next += 1;
    gap = 0;
  }

  // A single heading above the whole list is a group only if the page marks it so.
  if (changes === 0 && run.headings.size === 0 && !before.isMarked) run.groups = [];
  return run;
}

/** Finds each line on its own, where the data lists the groups in another order than the page. */
function alignInAnyOrder(page: PageLines, lines: Words[]): Run | null {
  const { blocks } = page;
  const linesAt = new Map<number, number[]>();
  const positions = new Map<string, number[]>();
  lines.slice(0, MAX_ANY_ORDER.lines).forEach((line, index) => {
    const key = [...line].join(' ');
    if (!positions.has(key)) positions.set(key, page.find(line, MAX_ANY_ORDER.blocks));
    for (const at of positions.get(key)!) {
      const found = linesAt.get(at);
      if (found) found.push(index);
      else linesAt.set(at, [index]);
    }
  });
  const cluster = largestCluster(linesAt);
  if (cluster.length === 0) return null;

  const run: Run = { groups: [], headings: new Set(), matched: 0 };
  const [start, end] = [cluster[0]!, cluster.at(-1)!];
  const headingClass = classOfHeadingBefore(start, blocks);
  let group = groupBefore(start, blocks, headingClass).name;
  const used = new Set<number>();
  const names = new Set<string | null>();

  for (let at = start; at <= end; at += 1) {
    const index = linesAt.get(at)?.find((each) => !used.has(each));
    if (index !== undefined) {
      used.add(index);
      names.add(group);
      run.groups[index] = group;
      continue;
    }
    const isName = linesAt.has(at + 1) && isParagraphName(at, linesAt.has(at - 1) ? 1 : 2, blocks);
    const name = nameOf(blocks[at]!, headingClass) ?? (isName ? blocks[at]!.text : null);
    if (name !== null && !linesAt.has(at)) group = withoutColon(name);
  }

  run.matched = used.size;
  if (names.size < 2) run.groups = [];
  return run;
}

/** Returns the positions of the part of the page that shows most of the lines. */
function largestCluster(linesAt: Map<number, number[]>): number[] {
  let best = { positions: [] as number[], lines: new Set<number>() };
  let current = best;
  for (const at of [...linesAt.keys()].sort((one, other) => one - other)) {
    const last = current.positions.at(-1);
    if (last === undefined || at - last > MAX_GAP) current = { positions: [], lines: new Set() };
    current.positions.push(at);
    for (const line of linesAt.get(at)!) current.lines.add(line);
    if (current.lines.size > best.lines.size) best = current;
  }
  return best.positions;
}

/** Looks at the blocks above the first line. */
function groupBefore(
  start: number,
  blocks: PageBlock[],
  headingClass: string | null,
): { name: string | null; isMarked: boolean } {
  if (start > 1 && isIngredientsHeading(blocks[start - 2]!.text) && isParagraphName(start - 1, 1, blocks))
    return { name: withoutColon(blocks[start - 1]!.text), isMarked: false };
  const heading = blocks
    .slice(Math.max(0, start - 3), start)
    .findLast((block) => nameOf(block, headingClass) !== null || isIngredientsHeading(block.text));
  if (!heading) return { name: null, isMarked: false };
  const isMarked = GROUP_CLASS.test(heading.className) && heading.className.includes('group');
  return { name: nameOf(heading, headingClass), isMarked };
}

const withoutColon = (text: string): string => text.replace(/\s*[:：]$/, '');

/** A short paragraph between two lists is the name of the second, whatever it looks like. */
function isParagraphName(at: number, gap: number, blocks: PageBlock[]): boolean {
  const [block, next] = [blocks[at]!, blocks[at + 1]];
  if (gap > 1 || (block.tag !== 'p' && block.tag !== 'dt') || next === undefined || block.text.length > MAX_PARAGRAPH)
    return false;
  const isDistinct = ENTRIES.has(next.tag) || /[:：]$/.test(block.text);
  const isText = /^\P{L}{0,3}\p{L}/u.test(block.text) && !/\d|[.!?,;]$/.test(block.text);
  const isOther = isIngredientsHeading(block.text) || isMethodHeading(block.text);
  return isDistinct && isText && !isOther && !CONTROL.test(block.text) && !isControl(block.text);
}

/** Some sites mark headings of groups only by their style, which the lines below do not share. */
function classOfHeadingBefore(start: number, blocks: PageBlock[]): string | null {
  const [above, line] = [blocks[start - 1], blocks[start]!];
  const isShort = above?.tag === 'p' && above.text.length <= 40 && !/\d/.test(above.text);
  return isShort && above.className !== '' && above.className !== line.className ? above.className : null;
}

/** Returns the name of the group if the block is its heading. */
function nameOf({ tag, text, isBold, className }: PageBlock, headingClass: string | null): string | null {
  const isHeading =
    className === headingClass ||
    /^h[2-6]$/.test(tag) ||
    GROUP_CLASS.test(className) ||
    (isBold && !/^\d/.test(text)) ||
    (tag !== 'p' && /:$/.test(text));
  if (!isHeading || text.length > MAX_NAME || CONTROL.test(text) || isControl(text)) return null;
  if (isIngredientsHeading(text) || isMethodHeading(text)) return null;
  const name = withoutColon(text).trim();
  return /\p{L}/u.test(name) ? name : null;
}
