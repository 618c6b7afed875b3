/** Reads the files of other recipe managers. */
import { gunzipSync } from 'node:zlib';
import { t } from '../../lib/language/text.ts';
import { pictureTypeOf } from '../../lib/picture-type.ts';
import type { IngredientDraft } from '../draft.ts';
import { type Found, type ImportedRecipe, type ImportResult, understand } from '../import-result.ts';
import { parseIngredientLine } from '../ingredient-line.ts';
import { findProperty, findText, isNode, type Node, toList } from '../json-ld.ts';
import { archivedItem, exactKey } from '../potluck-item.ts';
import { fromNumber } from '../quantity.ts';
import { toPlainLine } from '../rich-text.ts';
import { readSchemaOrg } from '../schema-org.ts';
import { readRecipe } from '../schema-recipe.ts';
import { canonicalUnit } from '../units.ts';

// Reads fields of recipes exported by other programs, tolerating any value

/** Returns a property as one line of text, or ''. */
const readLine = (node: Node, ...names: string[]): string => toPlainLine(findText(findProperty(node, ...names)));

const readNodes = (node: Node, name: string): Node[] => toList(findProperty(node, name)).slice(0, 1_000).filter(isNode);

interface IngredientFields {
  amount: unknown;
  unit: string;
  name: string;
  note: string;
  group: string | null;
  original: string;
}

/** Converts separate fields to an ingredient, or parses the line if there is no name. Returns null if all are empty. */
function toIngredient({ amount, unit, name, note, group, original }: IngredientFields): IngredientDraft | null {
  const line = original || [amount || '', unit, name].filter(Boolean).join(' ');
  if (name === '') return line === '' && note === '' ? null : parseIngredientLine(line || note, group);

  const quantity = fromNumber(typeof amount === 'string' ? Number.parseFloat(amount) : Number(amount));
  const hasAmount = quantity !== null && quantity.numerator > 0;
  return {
    name: name.slice(0, 200),
    quantity: hasAmount ? quantity : null,
    quantityMax: null,
    unit: unit === '' ? null : (canonicalUnit(unit) ?? unit.slice(0, 50)),
    note: note.slice(0, 500) || null,
    group: group?.slice(0, 200) || null,
    optional: false,
    scalable: hasAmount,
    originalText: `${line}${note && !original ? `, ${note}` : ''}`.slice(0, 500) || null,
  };
}

/** Reads a schema.org node, but takes the ingredients that are parsed already. */
function withIngredients(node: Node, parsed: (IngredientDraft | null)[]): ImportedRecipe | null {
  const found = parsed.filter((each) => each !== null);
  const ingredients = found.slice(0, 200);
  const read = readRecipe({ ...node, recipeIngredient: ingredients.map(({ name }) => name) });
  if (!read) return null;

  const notUnderstood = read.notUnderstood.filter((sentence) => !sentence.startsWith('ingredient '));
  if (found.length > ingredients.length)
    notUnderstood.push(t('reading.too-many-ingredients', { count: found.length, limit: ingredients.length }));
  const draft = { ...read.draft, ingredients };
  return { ...read, draft, ...understand(draft), notUnderstood };
}

// Reads a recipe in Mealie's format: schema.org property names, but structured ingredients

function isMealie(node: Node): boolean {
  if ('@type' in node) return false;
  const mealieKeys = ['slug', 'orgURL', 'org_url', 'recipeServings', 'userId', 'groupId'];
  return ('recipeIngredient' in node || 'recipeInstructions' in node) && mealieKeys.some((key) => key in node);
}

function readMealie(node: Node): ImportedRecipe | null {
  const lines = Array.isArray(node.recipeIngredient) ? node.recipeIngredient.slice(0, 1_000) : [];
  let group: string | null = null;
  const ingredients = lines.map((line) => {
    if (!isNode(line)) return toIngredient({ ...plain, name: '', original: String(line ?? ''), group });
    group = readLine(line, 'title') || group;
    return toIngredient({
      amount: line.quantity ?? '',
      unit: readLine(line, 'unit'),
      name: readLine(line, 'food'),
      note: readLine(line, 'note'),
      original: readLine(line, 'originalText', 'original_text'),
      group,
    });
  });

  const servings = Number(node.recipeServings ?? node.recipeYieldQuantity) || null;
  const notes = readNodes(node, 'notes').map((each) => `${readLine(each, 'title')}\n${readLine(each, 'text')}`.trim());
  return withIngredients(
    {
      name: node.name,
      description: [node.description, ...notes].filter(Boolean).join('\n\n'),
      recipeYield: servings ?? node.recipeYield,
      recipeInstructions: readNodes(node, 'recipeInstructions').map((step) => ({
        '@type': 'HowToStep',
        name: readLine(step, 'title', 'summary'),
        text: step.text,
      })),
      keywords: names(node, 'tags'),
      recipeCategory: names(node, 'recipeCategory'),
      prepTime: node.prepTime,
      cookTime: node.performTime ?? node.cookTime,
      totalTime: node.totalTime,
      isBasedOn: node.orgURL ?? node.org_url,
      inLanguage: node.inLanguage,
    },
    ingredients,
  );
}

