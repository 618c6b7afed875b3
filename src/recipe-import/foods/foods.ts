/** Finds the canonical name of an ingredient: "2 large leeks, sliced", "Porree" and "poireaux" are `leek`. */
import { DAIRY } from './dairy.ts';
import { DRY_GOODS } from './dry-goods.ts';
import { FRUIT } from './fruit.ts';
import { FISH, MEAT } from './meat-and-fish.ts';
import { BAKERY, DRINKS, FROZEN, SAUCES, SPICES } from './pantry.ts';
import { ALTERING, ALTERNATIVE, NEUTRAL, REST } from './preparation-words.ts';
import { VEGETABLES } from './vegetables.ts';
import { type FoodLanguage, plainName, singular, stemsOf, wordsOf } from './word-forms.ts';

export type Aisle =
  | 'produce'
  | 'dairy'
  | 'meat'
  | 'fish'
  | 'bakery'
  | 'dry goods'
  | 'spices'
  | 'frozen'
  | 'drinks'
  | 'other';

export interface CanonicalFood {
  /** An English singular such as `leek`, or the own name in lower case if unknown. */
  key: string;
  aisle: Aisle;
  isKnown: boolean;
  /** The name says nothing more than the food and how it is cut, so that its density applies. */
  isExact: boolean;
}

const LANGUAGES: FoodLanguage[] = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl'];
/** Languages in which the noun precedes its attributes: "poireaux bretons". */
const NOUN_FIRST = new Set<FoodLanguage>(['fr', 'es', 'it', 'pt']);

const SECTIONS: [Aisle, string][] = [
  ['produce', VEGETABLES],
  ['produce', FRUIT],
  ['dairy', DAIRY],
  ['meat', MEAT],
  ['fish', FISH],
  ['dry goods', DRY_GOODS],
  ['dry goods', SAUCES],
  ['spices', SPICES],
  ['drinks', DRINKS],
  ['bakery', BAKERY],
  ['frozen', FROZEN],
];

/** The aisle of each known food, by key. */
export const AISLES = new Map<string, Aisle>();
const index = new Map(LANGUAGES.map((language) => [language, new Map<string, string>()]));

for (const [aisle, table] of SECTIONS) {
  for (const row of table.trim().split('\n')) {
    const [key = '', ...columns] = row.split('|').map((column) => column.trim());
    AISLES.set(key, aisle);
    for (const [at, names] of columns.entries()) {
      const language = LANGUAGES[at]!;
      const all = at === 0 ? `${key}, ${names}` : names;
      for (const name of all.split(', ').filter(Boolean)) {
        const stems = stemsOf(wordsOf(name), language);
        // The first food in the tables keeps a name that two foods share.
        if (!index.get(language)!.has(stems)) index.get(language)!.set(stems, key);
      }
    }
  }
}

/** Takes the parsed name of an ingredient, not its line. `locale` is a BCP 47 tag. Never throws. */
export function canonicalFood(name: string, locale = 'und'): CanonicalFood {
  const spoken = LANGUAGES.find((language) => locale.toLowerCase().split('-')[0] === language) ?? null;
  const text = plainName(name);
  const first = text.split(ALTERNATIVE, 1)[0]!.trim() || text;

  const order = isUnknown(locale) ? LANGUAGES : [...new Set([spoken ?? 'en', 'en' as const])];
  for (const candidate of [text, first, first.replace(REST, '')]) {
    const words = wordsOf(candidate);
    for (const language of order) {
      const found = findWhole(words, language);
      if (found) return found;
    }
  }

  const words = wordsOf(first.replace(REST, ''));
  const part = findPart(words, spoken ?? 'en');
  if (part) return part;
  const own = words.filter((word) => !NEUTRAL.has(word)).map((word) => singular(word, spoken ?? 'en'));
  return { key: own.join(' ') || first, aisle: 'other', isKnown: false, isExact: false };
}

const isUnknown = (locale: string) => /^(?:und|mul|zxx)?(?:-|$)/i.test(locale);

/** All words, or all but those of size and preparation. */
function findWhole(words: string[], language: FoodLanguage): CanonicalFood | null {
  const names = index.get(language)!;
  const without = (dropped: (word: string) => boolean) =>
    names.get(
      stemsOf(
        words.filter((word) => !dropped(word)),
        language,
      ),
    );
  const exact = without(() => false) ?? without((word) => NEUTRAL.has(word));
  if (exact) return known(exact, true);
  const other = without((word) => NEUTRAL.has(word) || ALTERING.has(word));
  return other ? known(other, false) : null;
}

/** The longest known name at the place of the noun: "Bavarian leek". */
function findPart(words: string[], language: FoodLanguage): CanonicalFood | null {
  const nouns = words.filter((word) => !NEUTRAL.has(word));
  for (let count = nouns.length - 1; count > 0; count -= 1) {
    const part = NOUN_FIRST.has(language) ? nouns.slice(0, count) : nouns.slice(-count);
    const key = index.get(language)!.get(stemsOf(part, language));
    if (key) return known(key, false);
  }
  return null;
}

const known = (key: string, isExact: boolean): CanonicalFood => ({
  key,
  aisle: AISLES.get(key)!,
  isKnown: true,
  isExact,
});
