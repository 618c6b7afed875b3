/** Reads recipes of Mealie: its JSON, which has schema.org names but structured ingredients, and its backups. */
import type { IngredientDraft } from '../draft.ts';
import type { ImportedRecipe } from '../import-result.ts';
import { isNode, type Node, toList } from '../json-ld.ts';
import { addNote, starsOf } from '../pictures-and-notes.ts';
import {
  fromMarkdown,
  nutritionNode,
  readLine,
  readNames,
  readNodes,
  toIngredient,
  withIngredients,
} from './recipe-fields.ts';

export function isMealie(node: Node): boolean {
  const mealieKeys = ['slug', 'orgURL', 'org_url', 'recipeServings', 'userId', 'groupId'];
  return ('recipeIngredient' in node || 'recipeInstructions' in node) && mealieKeys.some((key) => key in node);
}

export function readMealie(node: Node): ImportedRecipe | null {
  const lines = Array.isArray(node.recipeIngredient) ? node.recipeIngredient.slice(0, 1_000) : [];
  let group: string | null = null;
  const ingredients = lines.map((line) => {
    if (isNode(line)) group = readLine(line, 'title') || group;
    return readIngredient(line, group);
  });

  const steps = readNodes(node, 'recipeInstructions');
  const notes = readNodes(node, 'notes').map((each) => `${readLine(each, 'title')}\n${readLine(each, 'text')}`.trim());
  const read = withIngredients(
    {
      name: node.name,
      description: [node.description, ...notes].filter(Boolean).join('\n\n'),
      recipeYield: yieldOf(node),
      recipeInstructions: steps.map((step) => ({
        '@type': 'HowToStep',
        name: readLine(step, 'title', 'summary'),
        text: fromMarkdown(step.text),
      })),
      keywords: readNames(node, 'tags'),
      recipeCategory: readNames(node, 'recipeCategory'),
      tool: readNames(node, 'tools'),
      nutrition: isNode(node.nutrition) ? nutritionNode(node.nutrition) : undefined,
      prepTime: node.prepTime,
      cookTime: node.performTime ?? node.cookTime,
      totalTime: node.totalTime,
      isBasedOn: node.orgURL ?? node.org_url,
      inLanguage: node.inLanguage,
    },
    ingredients,
  );
  if (read && read.draft.steps.length === steps.length) linkSteps(read, steps, lines, ingredients);
  return addNote(read, starsOf(node.rating));
}

/** The number of servings, or else what the recipe makes. */
function yieldOf(node: Node): unknown {
  const servings = Number(node.recipeServings ?? node.recipeYieldQuantity) || null;
  if (servings !== null && Number(node.recipeServings) > 0) return servings;
  const made = Number(node.recipeYieldQuantity) || null;
  return made === null ? (servings ?? node.recipeYield) : `${made} ${readLine(node, 'recipeYield')}`.trim();
}

function readIngredient(line: unknown, group: string | null): IngredientDraft | null {
  const plain = { amount: '', unit: '', note: '', name: '', group };
  if (!isNode(line)) return toIngredient({ ...plain, original: String(line ?? '') });
  const note = readLine(line, 'note');
  const original = readLine(line, 'originalText', 'original_text');
  const food = readFood(line);
  // Without a food the note is the line, and the amount of 1 is only a default.
  if (food === '' && (line.disableAmount === true || line.isFood === false || readLine(line, 'unit') === ''))
    return toIngredient({ ...plain, original: original || note || readLine(line, 'display') });
  return toIngredient({
    amount: line.quantity ?? '',
    unit: readLine(line, 'unit'),
    name: food || note,
    note: food === '' ? '' : note,
    original: original || withNote(readLine(line, 'display'), note),
    group,
  });
}

/** Foods have a plural, which is written for more than one. */
function readFood(line: Node): string {
  const food = line.food;
  const isSeveral = Number(line.quantity) > 1 || readLine(line, 'unit') !== '';
  return isNode(food) && isSeveral ? readLine(food, 'pluralName', 'plural_name', 'name') : readLine(line, 'food');
}

/** The display text has the note without a comma. */
const withNote = (display: string, note: string): string =>
  note !== '' && display.endsWith(` ${note}`) ? `${display.slice(0, -note.length - 1)}, ${note}` : display;

/** Steps refer to ingredients by their ids. */
function linkSteps(
  read: ImportedRecipe,
  steps: Node[],
  lines: unknown[],
  ingredients: (IngredientDraft | null)[],
): void {
  const positions = new Map<unknown, number>();
  let position = 0;
  for (const [at, ingredient] of ingredients.entries()) {
    const line = lines[at];
    if (ingredient === null) continue;
    if (isNode(line) && typeof line.referenceId === 'string' && position < read.draft.ingredients.length)
      positions.set(line.referenceId, position);
    position += 1;
  }
  for (const [at, step] of steps.entries()) {
    const stated = readNodes(step, 'ingredientReferences').map((each) => positions.get(each.referenceId));
    read.draft.steps[at]!.ingredientPositions = [...new Set(stated.filter((each) => each !== undefined))];
  }
}

