/** Defines the details of a recipe beside its text, ingredients and steps. A new field starts in `detailFields`. */

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
interface Credit {
  /** The author. */
  name: string | null;
  /** The author's page. */
  url: string | null;
  /** The name of the site, book or magazine. */
  site: string | null;
}

/** What the page of a recipe says about its ratings there. They are no ratings of this server. */
export interface StatedRating {
  /** Of five stars. */
  value: number;
  count: number;
}

/** What each kind of detail is, in values. */
interface ValueOf {
  seconds: number | null;
  texts: string[];
  diets: RestrictedDiet[];
  difficulty: Difficulty | null;
  nutrition: Nutrition;
  credit: Credit | null;
  rating: StatedRating | null;
  url: string | null;
}
export type DetailKind = keyof ValueOf;

interface DetailFieldOf<Kind extends DetailKind> {
  kind: Kind;
  /** In ActivityPub objects and in schema.org. */
  term: string;
  /** Whether schema.org has no such property, so that the term is ours. */
  isOwnTerm?: true;
  /** In the documentation of the API. */
  example: ValueOf[Kind];
}
interface TextsField extends DetailFieldOf<'texts'> {
  /** The largest number of texts. */
  max: number;
  /** Whether a form shows one text per line. Otherwise commas separate them. */
  onePerLine: boolean;
}
type DetailField = TextsField | { [Kind in DetailKind]: DetailFieldOf<Kind> }[Exclude<DetailKind, 'texts'>];

/**
 * Every detail. Its database column and its name in the API are in snake_case. Import, input, output, revisions,
 * comparison, archive and federation convert it by its kind.
 */
export const detailFields = {
  /** Seconds, as stated by the author. Null does not mean that it is unknown: prep, cook and rest time may be known. */
  totalTime: { kind: 'seconds', term: 'totalTime', example: 172_800 },
  /** Seconds of waiting that are neither preparation nor cooking. */
  restTime: { kind: 'seconds', term: 'restTime', isOwnTerm: true, example: 169_200 },
  nutrition: { kind: 'nutrition', term: 'nutrition', example: { servingSize: '1 pizza', calories: '840 kcal' } },
  category: { kind: 'texts', term: 'recipeCategory', max: 10, onePerLine: false, example: ['Dinner'] },
  cuisine: { kind: 'texts', term: 'recipeCuisine', max: 10, onePerLine: false, example: ['Italian'] },
  diet: { kind: 'diets', term: 'suitableForDiet', example: ['VegetarianDiet'] },
  equipment: { kind: 'texts', term: 'tool', max: 50, onePerLine: true, example: ['Pizza stone'] },
  difficulty: { kind: 'difficulty', term: 'difficulty', isOwnTerm: true, example: 'easy' },
  credit: {
    kind: 'credit',
    term: 'credit',
    isOwnTerm: true,
    example: { name: 'Rosa', url: 'https://kitchen.example/rosa', site: 'Kitchen' },
  },
  statedRating: { kind: 'rating', term: 'statedRating', isOwnTerm: true, example: { value: 4.7, count: 1_203 } },
  videoUrl: { kind: 'url', term: 'video', example: 'https://kitchen.example/dough.mp4' },
} as const satisfies Record<string, DetailField>;

type Fields = typeof detailFields;
export type DetailName = keyof Fields;
export type DetailNameOf<Kind extends DetailKind> = {
  [Name in DetailName]: Fields[Name]['kind'] extends Kind ? Name : never;
}[DetailName];

export type RecipeDetails = { -readonly [Name in DetailName]: ValueOf[Fields[Name]['kind']] };

export const detailNames = Object.keys(detailFields) as DetailName[];

export const detailNamesOf = <Kind extends DetailKind>(...kinds: Kind[]): DetailNameOf<Kind>[] =>
  detailNames.filter((name) => kinds.some((kind) => kind === detailFields[name].kind)) as DetailNameOf<Kind>[];

/** Calls for each detail the function of its kind. */
export function mapDetails<
  Functions extends { [Kind in DetailKind]: (field: Fields[DetailNameOf<Kind>], name: DetailNameOf<Kind>) => unknown },
>(functions: Functions) {
  const entries = detailNames.map((name) => {
    const field = detailFields[name];
    const convert = functions[field.kind] as (field: Fields[DetailName], name: DetailName) => unknown;
    return [name, convert(field, name)];
  });
  return Object.fromEntries(entries) as { [Name in DetailName]: ReturnType<Functions[Fields[Name]['kind']]> };
}

type Converted<Functions, Kind extends DetailKind> =
  Functions extends Record<Kind, (...given: never[]) => infer Result> ? Result : ValueOf[Kind];

/** Converts each value by the function of its kind. Values of other kinds stay as they are. */
export function convertDetails<
  Functions extends { [Kind in DetailKind]?: (value: ValueOf[Kind], name: DetailNameOf<Kind>) => unknown },
>(details: RecipeDetails, functions: Functions) {
  const entries = detailNames.map((name) => {
    const convert = functions[detailFields[name].kind] as ((value: unknown, name: DetailName) => unknown) | undefined;
    return [name, convert ? convert(details[name], name) : details[name]];
  });
  return Object.fromEntries(entries) as { [Name in DetailName]: Converted<Functions, Fields[Name]['kind']> };
}

const isStated = (value: unknown) => value != null && !(Array.isArray(value) && value.length === 0);

/** The same values under the terms of these details, without null and empty lists. */
export const inTerms = (values: Partial<Record<DetailName, unknown>>, names = detailNames): Record<string, unknown> =>
  Object.fromEntries(
    names.filter((name) => isStated(values[name])).map((name) => [detailFields[name].term, values[name]]),
  );

/** Those that schema.org has a property for. */
export const schemaOrgDetails = detailNames.filter((name) => !('isOwnTerm' in detailFields[name]));

const none = () => null;
export const emptyDetails: RecipeDetails = mapDetails({
  seconds: none,
  texts: (): string[] => [],
  diets: (): RestrictedDiet[] => [],
  difficulty: none,
  nutrition: (): Nutrition => ({}),
  credit: none,
  rating: none,
  url: none,
});

/** For the documentation of the API. */
export const exampleDetails = Object.fromEntries(
  detailNames.map((name) => [name, detailFields[name].example]),
) as unknown as RecipeDetails;

/** Largest values, and most characters. */
export const DETAIL_LIMITS = {
  seconds: 2 ** 31 - 1,
  ratings: 2 ** 31 - 1,
  nutrient: 100,
  entry: 100,
  party: 200,
  url: 2_000,
};

/** Returns null if nothing is known. */
export function creditOf(name: string | null, url: string | null, site: string | null): Credit | null {
  return name || site ? { name: name || null, url: name ? url : null, site: site || null } : null;
}

/** Returns null unless there are ratings, on a scale that ends at `best`. */
export function ratingOf(value: number, count: number, best = 5): StatedRating | null {
  const isKnown = value > 0 && value <= best && Number.isSafeInteger(count) && count > 0;
  if (!isKnown || count > DETAIL_LIMITS.ratings) return null;
  return { value: Math.round((value / best) * 500) / 100, count };
}

/** Seconds: the stated total, or the sum of the known times. Null if nothing is known. */
export const totalTimeOf = ({ prepTime, cookTime, restTime, totalTime }: Times): number | null =>
  totalTime ?? ((prepTime ?? 0) + (cookTime ?? 0) + (restTime ?? 0) || null);

type Times = Partial<Record<'prepTime' | 'cookTime' | 'restTime' | 'totalTime', number | null>>;
