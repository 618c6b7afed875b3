/** Reads JSON of apps that write each ingredient as an object: Tandoor, Crouton, WP Recipe Maker and others. */
import type { IngredientDraft } from '../draft.ts';
import type { ImportedRecipe } from '../import-result.ts';
import { isNode, type Node, toList } from '../json-ld.ts';
import { readNutritionText } from '../nutrition-text.ts';
import { addNote, addPictures, starsOf } from '../pictures-and-notes.ts';
import { toPlainLine } from '../rich-text.ts';
import { type FoundInFile, unreadEntry } from './found.ts';
import {
  creditTo,
  fromColumns,
  fromMarkdown,
  minutes,
  nutritionNode,
  paragraphs,
  readInGroups,
  readLine,
  readNames,
  readNodes,
  toIngredient,
  withIngredients,
} from './recipe-fields.ts';

// Tandoor, in which ingredients belong to steps

export const isTandoor = (node: Node): boolean =>
  Array.isArray(node.steps) && node.steps.some((step) => isNode(step) && 'instruction' in step);

export function readTandoor(node: Node): ImportedRecipe | null {
  const steps = readNodes(node, 'steps');
  let group: string | null = null;
  const perStep = steps.map((step) => {
    const title = readLine(step, 'name');
    if (title) group = title;
    return readNodes(step, 'ingredients').map((each) => {
      if (each.is_header === true) {
        group = readLine(each, 'note') || group;
        return null;
      }
      return ingredientOfTandoor(each, group);
    });
  });
  const taken = perStep.map((each) => each.filter((ingredient) => ingredient !== null));

  const read = withIngredients(
    {
      name: node.name,
      description: node.description,
      recipeYield: [node.servings, readLine(node, 'servings_text')].filter(Boolean).join(' ') || undefined,
      recipeInstructions: steps.map((step, at) => ({
        '@type': 'HowToStep',
        name: readLine(step, 'name'),
        text: instructionOf(step, perStep[at]!),
        timeRequired: minutes(step.time),
      })),
      keywords: readNames(node, 'keywords'),
      nutrition: nutritionOfTandoor(node),
      prepTime: minutes(node.working_time),
      cookTime: minutes(node.waiting_time),
      isBasedOn: node.source_url,
    },
    taken.flat(),
  );
  if (read && taken.flat().length <= 200 && read.draft.steps.length === steps.length) linkSteps(read, taken);
  return read;
}

const ingredientOfTandoor = (each: Node, group: string | null): IngredientDraft | null =>
  toIngredient({
    amount: each.no_amount === true ? '' : each.amount,
    unit: readLine(each, 'unit'),
    name: readLine(each, 'food'),
    note: readLine(each, 'note'),
    original: readLine(each, 'original_text'),
    group,
  });

const TEMPLATE = /\{\{([^{}]{0,100})\}\}/g;

/** Puts the ingredients and numbers to which a template refers in its place. */
function instructionOf(step: Node, ingredients: (IngredientDraft | null)[]): unknown {
  if (typeof step.instruction !== 'string') return '';
  const text = step.instruction.slice(0, 50_000).replace(TEMPLATE, (_, expression: string) => {
    const at = /^\s*ingredients\[(\d{1,3})\]/.exec(expression)?.[1];
    if (at !== undefined) return ingredients[Number(at)]?.originalText ?? '';
    return /^\s*scale\((\d{1,6}(?:\.\d{1,3})?)\)/.exec(expression)?.[1] ?? '';
  });
  return fromMarkdown(text.replace(/ {2,}/g, ' ').trim());
}

function nutritionOfTandoor(node: Node): Node | undefined {
  const stated = node.nutrition;
  const properties = readNodes(node, 'properties').map(lineOfProperty).join('\n');
  if (!isNode(stated)) return properties === '' ? undefined : { ...readNutritionText(properties) };
  return nutritionNode({
    calories: stated.calories,
    fatContent: stated.fats,
    carbohydrateContent: stated.carbohydrates,
    proteinContent: stated.proteins,
  });
}