const plain = { amount: '', unit: '', note: '' };
const names = (node: Node, key: string) => readNodes(node, key).map((each) => readLine(each, 'name'));

// Reads a recipe in Paprika's format: gzipped JSON with lists as text

const maxUnpackedBytes = 32 * 2 ** 20;

export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

function isPaprika(node: Node): boolean {
  return !('@type' in node) && typeof node.ingredients === 'string' && 'directions' in node;
}

/** Returns null if the bytes are damaged or too large when unpacked. */
export function gunzip(bytes: Uint8Array): Uint8Array | null {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxUnpackedBytes });
  } catch {
    return null;
  }
}

/** Returns null if the text is no recipe of Paprika. */
export function parsePaprika(text: string): Node | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return isNode(parsed) && !('@type' in parsed) && !('@graph' in parsed) ? parsed : null;
  } catch {
    return null;
  }
}

export function readPaprika(node: Node): ImportedRecipe | null {
  const parts = [node.description, node.notes].filter((part) => typeof part === 'string' && part.trim() !== '');
  return readRecipe({
    name: node.name,
    description: parts.join('\n\n'),
    recipeYield: node.servings,
    recipeIngredient: node.ingredients,
    recipeInstructions: node.directions,
    prepTime: node.prep_time,
    cookTime: node.cook_time,
    totalTime: node.total_time,
    difficulty: node.difficulty,
    recipeCategory: Array.isArray(node.categories) ? node.categories.map((each) => toPlainLine(each)) : undefined,
    isBasedOn: node.source_url,
  });
}

/** Returns null without a picture of a supported type. */
export function readPicture(node: Node): Uint8Array | null {
  if (typeof node.photo_data !== 'string') return null;
  const bytes = Buffer.from(node.photo_data, 'base64');
  return pictureTypeOf(bytes) === null ? null : bytes;
}

// Reads a single recipe from a Potluck export, exactly but without links to other items

const isPotluck = (node: Node): boolean => exactKey in node && node['@type'] === 'Recipe';

/** Falls back to schema.org if the exact item is invalid. */
function readPotluck(node: Node): ImportedRecipe | null {
  const item = archivedItem.safeParse(node[exactKey]).data;
  if (item?.type !== 'recipe') return readRecipe(node);

  const { name, content, serving, servingType, visibility, locale, ingredients, tags, sourceUrl } = item;
  const linked = item.steps.filter(({ links }) => links.length > 0).length;
  const steps = item.steps.map((step) => ({ ...step, links: [] }));
  return {
    draft: {
      name,
      description: content,
      serving,
      servingType,
      visibility,
      ingredients,
      steps,
      tags,
      sourceUrl,
      locale: locale === 'und' ? null : locale,
      prepTime: item.prepTime,
      cookTime: item.cookTime,
      details: item.details,
      publication: item.publication,
    },
    ...understand({ ingredients, steps }),
    notUnderstood: linked > 0 ? ['links to other items were left out: import the whole export to keep them.'] : [],
  };
}

// Reads a recipe in Tandoor's format, in which ingredients belong to steps

function isTandoor(node: Node): boolean {
  return (
    !('@type' in node) && Array.isArray(node.steps) && node.steps.some((step) => isNode(step) && 'instruction' in step)
  );
}

function readTandoor(node: Node): ImportedRecipe | null {
  const steps = readNodes(node, 'steps');
  let group: string | null = null;
  const perStep = steps.map((step) => {
    const title = readLine(step, 'name');
    if (title) group = title;
    return readNodes(step, 'ingredients').flatMap((each) => {
      const note = readLine(each, 'note');
      if (each.is_header === true) {
        group = note || group;
        return [];
      }
      const amount = each.no_amount === true ? '' : each.amount;
      const original = readLine(each, 'original_text');
      return (
        toIngredient({
          amount,
          unit: readLine(each, 'unit'),
          name: readLine(each, 'food'),
          note,
          original,
          group,
        }) ?? []
      );
    });
  });

  const read = withIngredients(
    {
      name: node.name,
      description: node.description,
      recipeYield: [node.servings, readLine(node, 'servings_text')].filter(Boolean).join(' ') || undefined,
      recipeInstructions: steps.map((step, at) => ({
        '@type': 'HowToStep',
        name: readLine(step, 'name'),
        text: lineOrText(step.instruction),
        timeRequired: minutes(step.time),
        position: at,
      })),
      keywords: readNodes(node, 'keywords').map((each) => readLine(each, 'name', 'label')),
      prepTime: minutes(node.working_time),
      cookTime: minutes(node.waiting_time),
      isBasedOn: node.source_url,
    },
    perStep.flat(),
  );
  if (read && perStep.flat().length <= 200 && read.draft.steps.length === steps.length) linkSteps(read, perStep);
  return read;
}