// Reads recipes from a Mealie backup: database tables as JSON, and pictures in one folder per recipe

export const backupName = /(?:^|\/)database\.json$/;
const picturePath = /(?:^|\/)recipes\/([0-9a-f-]{32,36})\/images\/original\.[a-z]{3,4}$/i;

/** UUIDs have hyphens or not, depending on the database. */
const idOf = (value: unknown): string => (typeof value === 'string' ? value.replaceAll('-', '').toLowerCase() : '');

export function isMealieBackup(json: unknown): json is Node {
  return (
    isNode(json) && ['recipes', 'recipes_ingredients', 'recipe_instructions'].every((name) => Array.isArray(json[name]))
  );
}

/** Returns the id of the recipe to which a picture belongs, or null for other files. */
export const recipeOfPicture = (path: string): string | null => idOf(picturePath.exec(path)?.[1]) || null;

interface BackedUpRecipe {
  id: string;
  name: unknown;
  /** Null for a row that is no recipe. */
  recipe: ImportedRecipe | null;
}

/** Yields the recipes in the order of the table. */
export function* readMealieBackup(tables: Node): Generator<BackedUpRecipe> {
  const rows = (name: string) => toList(tables[name]).filter(isNode);
  const named = (name: string) =>
    new Map(rows(name).map((row) => [idOf(row.id), { name: row.name, pluralName: row.plural_name }]));
  const parts = (name: string) =>
    Map.groupBy(rows(name).toSorted(byPosition), (row) => idOf(row.recipe_id ?? row.parent_id));
  const [units, foods] = [named('ingredient_units'), named('ingredient_foods')];
  const [ingredients, steps, notes] = [parts('recipes_ingredients'), parts('recipe_instructions'), parts('notes')];
  const [nutrition, references] = [
    parts('recipe_nutrition'),
    Map.groupBy(rows('recipe_ingredient_ref_link'), (row) => idOf(row.instruction_id)),
  ];
  const linked = (table: string, names: string, key: string) => {
    const known = named(names);
    const byRecipe = Map.groupBy(rows(table), (row) => idOf(row.recipe_id));
    return (id: string) => (byRecipe.get(id) ?? []).flatMap((row) => known.get(idOf(row[key])) ?? []);
  };
  const tagsOf = linked('recipes_to_tags', 'tags', 'tag_id');
  const categoriesOf = linked('recipes_to_categories', 'categories', 'category_id');
  const toolsOf = linked('recipes_to_tools', 'tools', 'tool_id');

  for (const row of rows('recipes')) {
    const id = idOf(row.id);
    const recipe = readMealie({
      slug: row.slug,
      name: row.name,
      description: row.description,
      orgURL: row.org_url,
      prepTime: row.prep_time,
      performTime: row.perform_time,
      cookTime: row.cook_time,
      totalTime: row.total_time,
      recipeYield: row.recipe_yield,
      recipeServings: row.recipe_servings || undefined,
      recipeYieldQuantity: row.recipe_yield_quantity || undefined,
      rating: row.rating,
      nutrition: nutrientsOf(nutrition.get(id)?.[0]),
      recipeIngredient: (ingredients.get(id) ?? []).map((each) => ({
        title: each.title,
        note: each.note,
        quantity: each.quantity,
        originalText: each.original_text,
        unit: units.get(idOf(each.unit_id)),
        food: foods.get(idOf(each.food_id)),
        referenceId: idOf(each.reference_id),
      })),
      recipeInstructions: (steps.get(id) ?? []).map((step) => ({
        ...step,
        ingredientReferences: (references.get(idOf(step.id)) ?? []).map((each) => ({
          referenceId: idOf(each.reference_id),
        })),
      })),
      notes: notes.get(id) ?? [],
      tags: tagsOf(id),
      recipeCategory: categoriesOf(id),
      tools: toolsOf(id),
    });
    yield { id, name: row.name, recipe };
  }
}

/** Columns are `fat_content` where JSON has `fatContent`. */
const nutrientsOf = (row: Node | undefined): Node | undefined =>
  row &&
  Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => name === 'calories' || name.endsWith('_content'))
      .map(([name, value]) => [name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), value]),
  );

const byPosition = (one: Node, other: Node) => (Number(one.position) || 0) - (Number(other.position) || 0);
