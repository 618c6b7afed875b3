/** Finds units of time, of which some mean something else in other languages. */
import { lazy } from '../lib/lazy.ts';
import { listWords } from './words.ts';

const SECONDS: Record<string, number> = { second: 1, minute: 60, hour: 3_600, day: 86_400, week: 604_800 };

const timeUnits = lazy(
  () =>
    new Map(
      [...listWords('time-unit'), ...listWords('local-time-unit')].map(({ word, meaning }) => [
        word,
        SECONDS[meaning]!,
      ]),
    ),
);

/** Returns seconds. Takes a lower-case word. */
export const secondsOf = (word: string): number | undefined => timeUnits().get(word);

const localWords = lazy(() => Map.groupBy(listWords('local-time-unit'), ({ word }) => word));

/** False for a word that is a unit only in other languages: "fold it one time", "2 jam jars", "10 dag mąki". */
export function isTimeUnitIn(word: string, language: string): boolean {
  const spoken = /^n[bn]$/.test(language) ? 'no' : language;
  return (
    localWords()
      .get(word)
      ?.some((each) => each.language === spoken) ?? true
  );
}
