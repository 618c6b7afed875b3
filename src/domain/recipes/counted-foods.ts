/** Writes the names of counted foods in the number of their amount: 1 egg, 2 eggs, 5 jajek. */
import { likelyLocale } from '../../lib/language/languages.ts';
import { formFor, isSingular, type PluralForms, readForms } from '../../lib/language/plural-forms.ts';
import { lazy } from '../../lib/lazy.ts';
import { type CanonicalFood, countedFoods, isPreparationWord, isStateWord } from '../../recipe-import/foods/foods.ts';
import { englishPlural, singular } from '../../recipe-import/foods/word-forms.ts';

const english = 'en';
const maxWords = 4;
const name = /^[\p{L}\p{M}'’-]+(?: [\p{L}\p{M}'’-]+){0,3}/u;

/** By language, the forms of each food by each of its forms in lower case. */
const known = lazy(() => {
  const languages = new Map<string, Map<string, PluralForms>>();
  for (const { language, forms: written } of countedFoods()) {
    const forms = readForms(written);
    const foods = languages.get(language) ?? new Map<string, PluralForms>();
    languages.set(language, foods);
    for (const form of forms.values()) foods.set(form.toLowerCase(), forms);
  }
  return languages;
});

interface Counted {
  value: number;
  food: CanonicalFood;
  /** BCP 47. */
  locale: string;
  foodOf: (name: string) => CanonicalFood;
}

/**
 * Returns the text, which begins with the food, with its noun in the number of the amount. Unchanged if the language
 * has one form, or the forms are unknown.
 */
export function agree(text: string, counted: Counted): string {
  const words = name.exec(text)?.[0].split(' ') ?? [];
  const language = likelyLocale(counted.locale).language;
  return language === english ? inEnglish(text, words, counted) : inTable(text, words, counted.value, language);
}

/** The last word of the longest beginning that names the food: "eggs" of "large eggs, beaten". */
function inEnglish(text: string, words: string[], { value, food, foodOf }: Counted): string {
  for (let count = Math.min(words.length, maxWords); count > 0; count -= 1) {
    const phrase = words.slice(0, count).join(' ');
    const noun = words[count - 1]!;
    const found = foodOf(phrase);
    const isNoun = !isPreparationWord(noun.toLowerCase()) && !isStateWord(noun.toLowerCase());
    if (!isNoun || found.key !== food.key || (found.isKnown && !found.isExact)) continue;
    const changed = isSingular(value, english) ? oneOf(noun) : severalOf(noun);
    return `${phrase.slice(0, phrase.length - noun.length)}${changed}${text.slice(phrase.length)}`;
  }
  return text;
}

/** A word stays if its other form is not certain: "asparagus", "cookies and cream". */
function oneOf(noun: string): string {
  const one = singular(noun.toLowerCase(), english);
  return englishPlural(one) === noun.toLowerCase() ? noun.slice(0, 1) + one.slice(1) : noun;
}

function severalOf(noun: string): string {
  const several = englishPlural(noun.toLowerCase());
  const isSingular = several !== noun.toLowerCase() && singular(several, english) === noun.toLowerCase();
  return isSingular ? noun.slice(0, 1) + several.slice(1) : noun;
}

function inTable(text: string, words: string[], value: number, language: string): string {
  const foods = known().get(language);
  for (let count = Math.min(words.length, maxWords); foods && count > 0; count -= 1) {
    const phrase = words.slice(0, count).join(' ');
    const forms = foods.get(phrase.toLowerCase());
    if (!forms) continue;
    const form = formFor(value, forms, language);
    const isCapital = phrase[0] !== phrase[0]!.toLowerCase();
    return `${isCapital ? form[0]!.toUpperCase() : form[0]!.toLowerCase()}${form.slice(1)}${text.slice(phrase.length)}`;
  }
  return text;
}
