/** Finds the ingredients of one step, for a cook who reads one step at a time. */
import { canonicalFood } from '../../recipe-import/foods/foods.ts';
import { foodLanguageOf, NOUN_FIRST } from '../../recipe-import/foods/languages.ts';
import { ALTERING, NEUTRAL } from '../../recipe-import/foods/preparation-words.ts';
import { plainName, stem, wordsOf } from '../../recipe-import/foods/word-forms.ts';
import type { Ingredient, Step } from '../items/eventable.ts';

/** Scripts without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

type StepText = Pick<Step, 'name' | 'content' | 'ingredientPositions'>;

/** Returns the ingredients that the author listed for the step, or else those that its text names. */
export function ingredientsOfStep<T extends Pick<Ingredient, 'position' | 'name'>>(
  { name, content, ingredientPositions }: StepText,
  ingredients: T[],
  locale: string,
): T[] {
  if (ingredientPositions.length > 0)
    return ingredients.filter(({ position }) => ingredientPositions.includes(position));
  const language = foodLanguageOf(locale) ?? 'en';
  const text = `${name} ${content}`.toLowerCase();
  const stemOf = (word: string) => stem(word, language);
  const said = new Set(text.split(/[^\p{L}\p{M}]+/u).map(stemOf));
  const nouns = ingredients.map((each) => {
    const words = wordsOf(each.name).filter((word) => !NEUTRAL.has(word) && !ALTERING.has(word));
    return (NOUN_FIRST.has(language) ? words : words.toReversed()).map(stemOf);
  });
  const uses = Map.groupBy(
    nouns.flatMap((words) => [...new Set(words)]),
    (word) => word,
  );
  /** "chicken" is enough for "chicken breasts", unless there is chicken stock too. */
  const isEnough = (word: string) => uses.get(word)!.length === 1 && canonicalFood(word, locale).isKnown;
  const matched = nouns.map(([noun, ...others], at) => {
    const name = plainName(ingredients[at]!.name);
    if (unspaced.test(name)) return { noun: name, count: text.includes(name) ? 1 : 0 };
    const found = others.filter((word) => said.has(word));
    if (noun !== undefined && said.has(noun)) return { noun, count: 1 + found.length };
    return found.some(isEnough) ? { noun, count: 1 } : { noun, count: 0 };
  });
  // Of olive oil and sesame oil, the step means the one that it names in full.
  const most = new Map<string | undefined, number>();
  for (const { noun, count } of matched) most.set(noun, Math.max(count, most.get(noun) ?? 0));
  return ingredients.filter((_, at) => {
    const { noun, count } = matched[at]!;
    return count > 0 && count === most.get(noun);
  });
}