/** Newer versions state them as properties with a name and a unit of their own. */
function lineOfProperty(property: Node): string {
  const type = isNode(property.property_type) ? property.property_type : {};
  return `${readLine(type, 'name')}: ${readLine(property, 'property_amount')} ${readLine(type, 'unit')}`;
}

function linkSteps(read: ImportedRecipe, perStep: IngredientDraft[][]): void {
  let from = 0;
  for (const [at, step] of read.draft.steps.entries()) {
    step.ingredientPositions = perStep[at]!.map((_, position) => from + position);
    from += perStep[at]!.length;
  }
}

// Crouton

/** Names of units that are not those of a recipe in lower case. */
const CROUTON_UNITS: Record<string, string> = {
  GRAMS: 'g',
  KGS: 'kg',
  KILOGRAMS: 'kg',
  MILLS: 'ml',
  MILLILITERS: 'ml',
  MILLILITRES: 'ml',
  LITERS: 'l',
  LITRES: 'l',
  FLUID_OUNCE: 'fl oz',
  FL_OZ: 'fl oz',
  ITEM: '',
  ITEMS: '',
  RECIPE: '',
  NONE: '',
};

export function isCrouton(node: Node): boolean {
  const [first] = readNodes(node, 'ingredients');
  const isStep = (each: Node) => 'step' in each && ('isSection' in each || 'order' in each);
  const isIngredient = first !== undefined && isNode(first.ingredient) && 'name' in first.ingredient;
  return 'name' in node && (isIngredient || readNodes(node, 'steps').some(isStep));
}

export function readCrouton(node: Node): ImportedRecipe | null {
  const quantityOf = (each: Node) => (isNode(each.quantity) ? each.quantity : {});
  const ingredients = readInGroups(
    inOrder(readNodes(node, 'ingredients')),
    (each) => (quantityOf(each).quantityType === 'SECTION' ? readLine(each, 'ingredient') : null),
    (each, group) => {
      const quantity = quantityOf(each);
      const name = readLine(each, 'ingredient');
      return fromColumns({ amount: amountOfCrouton(quantity), unit: unitOf(quantity), name, group });
    },
  );
  const steps = inOrder(readNodes(node, 'steps'));
  const web = readLine(node, 'webLink');

  const recipe = withIngredients(
    {
      name: node.name,
      recipeYield: node.serves,
      recipeInstructions: steps.map((each) => (each.isSection === true ? `## ${readLine(each, 'step')}` : each.step)),
      nutrition: node.neutritionalInfo ?? node.nutritionalInfo,
      prepTime: minutes(node.duration),
      cookTime: minutes(node.cookingDuration),
      keywords: readNames(node, 'tags'),
      isBasedOn: web,
      ...creditTo(readLine(node, 'sourceName'), web),
    },
    ingredients,
  );
  addPictures(recipe, ...toList(node.images).slice(0, 20), node.sourceImage);
  return addNote(recipe, starsOf(node.rating), node.notes);
}

const inOrder = (nodes: Node[]): Node[] =>
  nodes.toSorted((one, other) => (Number(one.order) || 0) - (Number(other.order) || 0));

function amountOfCrouton({ amount, secondaryAmount }: Node): string {
  const stated = [amount, secondaryAmount].filter((each) => typeof each === 'number' && each > 0);
  return stated.map((each) => String(Math.round((each as number) * 10_000) / 10_000)).join('-');
}

function unitOf({ quantityType }: Node): string {
  if (typeof quantityType !== 'string') return '';
  return CROUTON_UNITS[quantityType] ?? quantityType.slice(0, 50).toLowerCase().replaceAll('_', ' ');
}

// WP Recipe Maker, for bloggers who move

const MARKS = ['summary', 'servings_unit', 'author_name', 'author_display', 'custom_time', 'tags', 'image_url'];

export const isWpRecipeMaker = (node: Node): boolean =>
  ['ingredients', 'instructions'].every((key) => Array.isArray(node[key]) || Array.isArray(node[`${key}_flat`])) &&
  ('ingredients_flat' in node || MARKS.filter((key) => key in node).length >= 2);

