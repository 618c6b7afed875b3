/** Finds and reads all recipes in schema.org data. */
import type { ImportedRecipe, ImportResult } from './import-result.ts';
import { findNodes, isNode, isOfType, type Node, toList } from './json-ld.ts';
import { readRecipe } from './schema-recipe.ts';

const MAX_RECIPES = 50;

/** Never throws: `problems` explains why recipes are missing. */
export function readSchemaOrg(json: unknown): ImportResult {
  const nodes = findNodes(json, 'Recipe');
  const problems: string[] = [];
  const resolve = referencesIn(json);
  const read = nodes.slice(0, MAX_RECIPES).map((node) => readRecipe(resolve(node)));
  const recipes = withoutDuplicates(read.filter((recipe) => recipe !== null));

  if (nodes.length > MAX_RECIPES) {
    problems.push(`${nodes.length} recipes: only the first ${MAX_RECIPES} were read.`);
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
  if (nodes > 0) return 'The schema.org Recipe has neither a name nor ingredients nor instructions.';
  if (typeof json !== 'object' || json === null) return 'The document is not a JSON object or list.';

  const types = (Array.isArray(json) ? json : [json])
    .slice(0, 5)
    .filter(isNode)
    .map((node) => node['@type'])
    .filter((type) => typeof type === 'string')
    .map((type) => type.slice(0, 40));
  const found = types.length > 0 ? ` Found: ${types.join(', ')}.` : '';
  return isNode(json) && isOfType(json, 'HowTo')
    ? 'The document is a HowTo, not a schema.org Recipe.'
    : `There is no schema.org Recipe in it.${found}`;
}
