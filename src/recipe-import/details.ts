/** Defines the details of a recipe beside its text, ingredients and steps. A new field starts here. */

/** Values of schema.org RestrictedDiet. */
export const restrictedDiets = [
  'DiabeticDiet',
  'GlutenFreeDiet',
  'HalalDiet',
  'HinduDiet',
  'KosherDiet',
  'LowCalorieDiet',
  'LowFatDiet',
  'LowLactoseDiet',
  'LowSaltDiet',
  'VeganDiet',
  'VegetarianDiet',
] as const;
export type RestrictedDiet = (typeof restrictedDiets)[number];

/** Returns those that schema.org knows, each once and in its order. */
export function knownDiets(stated: Iterable<string | null>): RestrictedDiet[] {
  const names = new Set(stated);
  return restrictedDiets.filter((diet) => names.has(diet));
}

/** Properties of schema.org NutritionInformation, in the order of a nutrition label. */
export const nutrients = [
  'servingSize',
  'calories',
  'fatContent',
  'saturatedFatContent',
  'unsaturatedFatContent',
  'transFatContent',
  'cholesterolContent',
  'carbohydrateContent',
  'sugarContent',
  'fiberContent',
  'proteinContent',
  'sodiumContent',
] as const;
export type Nutrient = (typeof nutrients)[number];
/** Text for one serving, such as `calories: "240 kcal"`. */
export type Nutrition = Partial<Record<Nutrient, string>>;

export const difficulties = ['easy', 'medium', 'hard'] as const;
export type Difficulty = (typeof difficulties)[number];

/** Who wrote a recipe that was published elsewhere. Its address is the recipe's `sourceUrl`. */
export interface Credit {
  /** The author. */
  name: string | null;
  /** The author's page. */
  url: string | null;
  /** The name of the site, book or magazine. */
  site: string | null;
}

export interface RecipeDetails {
  /** Seconds, as stated by the author. Null does not mean that it is unknown: prep, cook and rest time may be known. */
  totalTime: number | null;
  /** Seconds of waiting that are neither preparation nor cooking. */
  restTime: number | null;
  nutrition: Nutrition;
  category: string[];
  cuisine: string[];
  diet: RestrictedDiet[];
  equipment: string[];
  difficulty: Difficulty | null;
  credit: Credit | null;
  videoUrl: string | null;
}

export const emptyDetails: RecipeDetails = {
  totalTime: null,
  restTime: null,
  nutrition: {},
  category: [],
  cuisine: [],
  diet: [],
  equipment: [],
  difficulty: null,
  credit: null,
  videoUrl: null,
};

/** Largest numbers of entries, and of characters of one entry. */
export const DETAIL_LIMITS = {
  seconds: 2 ** 31 - 1,
  nutrient: 100,
  category: 10,
  cuisine: 10,
  equipment: 50,
  entry: 100,
  party: 200,
  url: 2_000,
};

/** Returns null if nothing is known. */
export function creditOf(name: string | null, url: string | null, site: string | null): Credit | null {
  return name || site ? { name: name || null, url: name ? url : null, site: site || null } : null;
}

/** Seconds: the stated total, or the sum of the known times. Null if nothing is known. */
export const totalTimeOf = ({ prepTime, cookTime, restTime, totalTime }: Times): number | null =>
  totalTime ?? ((prepTime ?? 0) + (cookTime ?? 0) + (restTime ?? 0) || null);

type Times = Partial<Record<'prepTime' | 'cookTime' | 'restTime' | 'totalTime', number | null>>;
