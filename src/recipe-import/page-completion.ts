/** Completes the ingredients and steps of a page's data by what the page shows. */
import type { IngredientDraft, StepDraft } from './draft.ts';
import { isSame, isWithAmount, type Words, wordsOf } from './page-lines.ts';
import type { PageSections } from './page-sections.ts';
import { lettersOf } from './rich-text.ts';

/** Of the stated lines must be shown, or the page lists another recipe. */
const MIN_SHOWN = 0.8;
const MIN_OF_TEXT = 60;
/** "See the full instructions on our website." */
const HINT =
  /\b(?:web ?sites?|blog|link|click|full (?:recipe|instructions|directions|method)|webseite|site web|sitio web|sito)\b/i;

type Lines = Pick<IngredientDraft, 'originalText' | 'quantity'>;

const textOf = ({ originalText }: Lines): string => originalText ?? '';

/** Returns the sections that show most of the stated lines, or null if none shows them. */
export function sectionsOf(stated: IngredientDraft[], found: PageSections[]): PageSections | null {
  if (stated.length === 0 || isOneText(stated)) return found[0] ?? null;
  const lines = stated.slice(0, 50).map((each) => wordsOf(textOf(each)));
  let best: { sections: PageSections; count: number } | null = null;
  for (const sections of found) {
    const shown = sections.ingredients.map(wordsOf);
    const count = lines.filter((line) => shown.some((each) => isSame(each, line) || isWithAmount(each, line))).length;
    if (count > (best?.count ?? 0)) best = { sections, count };
  }
  return best !== null && best.count >= 0.5 * lines.length ? best.sections : null;
}

/** A program that took out the line breaks leaves one long line. */
const isOneText = (stated: IngredientDraft[]): boolean => stated.length <= 2;

/** True if the page may show more than these, so that its lines are worth parsing. */
export function mayBePartOf(stated: IngredientDraft[], { ingredients }: PageSections): boolean {
  if (lackAmounts(stated)) return true;
  const shown = ingredients.filter((line) => !line.endsWith(':'));
  if (shown.length <= stated.length) return false;
  const listed = stated.map((each) => wordsOf(textOf(each)));
  return shown.some((line) => {
    const words = wordsOf(line);
    return !listed.some((each) => isSame(words, each));
  });
}

const lackAmounts = (stated: Lines[]): boolean =>
  stated.filter(({ quantity }) => quantity === null).length >= 0.6 * stated.length;

/**
 * Returns the stated ingredients with those that only the page shows, in its order, and with amounts that only the page
 * shows.
 */
export function completeIngredients(stated: IngredientDraft[], shown: IngredientDraft[]): IngredientDraft[] {
  if (stated.length === 0) return shown;
  if (shown.length < 2) return stated;
  if (isOneText(stated) && isWithin(shown, stated.map(textOf).join(' '))) return shown;

  const listed = stated.map((each) => wordsOf(textOf(each)));
  const used = new Set<number>();
  const matches = shown.map((each) => {
    const index = findUnused(wordsOf(textOf(each)), listed, used);
    if (index !== null) used.add(index);
    return index;
  });
  if (used.size < MIN_SHOWN * stated.length) return stated;

  const takesAmounts = lackAmounts(stated);
  const missing = new Set(missingFrom(stated, shown, matches));
  if (missing.size === 0 && !takesAmounts) return stated;

  const whole = shown.flatMap((each, at) => {
    const index = matches[at]!;
    if (index === null) return missing.has(each) ? [each] : [];
    const own = stated[index]!;
    const better = takesAmounts && own.quantity === null && each.quantity !== null ? each : own;
    return [{ ...better, group: own.group ?? each.group }];
  });
  return [...whole, ...stated.filter((_, at) => !used.has(at))];
}

/** True if the text holds most of these lines, whatever stands between them. */
function isWithin(shown: Lines[], text: string): boolean {
  const letters = lettersOf(text);
  return (
    shown.length >= 3 &&
    shown.filter((each) => letters.includes(lettersOf(textOf(each)))).length >= MIN_SHOWN * shown.length
  );
}

function findUnused(shown: Words, listed: Words[], used: Set<number>): number | null {
  const isFree = (_: Words, at: number) => !used.has(at);
  const same = listed.findIndex((line, at) => isFree(line, at) && isSame(shown, line));
  const found = same >= 0 ? same : listed.findIndex((line, at) => isFree(line, at) && isWithAmount(shown, line));
  return found < 0 ? null : found;
}

/** Returns the shown ingredients that the data lacks. A second list in other units lacks nothing. */
function missingFrom(
  stated: IngredientDraft[],
  shown: IngredientDraft[],
  matches: (number | null)[],
): IngredientDraft[] {
  const others = shown.filter((_, at) => matches[at] === null);
  const names = new Set(stated.map(({ name }) => name.toLowerCase()));
  const isKnown = others.filter(({ name }) => names.has(name.toLowerCase())).length > 0.5 * others.length;
  const measured = others.filter(({ quantity }) => quantity !== null).length;
  return isKnown || others.length > 3 * stated.length || measured < 0.5 * others.length ? [] : others;
}

/** Returns the steps of the page if the data has only a part of them, or all in one text. */
export function completeSteps(stated: StepDraft[], shown: StepDraft[]): StepDraft[] {
  if (stated.length === 0) return shown;
  if (shown.length < 2 || shown.length <= stated.length) return stated;

  const ours = stated.map(({ content }) => lettersOf(content));
  const theirs = shown.map(({ content }) => lettersOf(content));
  const all = theirs.join('');
  const startOf = (text: string) => text.slice(0, MIN_OF_TEXT);
  const isPart = ours.filter((text) => all.includes(startOf(text))).length >= MIN_SHOWN * ours.length;
  if (isPart) return all.length >= 1.2 * ours.join('').length || stated.length === 1 ? shown : stated;
  if (stated.length > 1) return stated;

  const only = ours[0]!;
  const isWhole = theirs.filter((text) => only.includes(startOf(text))).length >= MIN_SHOWN * theirs.length;
  // An introduction that was cut off is no method.
  const isCut = !/[.!?。！？…)*]\s*$/u.test(stated[0]!.content);
  const isHint = HINT.test(stated[0]!.content) && only.length < 120 && all.length >= only.length;
  return isWhole || isHint || (isCut && all.length >= 0.5 * only.length) ? shown : stated;
}
