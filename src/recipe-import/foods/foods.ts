/** Finds the canonical name of an ingredient: "2 large leeks, sliced", "Porree" and "poireaux" are `leek`. */
import { lazy } from '../../lib/lazy.ts';
import { anyText, openTable } from '../../lib/table.ts';
import { listWords } from '../words.ts';
import {
  englishPlural,
  type FoodLanguage,
  foodLanguageOf,
  foodLanguages,
  NOUN_FIRST,
  plainName,
  singular,
  stemsOf,
  WITHOUT_SPACES,
  wordsOf,
} from './word-forms.ts';

const aisles = [
  'produce',
  'dairy',
  'meat',
  'fish',
  'bakery',
  'dry goods',
  'spices',
  'frozen',
  'drinks',
  'other',
] as const;
export type Aisle = (typeof aisles)[number];

export interface CanonicalFood {
  /** An English singular such as `leek`, or the own name in lower case if unknown. */
  key: string;
  aisle: Aisle;
  isKnown: boolean;
  /** The name says nothing more than the food and how it is cut, so that its density applies. */
  isExact: boolean;
}

export interface Density {
  gramsPerMl: number;
  isLiquid: boolean;
  /** Recipes in US units state a weight as well. */
  isWeighedInUs: boolean;
}

const US_CUP_ML = 236.588;

interface Food {
  key: string;
  aisle: Aisle;
  density: Density | null;
}

const foods = lazy(() => {
  const rows = openTable('foods.tsv', {
    food: '\\p{Ll}[\\p{Ll} -]+',
    aisle: aisles.join('|'),
    grams_per_cup: '\\d{1,3}|-',
    source: 'KA|USDA|-',
    measured_by: 'volume|weight|-',
  });
  return new Map(
    rows().map(({ food, aisle, grams_per_cup, measured_by }): [string, Food] => {
      const density: Density = {
        gramsPerMl: Number(grams_per_cup) / US_CUP_ML,
        isLiquid: measured_by === 'volume',
        isWeighedInUs: measured_by === 'weight' || aisle === 'produce',
      };
      return [food, { key: food, aisle: aisle as Aisle, density: grams_per_cup === '-' ? null : density }];
    }),
  );
});

const foodNames = openTable('food-names.tsv', { language: foodLanguages.join('|'), food: anyText, names: anyText });

/** The canonical names of all foods. */
export const knownFoods = (): string[] => [...foods().keys()];

/** Returns undefined for an unknown food. */
export const aisleOf = (key: string): Aisle | undefined => foods().get(key)?.aisle;

/** Returns null unless the name says exactly one known food. */
export const densityOf = ({ key, isExact }: CanonicalFood): Density | null =>
  (isExact && foods().get(key)?.density) || null;

const indexes = new Map<FoodLanguage, Map<string, Food>>();

/** Marks a name in the table whose stem is that of another food. */
const ONLY_AS_WRITTEN = '=';

/** Returns foods by the stems of their names. Built at first use: few languages are in use on one server. */
function indexOf(language: FoodLanguage): Map<string, Food> {
  const built = indexes.get(language);
  if (built) return built;

  const english = language === 'en' ? knownFoods().map((food) => ({ food, names: food })) : [];
  const index = new Map<string, Food>();
  for (const row of [...english, ...foodNames(language)]) {
    const food = foods().get(row.food)!;
    for (const name of row.names.split(', ')) {
      const words = wordsOf(name.replace(ONLY_AS_WRITTEN, ''));
      index.set(asWritten(words), food);
      if (!name.startsWith(ONLY_AS_WRITTEN)) index.set(stemsOf(words, language), food);
    }
    const plural = plurals().get(`${language} ${firstOf(row.names)}`);
    const written = plural && asWritten(wordsOf(plural));
    if (written && !index.has(written)) index.set(written, food);
  }
  indexes.set(language, index);
  return index;
}

/** A name as it stands in the table comes before one that only shares its stem: πιπέρι is no πιπεριά. */
const asWritten = (words: string[]) => `=${words.join(' ')}`;

