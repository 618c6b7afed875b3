/** Finds the canonical name of an ingredient: "2 large leeks, sliced", "Porree" and "poireaux" are `leek`. */
import {
  BAKERY,
  DAIRY,
  DRINKS,
  DRY_GOODS,
  FISH,
  FROZEN,
  FRUIT,
  MEAT,
  NUTS,
  SAUCES,
  SPICES,
  VEGETABLES,
} from './english.ts';
import { furtherNames } from './further-names.ts';
import {
  type FoodLanguage,
  foodLanguageOf,
  LANGUAGES,
  NOUN_FIRST,
  TABLE_LANGUAGES,
  WITHOUT_SPACES,
} from './languages.ts';
import { ALTERING, ALTERNATIVE, NEUTRAL, REST } from './preparation-words.ts';
import { plainName, singular, stemsOf, wordsOf } from './word-forms.ts';

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

const SECTIONS: [Aisle, string][] = [
  ['produce', VEGETABLES],
  ['produce', FRUIT],
  ['dairy', DAIRY],
  ['meat', MEAT],
  ['fish', FISH],
  ['dry goods', NUTS],
  ['dry goods', DRY_GOODS],
  ['dry goods', SAUCES],
  ['spices', SPICES],
  ['drinks', DRINKS],
  ['bakery', BAKERY],
  ['frozen', FROZEN],
];

interface Food {
  key: string;
  aisle: Aisle;
  /** Names by language, in the order of `TABLE_LANGUAGES`. */
  names: string[];
}

const FOODS = SECTIONS.flatMap(([aisle, table]) =>
  table
    .trim()
    .split('\n')
    .map((row): Food => {
      const [key = '', ...names] = row.split('|').map((column) => column.trim());
      return { key, aisle, names };
    }),
);

/** The aisle of each known food, by key. */
export const AISLES = new Map(FOODS.map(({ key, aisle }) => [key, aisle]));

const indexes = new Map<FoodLanguage, Map<string, string>>();

/** Returns keys by the stems of names. Built at first use, because few languages are in use on one server. */
function indexOf(language: FoodLanguage): Map<string, string> {
  const built = indexes.get(language);
  if (built) return built;

  const index = new Map<string, string>();
  for (const [key, names] of namesIn(language)) {
    for (const name of names.split(', ').filter(Boolean)) {
      const words = wordsOf(name);
      // The first food in the tables keeps a name that two foods share.
      for (const form of [asWritten(words), stemsOf(words, language)]) {
        if (!index.has(form)) index.set(form, key);
      }
    }
  }
  indexes.set(language, index);
  return index;
}

/** A name as it stands in the tables comes before one that only shares its stem: πιπέρι is no πιπεριά. */
const asWritten = (words: string[]) => `=${words.join(' ')}`;

/** Returns each key with its names, separated by commas. */
export function namesIn(language: FoodLanguage): [key: string, names: string][] {
  const column = LANGUAGES.indexOf(language);
  if (column >= TABLE_LANGUAGES.length) return furtherNames(language);
  return FOODS.map(({ key, names }) => [key, language === 'en' ? `${key}, ${names[column]}` : (names[column] ?? '')]);
}

/** Takes the parsed name of an ingredient, not its line. `locale` is a BCP 47 tag. Never throws. */
export function canonicalFood(name: string, locale = 'und'): CanonicalFood {
  const spoken = foodLanguageOf(locale);
  const text = plainName(name);
  const first = text.split(ALTERNATIVE, 1)[0]!.trim() || text;

  const order = isUnknown(locale) ? LANGUAGES : [...new Set([spoken ?? 'en', 'en' as const])];
  for (const candidate of new Set([text, first, first.replace(REST, '')])) {
    const words = wordsOf(candidate);
    for (const language of order) {
      const found = findWhole(words, language);
      if (found) return found;
    }
  }

  const words = wordsOf(first.replace(REST, ''));
  const part = findPart(words, spoken ?? 'en') ?? findEnd(first, spoken);
  if (part) return part;
  const own = words.filter((word) => !NEUTRAL.has(word)).map((word) => singular(word, spoken ?? 'en'));
  return { key: own.join(' ') || first, aisle: 'other', isKnown: false, isExact: false };
}

const isUnknown = (locale: string) => /^(?:und|mul|zxx)?(?:-|$)/i.test(locale);

/** All words, or all but those of size and preparation. */
function findWhole(words: string[], language: FoodLanguage): CanonicalFood | null {
  const names = indexOf(language);
  const without = (dropped: (word: string) => boolean) => {
    const left = words.filter((word) => !dropped(word));
    return names.get(asWritten(left)) ?? names.get(stemsOf(left, language));
  };
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
    const key = indexOf(language).get(stemsOf(part, language));
    if (key) return known(key, false);
  }
  return null;
}

/** The longest known name of at least two characters at the end. */
function findEnd(text: string, language: FoodLanguage | null): CanonicalFood | null {
  if (!language || !WITHOUT_SPACES.has(language)) return null;
  for (let at = 1; at <= text.length - 2; at += 1) {
    const key = indexOf(language).get(text.slice(at));
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
