/** Compares two ingredient lists. Ingredients are matched by the food that they name. */
import type { IngredientDraft } from '../../../recipe-import/draft.ts';
import { canonicalFood } from '../../../recipe-import/foods/foods.ts';
import { amountText } from '../amount-text.ts';
import { align, pairByKey } from './align.ts';
import type { CompareWords, WordChange } from './words.ts';

export interface IngredientChange {
  /** `moved` is an unchanged line under another heading. */
  change: 'same' | 'added' | 'removed' | 'changed' | 'moved';
  /** The heading, in the later list unless it was removed. */
  group: string | null;
  /** The line, in both lists. */
  words: WordChange[];
}

export function compareIngredients(
  before: IngredientDraft[],
  after: IngredientDraft[],
  locale: string,
  compareWords: CompareWords,
): IngredientChange[] {
  const food = ({ name }: IngredientDraft) => canonicalFood(name, locale).key;
  const inGroup = (key: (each: IngredientDraft) => string) => (each: IngredientDraft) =>
    `${each.group ?? ''}\n${key(each)}`;
  const line = (each: IngredientDraft) => lineOf(each, locale);
  let pairs = pairByKey(before, after, [], inGroup(line));
  for (const key of [inGroup(food), line, food]) pairs = pairByKey(before, after, pairs, key);

  return align(before.length, after.length, pairs).map(([from, to]) => {
    const [former, current] = [from === null ? null : before[from]!, to === null ? null : after[to]!];
    const words = compareWords(former ? line(former) : '', current ? line(current) : '');
    const { group } = (current ?? former)!;
    if (!former || !current) return { change: former ? 'removed' : 'added', group, words };
    if (words.some(({ change }) => change !== 'same')) return { change: 'changed', group, words };
    return { change: former.group === current.group ? 'same' : 'moved', group, words };
  });
}

/** Units are written in English, so lines in other languages stay as their author wrote them. */
function lineOf(ingredient: IngredientDraft, locale: string): string {
  const { name, note, optional, originalText } = ingredient;
  if (originalText && !/^(en|und)/.test(locale)) return originalText;
  const line = [amountText(ingredient), name].filter(Boolean).join(' ');
  return `${line}${note ? `, ${note}` : ''}${optional ? ' (optional)' : ''}`;
}
