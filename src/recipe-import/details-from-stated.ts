/** Converts what a source states about a recipe to its details, within their limits. */
import {
  creditOf,
  DETAIL_LIMITS,
  type Difficulty,
  knownDiets,
  mapDetails,
  type Nutrition,
  nutrients,
  type RecipeDetails,
  type RestrictedDiet,
  restrictedDiets,
} from '../db/recipe-details.ts';
import { lazy } from '../lib/lazy.ts';
import { quote, type StatedDetails } from './import-result.ts';
import { anyOfEach } from './words.ts';

interface DetailsReading {
  details: RecipeDetails;
  /** One sentence per problem. */
  notUnderstood: string[];
}

export function detailsFromStated(stated: StatedDetails): DetailsReading {
  const diets = stated.diets.map((text) => ({ text, diet: readDiet(text) }));
  const unknown = diets.filter(({ diet }) => diet === null).map(({ text }) => quote(text));
  return {
    details: mapDetails({
      seconds: (_, name) => stated[name],
      texts: ({ max }, name) => stated[name].filter((text) => [...text].length <= DETAIL_LIMITS.entry).slice(0, max),
      diets: () => knownDiets(diets.map(({ diet }) => diet)),
      difficulty: () => (stated.difficulty === null ? null : readDifficulty(stated.difficulty)),
      nutrition: () => readNutrition(stated.nutrition),
      credit: () => readCredit(stated),
      rating: (_, name) => stated[name],
      url: (_, name) => stated[name],
    }),
    notUnderstood: unknown.length > 0 ? [`diet ${unknown.join(', ')}: not one that schema.org lists.`] : [],
  };
}

function readNutrition(stated: StatedDetails['nutrition']): Nutrition {
  const byName = new Map(Object.entries(stated).map(([name, text]) => [keyOf(name), text]));
  const found = nutrients.map((name) => [name, byName.get(keyOf(name))] as const);
  return Object.fromEntries(found.filter(([, text]) => text !== undefined));
}

/** Sites write `calories`, `schema:calories` and `fat`. */
const keyOf = (name: string): string =>
  name
    .replace(/^.*[:/#]/, '')
    .replace(/Content$/i, '')
    .toLowerCase();

const dietWords = new Map<string, RestrictedDiet>([
  ...restrictedDiets.map((diet) => [diet.toLowerCase().replace(/diet$/, ''), diet] as const),
  ['lowsodium', 'LowSaltDiet'],
  ['lactosefree', 'LowLactoseDiet'],
]);

const readDiet = (text: string): RestrictedDiet | null =>
  dietWords.get(
    text
      .replace(/^.*[:/#]/, '')
      .replaceAll(/[^\p{L}]/gu, '')
      .toLowerCase()
      .replace(/diet$/, ''),
  ) ?? null;

const difficultyPatterns = lazy(() =>
  anyOfEach('difficulty').map(([level, words]) => [level as Difficulty, new RegExp(`^(?:${words})`, 'iu')] as const),
);

export const readDifficulty = (text: string): Difficulty | null =>
  difficultyPatterns().find(([, words]) => words.test(text.trim()))?.[0] ?? null;

/** Sites are often their own author. */
function readCredit({ authors, publisher }: StatedDetails): RecipeDetails['credit'] {
  const names = [...new Set(authors.map(({ name }) => name))].join(', ');
  const name = [...names].slice(0, DETAIL_LIMITS.party).join('').trim();
  const site = publisher?.name ?? null;
  const isSame = site !== null && site.toLowerCase() === name.toLowerCase();
  return creditOf(name || null, authors[0]?.url ?? null, isSame ? null : site);
}
