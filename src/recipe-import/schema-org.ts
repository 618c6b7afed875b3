/** Finds and reads all recipes in schema.org data. */
import { t } from '../lib/language/text.ts';
import type { ImportedRecipe, ImportResult } from './import-result.ts';
import { findNodes, findProperty, findText, isNode, isOfType, type Node, toList } from './json-ld.ts';
import { readRecipe } from './schema-recipe.ts';
import type { PageAddress } from './stated-details.ts';

/** More than a file of the largest size holds. */
const MAX_RECIPES = 20_000;

export interface SourcePage extends PageAddress {
  /** Adds what the page says beside its recipe. `isOnly` is false for one of several. */
  complete: (node: Node, isOnly: boolean) => Node;
}

/** Never throws: `problems` explains why recipes are missing. */
export function readSchemaOrg(json: unknown, page: SourcePage | null = null): ImportResult {
  const nodes = findNodes(json, 'Recipe');
  const problems: string[] = [];
  const resolve = referencesIn(json);
  // Some pages describe a recipe twice.
  const names = new Set(nodes.slice(0, 10).map((node) => findText(findProperty(node, 'name'))?.toLowerCase()));
  const isOnly = nodes.length === 1 || (nodes.length <= 10 && names.size === 1 && !names.has(undefined));
  const read = nodes.slice(0, MAX_RECIPES).map((node) => {
    const resolved = resolve(node);
    return readRecipe(page?.complete(resolved, isOnly) ?? resolved, page);
  });
  const recipes = withoutDuplicates(read.filter((recipe) => recipe !== null));

  if (nodes.length > MAX_RECIPES) {
    problems.push(t('reading.too-many-recipes', { count: nodes.length, limit: MAX_RECIPES }));
  }
  if (recipes.length === 0) problems.push(explainMissing(json, nodes.length));

  return { recipes, problems };
}

const REFERRING = ['author', 'publisher', 'image', 'video', 'nutrition'];

/** Returns a function that replaces references such as `{"@id": "#author"}` by the nodes of the document. */
function referencesIn(json: unknown): (node: Node) => Node {
  const nodes = new Map<unknown, Node>();
  const list = toList(isNode(json) ? (json['@graph'] ?? json) : json).slice(0, 200);
  for (const each of list.flatMap((entry) =>
    toList(isNode(entry) ? (entry['@graph'] ?? entry) : entry).slice(0, 2_000),
  ))
    if (isNode(each) && typeof each['@id'] === 'string') nodes.set(each['@id'], each);

  const resolve = (value: unknown) =>
    isNode(value) && Object.keys(value).length <= 2 ? (nodes.get(value['@id']) ?? value) : value;
  return (node) => {
    const resolved = REFERRING.filter((name) => Object.hasOwn(node, name)).map((name) => [
      name,
      Array.isArray(node[name]) ? node[name].slice(0, 100).map(resolve) : resolve(node[name]),
    ]);
    return { ...node, ...Object.fromEntries(resolved) };
  };
}

/** Some pages describe a recipe twice, once incompletely. */
function withoutDuplicates(recipes: ImportedRecipe[]): ImportedRecipe[] {
  const unique = new Map<string, ImportedRecipe>();
  for (const recipe of recipes) {
    const name = recipe.draft.name.toLowerCase();
    const known = unique.get(name);
    if (!known || isPartOf(known, recipe)) unique.set(name, recipe);
    else if (!isPartOf(recipe, known)) unique.set(`${name} ${unique.size}`, recipe);
  }
  return [...unique.values()];
}

function isPartOf(less: ImportedRecipe, more: ImportedRecipe): boolean {
  const texts = new Set(more.draft.ingredients.map((ingredient) => ingredient.originalText));
  return (
    less.draft.steps.length <= more.draft.steps.length &&
    less.draft.ingredients.every((ingredient) => texts.has(ingredient.originalText))
  );
}

function explainMissing(json: unknown, nodes: number): string {
  if (nodes > 0) return t('reading.recipe-without-content');
  if (typeof json !== 'object' || json === null) return t('reading.not-an-object');

  const types = (Array.isArray(json) ? json : [json])
    .slice(0, 5)
    .filter(isNode)
    .map((node) => node['@type'])
    .filter((type) => typeof type === 'string')
    .map((type) => type.slice(0, 40));
  const found = types.length > 0 ? t('reading.found', { types: types.join(', ') }) : '';
  return isNode(json) && isOfType(json, 'HowTo') ? t('reading.how-to') : t('reading.no-recipe', { found });
}