const shownNames = new Map<FoodLanguage, Map<string, string>>();
/** `forms` by plural category (CLDR): `one=Ei|other=Eier`. */
export const countedFoods = openTable('counted-foods.tsv', { language: '[a-z]{2}', forms: anyText });
/** By the singular, in languages with two forms. */
const plurals = lazy(() => {
  const found = new Map<string, string>();
  for (const { language, forms } of countedFoods()) {
    const [, one, several] = /^one=([^|=]+)\|other=([^|=]+)$/.exec(forms) ?? [];
    if (one && several) found.set(`${language} ${one}`, several);
  }
  return found;
});

/**
 * What a food is called first in a language, a BCP 47 tag, or what several of it are called there. Null for an unknown
 * food or language.
 */
export function foodName(key: string, locale: string, isSeveral = false): string | null {
  const language = foodLanguageOf(locale);
  if (!language || !foods().has(key)) return null;
  if (language === 'en') return isSeveral ? englishPlural(key) : key;
  const built = shownNames.get(language);
  const names = built ?? new Map(foodNames(language).map(({ food, names: all }) => [food, firstOf(all)]));
  if (!built) shownNames.set(language, names);
  const name = names.get(key) ?? null;
  return (name !== null && isSeveral && plurals().get(`${language} ${name}`)) || name;
}

const firstOf = (names: string) => names.split(', ', 1)[0]!.replace(ONLY_AS_WRITTEN, '');

/** How a food is cut, its size and its quality: words that change neither the food nor its weight in a cup. */
const preparationWords = lazy(() => new Set(listWords('preparation').map(({ word }) => word)));
export const isPreparationWord = (word: string): boolean => preparationWords().has(word);

/** Words of another state of the same food, whose cup weighs something else. */
const stateWords = lazy(() => new Set(listWords('state').map(({ word }) => word)));
export const isStateWord = (word: string): boolean => stateWords().has(word);

/** What follows says what the food is for, or what comes with it. */
const REST = new RegExp(
  `\\s(?:${[
    'for|to|with|without|from|if|until|plus|such as|für|zum|zur|mit|ohne|aus|till|til|med|utan|uden|uten',
    'pro|se|для|со|за|при|για|με|pour|avec|sans|para|con|sin|per|senza|voor|met|zonder|om te|com|sem|do|na|bez',
  ].join('|')})\\s.*$`,
  'u',
);

/** Separates alternatives. The first one counts: "butter or margarine". */
const ALTERNATIVE = /\s(?:or|oder|ou|o|eller|lub|albo|tai|nebo|či|или|або|чи|veya|ya da|ή|أو|או|या)\s|[/;|]|,\s/u;

/** Takes the parsed name of an ingredient, not its line. `locale` is a BCP 47 tag. Never throws. */
export function canonicalFood(name: string, locale = 'und'): CanonicalFood {
  const spoken = foodLanguageOf(locale);
  const text = plainName(name);
  const first = text.split(ALTERNATIVE, 1)[0]!.trim() || text;

  const order = isUnknown(locale) ? foodLanguages : [...new Set([spoken ?? 'en', 'en' as const])];
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
  const own = words.filter((word) => !isPreparationWord(word)).map((word) => singular(word, spoken ?? 'en'));
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
  const exact = without(() => false) ?? without(isPreparationWord);
  if (exact) return known(exact, true);
  const other = without((word) => isPreparationWord(word) || isStateWord(word));
  return other ? known(other, false) : null;
}

/** The longest known name at the place of the noun: "Bavarian leek". */
function findPart(words: string[], language: FoodLanguage): CanonicalFood | null {
  const nouns = words.filter((word) => !isPreparationWord(word));
  for (let count = nouns.length - 1; count > 0; count -= 1) {
    const part = NOUN_FIRST.has(language) ? nouns.slice(0, count) : nouns.slice(-count);
    const food = indexOf(language).get(stemsOf(part, language));
    if (food) return known(food, false);
  }
  return null;
}

/** The longest known name of at least two characters at the end. */
function findEnd(text: string, language: FoodLanguage | null): CanonicalFood | null {
  if (!language || !WITHOUT_SPACES.has(language)) return null;
  for (let at = 1; at <= text.length - 2; at += 1) {
    const food = indexOf(language).get(text.slice(at));
    if (food) return known(food, false);
  }
  return null;
}

const known = ({ key, aisle }: Food, isExact: boolean): CanonicalFood => ({ key, aisle, isKnown: true, isExact });
