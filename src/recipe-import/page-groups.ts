/** Finds the groups of ingredients that a page shows and its structured data leaves out. */
import type { IngredientDraft } from './draft.ts';
import type { PageBlock } from './page-outline.ts';
import { isIngredientsHeading, isMethodHeading } from './section-words.ts';

const MAX_NAME = 80;
const MAX_GAP = 12;
const MAX_STARTS = 10;
const NAME_CLASS = '(?:name|title|header|heading)';
/** Class names of WP Recipe Maker, Tasty Recipes, Create by Mediavine and others for the name of a group. */
const GROUP_CLASS = new RegExp(
  `group-${NAME_CLASS}|ingredients?-(?:section|group|sub)?-?${NAME_CLASS}|sub-?(?:title|head)`,
  'i',
);
/** Controls of recipe cards, which are no groups. */
const CONTROL = /^(?:[\d½¼]+ ?x|us customary|metric|imperial|servings?|equipment|notes?|nutrition)\b/i;

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
export function withPageGroups(ingredients: IngredientDraft[], blocks: PageBlock[]): IngredientDraft[] {
  const first = ingredients[0];
  if (!first || ingredients.some(({ group }) => group !== null)) return ingredients;

  const lines = ingredients.map(({ originalText }) => wordsOf(originalText ?? ''));
  const starts = blocks.flatMap((block, at) => (isSame(wordsOf(block.text), lines[0]!) ? [at] : []));
  const runs = starts.slice(0, MAX_STARTS).map((start) => alignFrom(start, blocks, lines, ingredients));
  const best = runs.sort((a, b) => b.matched - a.matched)[0];
  if (!best || best.matched < 0.6 * ingredients.length) return ingredients;

  const grouped = ingredients.map((ingredient, at) => ({ ...ingredient, group: best.groups[at] ?? null }));
  return grouped.filter((_, at) => !best.headings.has(at));
}

/** Follows both lists from `start` on. Lines may be missing in either. */
function alignFrom(start: number, blocks: PageBlock[], lines: Set<string>[], ingredients: IngredientDraft[]): Run {
  const run: Run = { groups: [], headings: new Set(), matched: 0 };
  const headingClass = classOfHeadingBefore(start, blocks);
  const before = blocks
    .slice(Math.max(0, start - 3), start)
    .findLast((block) => nameOf(block, headingClass) !== null || isIngredientsHeading(block.text));
  const firstGroup = before && nameOf(before, headingClass);
  let group: string | null = firstGroup ?? null;
  let next = 0;
  let gap = 0;
  let changes = 0;

  for (let at = start; at < blocks.length && next < lines.length && gap <= MAX_GAP; at += 1) {
    const block = blocks[at]!;
    const words = wordsOf(block.text);
    const skipped = [0, 1, 2].find((by) => lines[next + by] && isSame(words, lines[next + by]!));
    const name = nameOf(block, headingClass);

    if (skipped === undefined) {
      gap += 1;
      if (isMethodHeading(block.text)) break;
      if (name === null) continue;
      group = name;
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
  const isMarked = before !== undefined && GROUP_CLASS.test(before.className) && before.className.includes('group');
  if (changes === 0 && run.headings.size === 0 && !isMarked) run.groups = [];
  return run;
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
  if (!isHeading || text.length > MAX_NAME || CONTROL.test(text)) return null;
  if (isIngredientsHeading(text) || isMethodHeading(text)) return null;
  const name = text.replace(/\s*[:：]$/, '').trim();
  return /\p{L}/u.test(name) ? name : null;
}

function wordsOf(text: string): Set<string> {
  return new Set(
    text
      .slice(0, 500)
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{M}]*|\p{N}+/gu),
  );
}

/** True if most words are the same: cards add amounts in other units, and data leaves out notes. */
function isSame(shown: Set<string>, listed: Set<string>): boolean {
  if (shown.size === 0 || listed.size === 0 || shown.size > 4 * listed.size + 8) return false;
  let common = 0;
  for (const word of listed) if (shown.has(word)) common += 1;
  return common >= 0.7 * listed.size && common >= 0.4 * shown.size;
}
