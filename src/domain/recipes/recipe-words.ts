/** Words that we add to the text of a recipe, in the recipe's language. */
import { plainDuration } from '../../lib/duration.ts';
import { reader } from '../../lib/language/reader.ts';
import { type RecipeWords, recipeWordTable } from './recipe-word-table.ts';

const fallback = 'en';
/** Languages that share words with one in the table. */
const alike: Record<string, string> = {
  no: 'nb',
  nn: 'nb',
  bs: 'hr',
  sh: 'hr',
  iw: 'he',
  in: 'id',
  ms: 'id',
};

/** Returns the key of the table for a BCP 47 tag: English if the language is unknown. */
export function languageOf(locale: string): string {
  const { language, script } = parse(locale);
  const key = language === 'zh' && script === 'Hant' ? 'zh-Hant' : (alike[language] ?? language);
  return Object.hasOwn(recipeWordTable, key) ? key : fallback;
}

function parse(locale: string): { language: string; script: string | undefined } {
  try {
    return new Intl.Locale(locale).maximize() as { language: string; script: string | undefined };
  } catch {
    return { language: fallback, script: undefined };
  }
}

export const wordsFor = (locale: string): RecipeWords => recipeWordTable[languageOf(locale)]!;

/** "4 servings", "4 Portionen". A unit that the author chose is kept. */
export function servingsIn(locale: string, serving: number, type: string | null): string {
  if (type !== null && type !== 'servings') return `${serving} ${type.replaceAll('-', ' ')}`;
  const { servings } = wordsFor(locale);
  const category = new Intl.PluralRules(languageOf(locale)).select(serving);
  const form = servings[category] ?? servings.other;
  return form.includes('#') ? form.replace('#', String(serving)) : `${serving} ${form}`;
}

/** "4 servings", in the reader's language. */
export const servingsText = (serving: number, type: string | null): string =>
  servingsIn(reader().language, serving, type);

/** "1 h 30 min", "1 Std., 30 Min." */
export function durationIn(locale: string, seconds: number): string {
  const language = languageOf(locale);
  if (language === fallback) return plainDuration(seconds);
  const minutes = seconds < 600 ? Math.floor(seconds / 60) : Math.round(seconds / 60);
  const parts = {
    days: Math.floor(minutes / 1_440),
    hours: Math.floor((minutes % 1_440) / 60),
    minutes: minutes % 60,
    seconds: seconds < 600 ? seconds % 60 : 0,
  };
  return new Intl.DurationFormat(language, { style: 'short' }).format(parts);
}
