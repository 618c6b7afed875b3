/** Reads a recipe from the lists below headings such as "Ingredients", in pages without structured data. */
import { parseIngredientLine } from './ingredient-line.ts';
import type { Node } from './json-ld.ts';
import type { PageBlock } from './page-outline.ts';
import {
  isControl,
  isEquipmentHeading,
  isIngredientsHeading,
  isMethodHeading,
  isOtherHeading,
  readStepHeading,
} from './section-words.ts';
import { readUnit } from './units.ts';

const MAX_BLOCKS = 300;
const MAX_STARTS = 20;
const MAX_LISTS = 50;
const MAX_LINE = 300;
const MAX_STEP = 4_000;
const AMOUNT = /^[\p{Nd}½⅓⅔¼¾⅛]|[\p{Nd}½¼¾]\s?\p{L}{0,15}$/u;
const SENTENCE = /[.!?。！？।]["'”’)]?$/;
const ENTRIES = new Set(['li', 'tr', 'dd']);
/** Letters of the steps of a recipe that nobody has to check first. */
const MIN_STEP_TEXT = 15;

interface SectionStep {
  /** The heading above it. */
  name: string | null;
  text: string;
}

export interface PageSections {
  /** Headings of groups end with a colon. */
  ingredients: string[];
  steps: SectionStep[];
  /** The block of the heading of the ingredients. */
  start: number;
  /** True if a heading was missing. */
  isGuessed: boolean;
}

/** Returns the pairs of sections that list ingredients, the fullest first. */
export function findSections(blocks: PageBlock[]): PageSections[] {
  const starts = blocks.flatMap((block, at) => (isHeading(block) && isIngredientsHeading(block.text) ? [at] : []));
  const found = starts.slice(0, MAX_STARTS).map((start) => readFrom(blocks, start, false));
  const guessed = found.some(isRecipe) ? null : guessIngredients(blocks);
  if (guessed !== null) found.push(readFrom(blocks, guessed, true));
  return found.filter(isRecipe).sort((one, other) => scoreOf(other) - scoreOf(one));
}

/** A schema.org Recipe with the sections, for the reader of structured data. */
export function nodeOfSections({ ingredients, steps }: PageSections, name: string | null): Node {
  return {
    '@type': 'Recipe',
    name,
    recipeIngredient: ingredients,
    recipeInstructions: steps.map((step) =>
      step.name === null ? step.text : { '@type': 'HowToStep', name: step.name, text: step.text },
    ),
  };
}

/** False for what may be something else than a recipe. */
export function isCertain({ ingredients, steps, isGuessed }: PageSections): boolean {
  const lines = ingredients.filter((line) => !line.endsWith(':'));
  const text = steps.map((step) => step.text).join('');
  return !isGuessed && countAmounts(lines) * 4 >= lines.length && text.length >= MIN_STEP_TEXT;
}

const countAmounts = (lines: string[]) => lines.filter((line) => AMOUNT.test(line)).length;

const isRecipe = (sections: PageSections): boolean =>
  sections.ingredients.length >= 2 && scoreOf(sections) > 0 && (!sections.isGuessed || isGuessedRecipe(sections));

const isGuessedRecipe = ({ ingredients, steps }: PageSections) => steps.length > 0 && countAmounts(ingredients) >= 2;

const scoreOf = ({ ingredients, steps, isGuessed }: PageSections) =>
  countAmounts(ingredients) + Math.min(steps.length, 5) - (isGuessed ? 3 : 0);

function readFrom(blocks: PageBlock[], start: number, isStartGuessed: boolean): PageSections {
  const section = ingredientsAfter(blocks, start);
  const end = start + section.length;
  const ingredients = ingredientLines(section);
  const steps = stepsAfter(blocks, end, start) ?? stepsBefore(blocks, start);
  if (steps !== null) return { ingredients, steps, start, isGuessed: isStartGuessed };

  const guessed = countAmounts(ingredients) < (isStartGuessed ? 3 : 1) ? [] : guessSteps(blocks, end);
  return { ingredients, steps: guessed, start, isGuessed: isStartGuessed || guessed.length > 0 };
}

// The ingredients

/** Returns the blocks up to the method, another part of the page, or the next heading of the same rank. */
function ingredientsAfter(blocks: PageBlock[], start: number): PageBlock[] {
  const rank = rankOf(blocks[start]);
  const section: PageBlock[] = [];

  for (let at = start + 1; at < Math.min(blocks.length, start + 1 + MAX_BLOCKS); at += 1) {
    const block = blocks[at]!;
    const isHead = isHeading(block);
    if (isHead && isOtherPart(block.text)) break;
    if (readStepHeading(block.text)?.number === 1 && !ENTRIES.has(block.tag)) break;
    const isRanked = /^h[1-6]$/.test(block.tag);
    if (isRanked && rankOf(block) <= rank && !isAmountLine(blocks[at + 1])) break;
    section.push(
      isRanked || (block.isBold && isHead) || isBetweenLists(blocks, at) ? { ...block, tag: 'heading' } : block,
    );
  }
  // Text behind the last list is no part of it.
  const last = section.findLastIndex(({ tag }) => ENTRIES.has(tag));
  return last < 0 ? section : section.slice(0, last + 1);
}

const isOtherPart = (text: string): boolean =>
  isMethodHeading(text) || isOtherHeading(text) || isEquipmentHeading(text);

const isAmountLine = (block: PageBlock | undefined): boolean =>
  block !== undefined && ENTRIES.has(block.tag) && AMOUNT.test(block.text);

/** A short paragraph between two lists is the heading of the second. */
function isBetweenLists(blocks: PageBlock[], at: number): boolean {
  const [before, block, after] = [blocks[at - 1], blocks[at]!, blocks[at + 1]];
  const isShort = block.tag === 'p' && block.text.length <= 40 && !/\d|[.!?,;]$/.test(block.text);
  const isAfterList = before !== undefined && (ENTRIES.has(before.tag) || isIngredientsHeading(before.text));
  return isShort && isAfterList && isAmountLine(after) && !isControl(block.text);
}

/** List entries are the lines; without a list, paragraphs are. */
function ingredientLines(blocks: PageBlock[]): string[] {
  const section = withJoinedAmounts(blocks);
  const hasEntries = section.some(({ tag }) => ENTRIES.has(tag));
  const lines = section.filter(
    ({ tag, text }) =>
      text.length <= MAX_LINE && (tag === 'heading' || !hasEntries || ENTRIES.has(tag)) && !isControl(text),
  );
  const last = lines.findLastIndex(({ tag }) => tag !== 'heading');
  return lines
    .slice(0, last + 1)
    .map(({ tag, text }) => (tag === 'heading' && !text.endsWith(':') ? `${text}:` : withOneAmount(text)));
}

const AMOUNT_AND_WORD = /^[\d½⅓⅔¼¾⅛][\d½⅓⅔¼¾⅛\s.,/–-]{0,10}(\p{L}{0,12}\.?)$/u;

/** "500 g" and "2", but not "1 onion". */
function isOnlyAmount(text: string): boolean {
  const word = AMOUNT_AND_WORD.exec(text)?.[1];
  return word !== undefined && (word === '' || readUnit(word)?.end === word.length);
}

/** An amount may stand behind its food in a definition list, or in a block of its own before it. */
function withJoinedAmounts(section: PageBlock[]): PageBlock[] {
  const joined: PageBlock[] = [];
  for (let at = 0; at < section.length; at += 1) {
    const [block, next] = [section[at]!, section[at + 1]];
    const isBehind = block.tag === 'dt' && next?.tag === 'dd' && isOnlyAmount(next.text);
    const isBefore = block.tag === 'p' && next?.tag === 'p' && isOnlyAmount(block.text) && !isOnlyAmount(next.text);
    if (isBehind) joined.push({ ...next, text: `${next.text} ${block.text}` });
    else if (isBefore) joined.push({ ...next, text: `${block.text} ${next.text}` });
    else joined.push(block);
    if (isBehind || isBefore) at += 1;
  }
  return joined;
}

const UNIT = '(?:g|gr|kg|mg|ml|cl|dl|l|oz|fl oz|lbs?|cups?|tbsp|tsp|pints?|quarts?)';
const NUMBER = '[\\d½⅓⅔¼¾⅛][\\d½⅓⅔¼¾⅛.,/ ]{0,8}';
const TWO_AMOUNTS = new RegExp(`^(${NUMBER} ?${UNIT}\\.?) [|/]? ?(${NUMBER} ?${UNIT}\\.?) (?=\\p{L})`, 'iu');

/** A table with a column for each system of units: "1 cup 240 ml milk". */
const withOneAmount = (line: string): string => line.replace(TWO_AMOUNTS, '$1 ($2) ');

/** Returns the block before a list with amounts and units, on a page without a heading for it. */
function guessIngredients(blocks: PageBlock[]): number | null {
  let lists = 0;
  for (let at = 0; at < blocks.length && lists < MAX_LISTS; at += 1) {
    if (!isAmountLine(blocks[at])) continue;
    lists += 1;
    let end = at;
    while (end < blocks.length && end - at < MAX_BLOCKS && ENTRIES.has(blocks[end]!.tag)) end += 1;
    const lines = blocks.slice(at, end);
    const measured = lines.slice(0, 20).filter(({ text }) => {
      const { quantity, unit } = parseIngredientLine(text);
      return quantity !== null && unit !== null;
    });
    if (lines.length >= 3 && measured.length >= 2 && measured.length >= 0.4 * Math.min(lines.length, 20)) return at - 1;
    at = end;
  }
  return null;
}

// The method

/** Returns null if there is none. */
function stepsAfter(blocks: PageBlock[], end: number, start: number): SectionStep[] | null {
  const limit = Math.min(blocks.length, start + MAX_BLOCKS);
  for (let at = end + 1; at < limit; at += 1) {
    const block = blocks[at]!;
    const isStep = readStepHeading(block.text)?.number === 1 && !ENTRIES.has(block.tag);
    if (!isStep && !(isHeading(block) && isMethodHeading(block.text))) continue;
    const steps = stepsOf(methodAfter(blocks, isStep ? at - 1 : at));
    if (steps.length > 0) return steps;
  }
  return null;
}

/** Some pages show the method above the ingredients. */
function stepsBefore(blocks: PageBlock[], start: number): SectionStep[] | null {
  const from = Math.max(0, start - MAX_BLOCKS);
  const method = blocks
    .slice(from, Math.max(0, start))
    .findLastIndex((block) => isHeading(block) && isMethodHeading(block.text));
  if (method < 0) return null;
  const steps = stepsOf(methodAfter(blocks, from + method));
  return steps.length >= 2 ? steps : null;
}

/** Returns the blocks up to another part of the page, or the next heading of the same rank. */
function methodAfter(blocks: PageBlock[], start: number): PageBlock[] {
  const rank = rankOf(blocks[start]);
  const section: PageBlock[] = [];
  let hasSteps = false;

  for (let at = start + 1; at < Math.min(blocks.length, start + 1 + MAX_BLOCKS); at += 1) {
    const block = blocks[at]!;
    const isHead = isHeading(block);
    const isStep = readStepHeading(block.text) !== null;
    const isRanked = /^h[1-6]$/.test(block.tag);
    if (isHead && !isStep && (isOtherHeading(block.text) || isIngredientsHeading(block.text))) break;
    if (isHead && !isStep && isEquipmentHeading(block.text)) break;
    if (isRanked && !isStep && rankOf(block) <= rank && hasSteps) break;
    if (isRanked && !isStep && rankOf(block) <= rank && rank < 7) break;
    if (isHead && !isStep && rank === 7 && hasSteps && !isGroupOfSteps(section, blocks[at + 1])) break;

    const isName = isRanked || (block.isBold && isHead);
    section.push(isName ? { ...block, tag: 'heading' } : block);
    hasSteps ||= !isName;
  }
  return section;
}

/** True if the steps go on below a bold line: as a list after a list, or because the first steps had such a line too. */
function isGroupOfSteps(section: PageBlock[], next: PageBlock | undefined): boolean {
  if (next === undefined || isHeading(next)) return false;
  const last = section.at(-1);
  return (ENTRIES.has(next.tag) && last !== undefined && ENTRIES.has(last.tag)) || section[0]?.tag === 'heading';
}

/** The longer text of list entries and paragraphs is the steps. Headings name the steps below them. */
function stepsOf(section: PageBlock[]): SectionStep[] {
  const parts = section.filter(
    ({ tag, text, isLink }) =>
      text.length <= MAX_STEP &&
      /\p{L}/u.test(text) &&
      (tag === 'heading' || !(isLink && text.length <= 60)) &&
      !isControl(text),
  );
  const lengthOf = (areEntries: boolean) =>
    parts
      .filter(({ tag }) => tag !== 'heading' && ENTRIES.has(tag) === areEntries)
      .reduce((sum, { text }) => sum + text.length, 0);
  const areEntries = lengthOf(true) > 0 && 2 * lengthOf(true) >= lengthOf(false);
  const isNumbered = parts.filter((part) => isStepName(part)).length >= 2;

  const steps: SectionStep[] = [];
  let name: string | null = null;
  let isNew = true;
  for (const part of parts) {
    const heading = isStepName(part) ? readStepHeading(part.text)!.name : part.tag === 'heading' ? part.text : null;
    if (heading !== null) {
      name = heading.replace(/\s*[:：]$/, '') || null;
      isNew = true;
    } else if (isNumbered && !isNew && steps.length > 0) {
      steps.at(-1)!.text += `\n${part.text}`;
    } else if (isNumbered || ENTRIES.has(part.tag) === areEntries) {
      steps.push({ name, text: part.text });
      name = null;
      isNew = false;
    }
  }
  return withoutNumbers(withoutRepeated(steps));
}

/** Some pages show the steps twice, for wide and narrow windows. */
function withoutRepeated(steps: SectionStep[]): SectionStep[] {
  const seen = new Set<string>();
  return steps.filter(({ text }) => {
    const isRepeated = text.length >= 20 && seen.has(text);
    seen.add(text);
    return !isRepeated;
  });
}

/** The number of each step may be a block of its own in the same entry: "2 Fry the onion". */
function withoutNumbers(steps: SectionStep[]): SectionStep[] {
  const areNumbered = steps.length > 1 && steps.every(({ text }, at) => text.startsWith(`${at + 1} `));
  return areNumbered ? steps.map((step, at) => ({ ...step, text: step.text.slice(`${at + 1} `.length) })) : steps;
}

/** "Step 1", or "Step 1: Soak the beans" as a heading. */
function isStepName({ tag, text }: PageBlock): boolean {
  const heading = readStepHeading(text);
  return heading !== null && (tag === 'heading' || heading.name === '');
}

/** Signs of Chinese and Japanese say as much as words. */
const isLong = (text: string): boolean => text.length >= (/[\u3040-\u9fff\uac00-\ud7af]/.test(text) ? 8 : 20);

/** Without a heading, sentences that follow the ingredients are the steps. */
function guessSteps(blocks: PageBlock[], end: number): SectionStep[] {
  const steps: SectionStep[] = [];
  for (const block of blocks.slice(end + 1, end + 1 + 60)) {
    const isEnd =
      isHeading(block) && (isOtherHeading(block.text) || isIngredientsHeading(block.text) || steps.length > 0);
    if (isEnd) break;
    const isSentence = isLong(block.text) && block.text.length <= MAX_STEP && SENTENCE.test(block.text);
    if (isSentence && !block.isLink) steps.push({ name: null, text: block.text });
    else if (steps.length > 0) break;
  }
  return steps.length >= 2 ? steps : [];
}

/** A paragraph counts as a heading if it is short and bold, or ends with a colon. */
function isHeading({ tag, text, isBold }: PageBlock): boolean {
  if (/^h[1-6]$/.test(tag)) return true;
  if ((tag !== 'p' && tag !== 'dt') || text.length > 40 || !/\p{L}/u.test(text)) return false;
  return isBold || /[:：]$/.test(text) || (!/[\s,，、]/.test(text) && text.length <= 20 && !SENTENCE.test(text));
}

const rankOf = (block: PageBlock | undefined) => (/^h[1-6]$/.test(block?.tag ?? '') ? Number(block!.tag[1]) : 7);
