/** Converts the details of a recipe to and from schema.org terms, and our own terms where schema.org has none. */
import { toDuration } from '../../lib/duration.ts';
import {
  creditOf,
  DETAIL_LIMITS,
  difficulties,
  knownDiets,
  nutrients,
  type RecipeDetails,
} from '../../recipe-import/details.ts';
import { parseDuration } from '../../recipe-import/duration.ts';
import { firstOf, iriOf, type JsonObject, listOf, member, stringOf } from '../json-ld/json.ts';
import { shortName } from '../json-ld/terms.ts';

const schema = 'http://schema.org/';

export function toDetails(details: RecipeDetails): JsonObject {
  const { totalTime, restTime, nutrition, category, cuisine, diet, equipment } = details;
  const { difficulty, credit, videoUrl } = details;
  const facts = Object.entries(nutrition);
  return {
    ...(totalTime !== null && { totalTime: toDuration(totalTime) }),
    ...(restTime !== null && { restTime: toDuration(restTime) }),
    ...(facts.length > 0 && {
      nutrition: {
        type: 'schema:NutritionInformation',
        ...Object.fromEntries(facts.map(([name, text]) => [`schema:${name}`, text])),
      },
    }),
    ...(category.length > 0 && { recipeCategory: category }),
    ...(cuisine.length > 0 && { recipeCuisine: cuisine }),
    ...(diet.length > 0 && { suitableForDiet: diet.map((name) => `${schema}${name}`) }),
    ...(equipment.length > 0 && { tool: equipment }),
    ...(difficulty !== null && { difficulty }),
    ...(credit !== null && {
      credit: {
        ...(credit.name !== null && { name: credit.name }),
        ...(credit.url !== null && { url: credit.url }),
        ...(credit.site !== null && { site: credit.site }),
      },
    }),
    ...(videoUrl !== null && { video: videoUrl }),
  };
}

/** Never throws. Texts are cut, and lists are shortened, to the limits of local recipes. */
export function readDetails(json: JsonObject): RecipeDetails {
  const difficulty = stringOf(member(json, 'difficulty'), 20);
  return {
    totalTime: secondsOf(member(json, 'totalTime')),
    restTime: secondsOf(member(json, 'restTime')),
    nutrition: readNutrition(firstOf(member(json, 'nutrition'))),
    category: textsOf(member(json, 'recipeCategory'), DETAIL_LIMITS.category),
    cuisine: textsOf(member(json, 'recipeCuisine'), DETAIL_LIMITS.cuisine),
    diet: knownDiets(listOf(member(json, 'suitableForDiet')).map(dietName)),
    equipment: textsOf(member(json, 'tool'), DETAIL_LIMITS.equipment),
    difficulty: difficulties.find((level) => level === difficulty) ?? null,
    credit: readCredit(firstOf(member(json, 'credit'))),
    videoUrl: readVideo(firstOf(member(json, 'video'))),
  };
}

const secondsOf = (value: unknown) => parseDuration(stringOf(value, 100));

/** An entry is a text or an object with a name. */
const textOf = (value: unknown, max: number) =>
  (stringOf(value, max) ?? stringOf(member(value, 'name'), max) ?? '').trim();

function textsOf(value: unknown, max: number): string[] {
  const texts = listOf(value).map((entry) => textOf(entry, DETAIL_LIMITS.entry));
  return [...new Set(texts.filter(Boolean))].slice(0, max);
}

const dietName = (value: unknown) => shortName(stringOf(value, 100) ?? iriOf(value) ?? '');

function readNutrition(value: unknown): RecipeDetails['nutrition'] {
  const found = nutrients.map((name) => [name, textOf(member(value, name), DETAIL_LIMITS.nutrient)]);
  return Object.fromEntries(found.filter(([, text]) => text !== ''));
}

function readCredit(value: unknown): RecipeDetails['credit'] {
  const text = (term: string) => textOf(member(value, term), DETAIL_LIMITS.party);
  return creditOf(text('name'), iriOf(member(value, 'url')), text('site'));
}

/** Other servers send a schema.org VideoObject. */
const readVideo = (value: unknown) =>
  iriOf(member(value, 'contentUrl')) ??
  iriOf(member(value, 'embedUrl')) ??
  iriOf(member(value, 'url')) ??
  iriOf(value);