/** Converts sections with a title to schema.org. Those without one give their steps alone. */
const sectionOf = (name: string, steps: unknown[]): unknown[] =>
  name === '' ? steps : [{ '@type': 'HowToSection', name, itemListElement: steps }];

export function readWpRecipeMaker(node: Node): ImportedRecipe | null {
  const tags = isNode(node.tags) ? node.tags : {};
  return withIngredients(
    {
      name: node.name,
      description: paragraphs(node.summary, node.notes),
      recipeYield: [readLine(node, 'servings'), readLine(node, 'servings_unit')].filter(Boolean).join(' ') || undefined,
      recipeInstructions: groupsOf(node, 'instructions').flatMap(({ name, members }) =>
        sectionOf(
          name,
          members.map((step) => ({ '@type': 'HowToStep', name: readLine(step, 'name'), text: step.text })),
        ),
      ),
      prepTime: minutes(node.prep_time),
      cookTime: minutes(node.cook_time),
      totalTime: minutes(node.total_time),
      restingTime: minutes(node.custom_time),
      recipeCategory: readNames(tags, 'course'),
      recipeCuisine: readNames(tags, 'cuisine'),
      suitableForDiet: readNames(tags, 'suitablefordiet'),
      keywords: readNames(tags, 'keyword'),
      difficulty: readNames(tags, 'difficulty'),
      tool: readNames(node, 'equipment'),
      author: readLine(node, 'author_name', 'author') || undefined,
      image: node.image_url,
      video: node.video_url,
      inLanguage: node.language,
      isBasedOn: node.permalink ?? node.parent_url ?? node.link,
      nutrition: nutritionOfWpRecipeMaker(node),
    },
    groupsOf(node, 'ingredients').flatMap(({ name: group, members }) =>
      members.map((each) =>
        fromColumns({
          amount: readLine(each, 'amount'),
          unit: readLine(each, 'unit'),
          name: readLine(each, 'name'),
          note: readLine(each, 'notes', 'note'),
          group: group || null,
        }),
      ),
    ),
  );
}

interface Group {
  name: string;
  members: Node[];
}

/** Older exports have no groups, and others a flat list in which groups are entries. */
function groupsOf(node: Node, key: 'ingredients' | 'instructions'): Group[] {
  const entries = readNodes(node, key);
  if (entries.length === 0) return flatGroupsOf(readNodes(node, `${key}_flat`));
  return entries.some((each) => Array.isArray(each[key]))
    ? entries.map((each) => ({ name: toPlainLine(each.name).replace(/:$/, ''), members: readNodes(each, key) }))
    : [{ name: '', members: entries }];
}

function flatGroupsOf(entries: Node[]): Group[] {
  const groups: Group[] = [{ name: '', members: [] }];
  for (const each of entries) {
    if (each.type === 'group') groups.push({ name: toPlainLine(each.name).replace(/:$/, ''), members: [] });
    else groups.at(-1)!.members.push(each);
  }
  return groups;
}

function nutritionOfWpRecipeMaker(node: Node): Node | undefined {
  const stated = node.nutrition;
  if (!isNode(stated)) return undefined;
  const size = [readLine(stated, 'serving_size'), readLine(stated, 'serving_unit')].filter(Boolean).join(' ');
  return nutritionNode({
    servingSize: size,
    calories: stated.calories,
    fatContent: stated.fat,
    saturatedFatContent: stated.saturated_fat,
    transFatContent: stated.trans_fat,
    cholesterolContent: stated.cholesterol,
    carbohydrateContent: stated.carbohydrates,
    sugarContent: stated.sugar,
    fiberContent: stated.fiber,
    proteinContent: stated.protein,
    sodiumContent: stated.sodium,
  });
}

// KitchenOwl: ingredients are items with their amount as a description

export function isKitchenOwl(node: Node): boolean {
  return (
    'name' in node &&
    typeof node.description === 'string' &&
    readNodes(node, 'items').some((item) => 'name' in item && 'description' in item)
  );
}

