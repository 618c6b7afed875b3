/** Reads recipes from JSON in the format of an app, or in schema.org. */
import { t } from '../../lib/language/text.ts';
import type { ImportedRecipe } from '../import-result.ts';
import { isNode, type Node, toList } from '../json-ld.ts';
import { addNote, addPictures, starsOf } from '../pictures-and-notes.ts';
import { readRecipe, readSchemaOrg } from '../schema-org.ts';
import { isCrouton, readCrouton } from './crouton.ts';
import { type FoundInFile, foundIn, unreadEntry } from './found.ts';
import { isMealie, readMealie } from './mealie.ts';
import { isNamedJson, readNamedJson } from './named-json.ts';
import { isOpenEats, recipesInDump } from './open-eats.ts';
import { isPaprika, readPaprika } from './paprika.ts';
import { isPotluck, readPotluck } from './potluck.ts';
import {
  fromColumns,
  fromMarkdown,
  minutes,
  readLine,
  readNames,
  readNodes,
  withIngredients,
} from './recipe-fields.ts';
import { isTandoor, readTandoor } from './tandoor.ts';
import { isWpRecipeMaker, readWpRecipeMaker } from './wp-recipe-maker.ts';

/** The first that fits counts. */
const shapes: [name: string, is: (node: Node) => boolean, read: (node: Node) => ImportedRecipe | null][] = [
  ['Potluck', isPotluck, readPotluck],
  ['Tandoor', isTandoor, readTandoor],
  ['Mealie', isMealie, readMealie],
  ['Crouton', isCrouton, readCrouton],
  ['WP Recipe Maker', isWpRecipeMaker, readWpRecipeMaker],
  ['Paprika', isPaprika, readPaprika],
  ['RecetteTek', isRecetteTek, readRecetteTek],
  ['Mela', isMela, readMela],
  ['KitchenOwl', isKitchenOwl, readKitchenOwl],
  ['JSON', isNamedJson, readNamedJson],
];
/** Properties of exports and of answers of an API that hold the recipes. */
const WRAPPERS = ['recipes', 'items', 'results', 'recipe', 'data'];

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
  const wrapped = isNode(json) ? WRAPPERS.map((name) => json[name]).filter((each) => Array.isArray(each)) : [];
  for (const list of [...wrapped, json, isNode(json) ? json.recipe : null]) {
    const nodes = toList(list).filter(isNode);
    for (const [format, is, read] of shapes) {
      const entries = nodes.filter(is);
      if (entries.length > 0) return { format, entries, read, others: nodes.length - entries.length };
    }
  }
  return null;
}

/** Reads one recipe of a list after the other. */
export function* findInJson(json: unknown): Generator<FoundInFile> {
  if (isOpenEats(json)) return yield* foundInDump(json);
  const list = findList(json);
  if (!list) return yield* foundIn({ format: 'schema.org', ...readSchemaOrg(json) });

  const { format, entries, read, others } = list;
  yield { type: 'format', format };
  for (const node of entries) yield unreadEntry(node.name ?? node.title, () => read(node));
  if (others > 0) yield { type: 'problem', problem: t('reading.other-entries', { count: others }) };
}

function* foundInDump(dump: unknown[]): Generator<FoundInFile> {
  yield { type: 'format', format: 'OpenEats' };
  for (const { title, read } of recipesInDump(dump)) yield unreadEntry(title, read);
}

// RecetteTek: a list in JSON, in a zip with its pictures

const RECETTE_TEK_MARKS = ['preparationTime', 'cookingTime', 'inactiveTime', 'originalPicture', 'quantity', 'pictures'];

function isRecetteTek(node: Node): boolean {
  return (
    !('@type' in node) &&
    typeof node.title === 'string' &&
    typeof node.ingredients === 'string' &&
    typeof node.instructions === 'string' &&
    RECETTE_TEK_MARKS.some((key) => key in node)
  );
}

function readRecetteTek(node: Node): ImportedRecipe | null {
  const pictures = toList(node.pictures).filter((each) => typeof each === 'string');
  const recipe = readRecipe({
    name: node.title,
    description: node.description,
    recipeYield: node.quantity,
    recipeIngredient: node.ingredients,
    recipeInstructions: node.instructions,
    nutrition: node.nutrition,
    prepTime: node.preparationTime,
    cookTime: node.cookingTime,
    restingTime: node.inactiveTime,
    totalTime: node.totalTime,
    recipeCategory: namesOf(node.categories),
    keywords: namesOf(node.tags).concat(readLine(node, 'keywords')),
    tool: readLine(node, 'cookware').split(/[,;]/),
    video: node.video,
    isBasedOn: node.url,
    image: [...pictures, node.originalPicture],
  });
  return addNote(recipe, starsOf(node.rating), node.notes);
}

const namesOf = (value: unknown): string[] =>
  isNode(value) || Array.isArray(value) ? readNames({ value }, 'value') : [];

// Mela: JSON with texts, alone or in a zip

function isMela(node: Node): boolean {
  return (
    !('@type' in node) &&
    typeof node.title === 'string' &&
    typeof node.ingredients === 'string' &&
    typeof node.instructions === 'string' &&
    ['wantToCook', 'favorite', 'link', 'yield'].some((key) => key in node)
  );
}

/** Lines that begin with # are headings. */
function readMela(node: Node): ImportedRecipe | null {
  const recipe = readRecipe({
    name: node.title,
    description: node.text,
    recipeYield: node.yield,
    recipeIngredient: node.ingredients,
    recipeInstructions: fromMarkdown(node.instructions),
    nutrition: node.nutrition,
    prepTime: node.prepTime,
    cookTime: node.cookTime,
    totalTime: node.totalTime,
    recipeCategory: readNames(node, 'categories'),
    isBasedOn: node.link,
  });
  addPictures(recipe, ...toList(node.images).slice(0, 20));
  return addNote(recipe, fromMarkdown(node.notes));
}

// KitchenOwl: JSON whose ingredients are items with their amount as a description

function isKitchenOwl(node: Node): boolean {
  return (
    !('@type' in node) &&
    'name' in node &&
    typeof node.description === 'string' &&
    readNodes(node, 'items').some((item) => 'name' in item && 'description' in item)
  );
}

function readKitchenOwl(node: Node): ImportedRecipe | null {
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
