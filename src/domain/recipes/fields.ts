/** Lists the fields of a recipe that its files hold, so that each file can be compared with the recipe. */
import { type DetailName, totalTimeOf } from '../../db/recipe-details.ts';
import type { IngredientDraft, RecipeDraft, StepDraft } from '../../recipe-import/draft.ts';
import { type Recipe, type StepLink, toIngredientDraft } from '../items/eventable.ts';

interface RecipeField {
  /** In English, for comments in files. */
  label: string;
  /** A value that equals that of another recipe if both have the same in this field. */
  of: (draft: RecipeDraft) => unknown;
}

/** Who may see a recipe, and what belongs to the place where it lies, is not part of its files. */
type OwnField = Exclude<
  keyof RecipeDraft,
  'details' | 'forkedFromId' | 'ingredients' | 'mediaIds' | 'publication' | 'steps' | 'visibility'
>;

const own: Record<OwnField, string> = {
  name: 'name',
  description: 'description as it is formatted',
  serving: 'yield',
  servingType: 'unit of the yield',
  locale: 'language',
  tags: 'tags',
  sourceUrl: 'source',
  prepTime: 'preparation time',
  cookTime: 'cooking time',
};

const details: Record<DetailName, string> = {
  totalTime: 'total time',
  restTime: 'resting time',
  nutrition: 'nutrition',
  category: 'categories',
  cuisine: 'cuisines',
  diet: 'diets',
  equipment: 'equipment',
  difficulty: 'difficulty',
  credit: 'credit',
  statedRating: 'stated rating',
  videoUrl: 'video',
};

const ingredients: Record<keyof IngredientDraft, string> = {
  name: 'names of ingredients',
  quantity: 'amounts',
  quantityMax: 'ranges of amounts',
  unit: 'units',
  note: 'notes on ingredients',
  group: 'groups of ingredients',
  optional: 'optional ingredients',
  scalable: 'fixed amounts',
  originalText: 'ingredients as they were written',
};

const steps: Record<keyof StepDraft, string> = {
  name: 'names of steps',
  content: 'steps as they are formatted',
  duration: 'times of steps',
  ingredientPositions: 'ingredients of each step',
  links: 'recipes that steps link to',
};

const detailOf = (name: DetailName) => (draft: RecipeDraft) =>
  // The sum of the other times is no statement of its own.
  name === 'totalTime' ? totalTimeOf({ ...draft, ...draft.details }) : draft.details[name];

/** In one order, so that a moved ingredient counts once. */
const byName = (list: IngredientDraft[]) =>
  list.toSorted((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));

/** Values by the names of fields, such as `serving`, `details.diet` and `ingredients.unit`. */
export const recipeFields: Record<string, RecipeField> = {
  ...mapKeys(own, '', (name) => (draft) => draft[name]),
  ...mapKeys(details, 'details.', detailOf),
  ...mapKeys(ingredients, 'ingredients.', (name) => (draft) => byName(draft.ingredients).map((each) => each[name])),
  'ingredients.order': {
    label: 'order of ingredients',
    of: (draft) => draft.ingredients.map(({ name }) => name),
  },
  ...mapKeys(steps, 'steps.', (name) => (draft) => draft.steps.map((step) => stepValue(draft, step, name))),
};

function mapKeys<Name extends string>(
  labels: Record<Name, string>,
  prefix: string,
  of: (name: Name) => RecipeField['of'],
): Record<string, RecipeField> {
  const names = Object.keys(labels) as Name[];
  return Object.fromEntries(names.map((name) => [prefix + name, { label: labels[name], of: of(name) }]));
}

function stepValue(draft: RecipeDraft, step: StepDraft, name: keyof StepDraft): unknown {
  if (name === 'ingredientPositions')
    return step.ingredientPositions.map((at) => draft.ingredients[at]?.name).toSorted();
  if (name === 'links')
    return step.links.map(({ target, serving }) => ['iri' in target ? target.iri : target.id, serving]);
  return step[name];
}

/** Returns the names of the fields in which the two differ. */
export const differingFields = (one: RecipeDraft, other: RecipeDraft): string[] =>
  Object.keys(recipeFields).filter((name) => {
    const { of } = recipeFields[name]!;
    return JSON.stringify(sortKeys(of(one))) !== JSON.stringify(sortKeys(of(other)));
  });

/** Objects are equal whatever the order of their keys. */
const sortKeys = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** The recipe without what belongs to this server. Links to items that have no address are left out. */
export function draftOf(recipe: Recipe): RecipeDraft {
  const { name, content, serving, servingType, visibility, locale, tags, sourceUrl, prepTime, cookTime } = recipe;
  return {
    name,
    description: content,
    serving,
    servingType,
    visibility,
    locale: locale === 'und' ? null : locale,
    tags,
    sourceUrl,
    prepTime,
    cookTime,
    details: recipe.details,
    ingredients: recipe.ingredients.map(toIngredientDraft),
    steps: recipe.steps.map(({ name, content, duration, ingredientPositions, links }) => ({
      name,
      content,
      duration,
      ingredientPositions,
      links: addressedLinks(links).map(({ iri, serving }) => ({ target: { iri }, serving })),
    })),
  };
}

/** Returns null for an item without an address, such as a draft. */
export const addressOfLink = ({ iri, url }: StepLink): string | null => iri ?? url;

/** The links that another program can follow. */
export const addressedLinks = (links: StepLink[]): { iri: string; serving: number | null }[] =>
  links.flatMap((link) => {
    const iri = addressOfLink(link);
    return iri === null ? [] : [{ iri, serving: link.serving }];
  });