function linkSteps(read: ImportedRecipe, perStep: unknown[][]): void {
  let from = 0;
  read.draft.steps.forEach((step, at) => {
    step.ingredientPositions = perStep[at]!.map((_, position) => from + position);
    from += perStep[at]!.length;
  });
}

/** Removes template placeholders, which refer to ingredients by number. */
const lineOrText = (value: unknown) =>
  typeof value === 'string' ? value.replace(/\{\{[^{}]{0,100}\}\}/g, '').trim() : '';

const minutes = (value: unknown) => (typeof value === 'number' && value > 0 ? `PT${Math.round(value)}M` : undefined);

// Reads recipes from JSON in the format of Potluck, Mealie, Tandoor, Paprika or schema.org

const shapes: [name: string, is: (node: Node) => boolean, read: (node: Node) => ImportedRecipe | null][] = [
  ['Potluck', isPotluck, readPotluck],
  ['Tandoor', isTandoor, readTandoor],
  ['Mealie', isMealie, readMealie],
  ['Paprika', isPaprika, readPaprika],
];

/** The entries of a list that are recipes of one format. */
interface RecipeList {
  format: string;
  entries: Node[];
  read: (node: Node) => ImportedRecipe | null;
  /** The number of other entries. */
  others: number;
}

/** Finds a list of recipes, including lists wrapped as in API responses. Returns null for schema.org and other JSON. */
function findList(json: unknown): RecipeList | null {
  const wrapped = isNode(json) ? (json.items ?? json.results ?? json.recipes ?? json) : json;
  const nodes = toList(Array.isArray(wrapped) ? wrapped : json).filter(isNode);
  for (const [format, is, read] of shapes) {
    const entries = nodes.filter(is);
    if (entries.length > 0) return { format, entries, read, others: nodes.length - entries.length };
  }
  return null;
}

/** Reads one recipe of a list after the other. */
export function* readJson(json: unknown): Generator<Found> {
  const list = findList(json);
  if (!list) return yield* foundIn({ format: 'schema.org', ...readSchemaOrg(json) });

  const { format, entries, read, others } = list;
  yield { type: 'format', format };
  for (const [at, node] of entries.entries()) {
    const name = toPlainLine(node.name).slice(0, 100);
    yield { type: 'entry', at, name };
    const recipe = read(node);
    if (recipe) yield { type: 'recipe', recipe };
    else yield { type: 'failed', name, reason: t('reading.recipe-without-content') };
  }
  if (others > 0) yield { type: 'problem', problem: t('reading.other-entries', { count: others }) };
}

export function* foundIn({ format, recipes, problems }: ImportResult & { format: string }): Generator<Found> {
  yield { type: 'format', format };
  for (const recipe of recipes) yield { type: 'recipe', recipe };
  for (const problem of problems) yield { type: 'problem', problem };
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
  const named = (name: string) => new Map(rows(name).map((row) => [idOf(row.id), { name: row.name }]));
  const parts = (name: string) =>
    Map.groupBy(rows(name).toSorted(byPosition), (row) => idOf(row.recipe_id ?? row.parent_id));
  const [units, foods] = [named('ingredient_units'), named('ingredient_foods')];
  const [ingredients, steps, notes] = [parts('recipes_ingredients'), parts('recipe_instructions'), parts('notes')];
  const linked = (table: string, names: string, key: string) => {
    const known = named(names);
    const byRecipe = Map.groupBy(rows(table), (row) => idOf(row.recipe_id));
    return (id: string) => (byRecipe.get(id) ?? []).flatMap((row) => known.get(idOf(row[key])) ?? []);
  };
  const tagsOf = linked('recipes_to_tags', 'tags', 'tag_id');
  const categoriesOf = linked('recipes_to_categories', 'categories', 'category_id');

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
      recipeServings: row.recipe_servings || row.recipe_yield_quantity || undefined,
      recipeIngredient: (ingredients.get(id) ?? []).map((each) => ({
        title: each.title,
        note: each.note,
        quantity: each.quantity,
        originalText: each.original_text,
        unit: units.get(idOf(each.unit_id)),
        food: foods.get(idOf(each.food_id)),
      })),
      recipeInstructions: steps.get(id) ?? [],
      notes: notes.get(id) ?? [],
      tags: tagsOf(id),
      recipeCategory: categoriesOf(id),
    });
    yield { id, name: row.name, recipe };
  }
}

const byPosition = (one: Node, other: Node) => (Number(one.position) || 0) - (Number(other.position) || 0);
