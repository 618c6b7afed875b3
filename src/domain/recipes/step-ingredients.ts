/** Finds the ingredients of each step, for a cook who reads one step at a time. */
import { canonicalFood } from '../../recipe-import/foods/foods.ts';
import { foodLanguageOf, NOUN_FIRST } from '../../recipe-import/foods/languages.ts';
import { ALTERING, NEUTRAL } from '../../recipe-import/foods/preparation-words.ts';
import { plainName, stem, wordsOf } from '../../recipe-import/foods/word-forms.ts';
import type { Ingredient, Step } from '../items/eventable.ts';

/** Scripts without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

type StepText = Pick<Step, 'name' | 'content' | 'ingredientPositions'>;

/**
 * Returns a function that finds the ingredients of a step: those that the author listed for it, or else those that its text
 * names.
 */
export function stepIngredients<T extends Pick<Ingredient, 'position' | 'name'>>(
  ingredients: T[],
  locale: string,
): (step: StepText) => T[] {
  const language = foodLanguageOf(locale) ?? 'en';
  const stemOf = (word: string) => stem(word, language);
  const names = ingredients.map((each) => {
    const words = wordsOf(each.name).filter((word) => !NEUTRAL.has(word) && !ALTERING.has(word));
    const plain = plainName(each.name);
    return {
      words: (NOUN_FIRST.has(language) ? words : words.toReversed()).map(stemOf),
      unspaced: unspaced.test(plain) ? plain : null,
    };
  });
  const uses = Map.groupBy(
    names.flatMap(({ words }) => [...new Set(words)]),
    (word) => word,
  );
  /** "chicken" is enough for "chicken breasts", unless there is chicken stock too. */
  const enough = new Set(
    [...uses].flatMap(([word, { length }]) =>
      length === 1 && canonicalFood(word, locale).isKnown ? [word] : [],
    ),
  );

  return ({ name, content, ingredientPositions }) => {
    if (ingredientPositions.length > 0)
      return ingredients.filter(({ position }) => ingredientPositions.includes(position));
    const text = `${name} ${content}`.toLowerCase();
    const said = new Set(text.split(/[^\p{L}\p{M}]+/u).map(stemOf));
    const matched = names.map(({ words: [noun, ...others], unspaced }) => {
      if (unspaced !== null) return { noun: unspaced, count: text.includes(unspaced) ? 1 : 0 };
      const found = others.filter((word) => said.has(word));
      if (noun !== undefined && said.has(noun)) return { noun, count: 1 + found.length };
      return { noun, count: found.some((word) => enough.has(word)) ? 1 : 0 };
    });
    // Of olive oil and sesame oil, the step means the one that it names in full.
    const most = new Map<string | undefined, number>();
    for (const { noun, count } of matched) most.set(noun, Math.max(count, most.get(noun) ?? 0));
    return ingredients.filter((_, at) => {
      const { noun, count } = matched[at]!;
      return count > 0 && count === most.get(noun);
    });
  };
}