export function readKitchenOwl(node: Node): ImportedRecipe | null {
  const source = readLine(node, 'source');
  const isAddress = /^https?:\/\//i.test(source);
  return withIngredients(
    {
      name: node.name,
      recipeYield: node.yields || undefined,
      recipeInstructions: fromMarkdown(node.description),
      prepTime: minutes(node.prep_time),
      cookTime: minutes(node.cook_time),
      totalTime: minutes(node.time),
      keywords: toList(node.tags).slice(0, 100),
      image: node.photo ?? undefined,
      isBasedOn: isAddress ? source : undefined,
      author: isAddress ? undefined : source,
    },
    readNodes(node, 'items').map((item) => {
      const amount = readLine(item, 'description');
      const line = /^[\d½¼¾⅓⅔⅛]/.test(amount) ? { amount } : { note: amount };
      return fromColumns({ ...line, name: readLine(item, 'name'), optional: item.optional === true });
    }),
  );
}

// OpenEats: a dump of its tables as one list of rows

interface Row {
  id: string;
  fields: Node;
}

export const isOpenEats = (json: unknown): json is unknown[] =>
  Array.isArray(json) && json.slice(0, 50_000).some((each) => isNode(each) && each.model === 'recipe.recipe');

/** Yields the recipes in the order of the dump. */
export function* findInOpenEats(dump: unknown[]): Generator<FoundInFile> {
  yield { type: 'format', format: 'OpenEats' };
  const byModel = Map.groupBy(dump.flatMap(rowOf), ({ model }) => model);
  const rows = (model: string): Row[] => byModel.get(model) ?? [];
  const titles = (model: string) => new Map(rows(model).map(({ id, fields }) => [id, readLine(fields, 'title')]));
  const [cuisines, courses, tags] = ['recipe_groups.cuisine', 'recipe_groups.course', 'recipe_groups.tag'].map(titles);
  const groups = Map.groupBy(rows('ingredient.ingredientgroup'), ({ fields }) => String(fields.recipe));
  const ingredients = Map.groupBy(rows('ingredient.ingredient'), ({ fields }) => String(fields.ingredient_group));
  const titleOf = (known: Map<string, string> | undefined, value: unknown): string =>
    known?.get(String(value)) ?? (typeof value === 'string' ? value : '');

  const read = ({ id, fields }: Row): ImportedRecipe | null => {
    const lines = (groups.get(id) ?? []).flatMap((group) =>
      (ingredients.get(group.id) ?? []).map((each) =>
        fromColumns({
          amount: amountOfOpenEats(each.fields),
          unit: readLine(each.fields, 'measurement'),
          name: readLine(each.fields, 'title'),
          group: readLine(group.fields, 'title') || null,
        }),
      ),
    );
    return withIngredients(
      {
        name: fields.title,
        description: fields.info,
        recipeYield: fields.servings,
        recipeInstructions: fields.directions,
        prepTime: minutes(fields.prep_time),
        cookTime: minutes(fields.cook_time),
        recipeCuisine: titleOf(cuisines, fields.cuisine),
        recipeCategory: titleOf(courses, fields.course),
        keywords: (Array.isArray(fields.tags) ? fields.tags.slice(0, 100) : []).map((tag) => titleOf(tags, tag)),
        isBasedOn: fields.source,
        image: fields.photo,
      },
      lines,
    );
  };
  for (const row of rows('recipe.recipe')) yield unreadEntry(row.fields.title, () => read(row));
}

const rowOf = (row: unknown): (Row & { model: string })[] =>
  isNode(row) && typeof row.model === 'string' && isNode(row.fields)
    ? [{ model: row.model, id: String(row.pk), fields: row.fields }]
    : [];

function amountOfOpenEats({ numerator, denominator }: Node): string {
  const [top, bottom] = [Number(numerator) || 0, Number(denominator) || 1];
  if (top <= 0 || bottom <= 0) return '';
  const whole = Math.floor(top / bottom);
  const rest = top - whole * bottom;
  return [whole > 0 ? String(whole) : '', rest > 0 ? `${rest}/${bottom}` : ''].filter(Boolean).join(' ');
}
