/** Reads the recipes out of schema.org data, wherever in it they are. */
import type { ImportedRecipe, ImportResult } from './import-result.ts';
import { findNodes, isNode, isOfType } from './json-ld.ts';
import { readRecipe } from './schema-recipe.ts';

const MOST_RECIPES = 50;

/** Never throws; `problems` says why a document without recipes has none. */
export function readSchemaOrg(json: unknown): ImportResult {
  const nodes = findNodes(json, 'Recipe');
  const problems: string[] = [];
  const read = nodes.slice(0, MOST_RECIPES).map(readRecipe);
  const recipes = withoutRepeats(read.filter((recipe) => recipe !== null));

  if (nodes.length > MOST_RECIPES) {
    problems.push(`${nodes.length} recipes: only the first ${MOST_RECIPES} were read.`);
  }
  if (recipes.length === 0) problems.push(whyNone(json, nodes.length));

  return { recipes, problems };
}

/** A page may describe one recipe twice, once more fully. */
function withoutRepeats(recipes: ImportedRecipe[]): ImportedRecipe[] {
  const kept = new Map<string, ImportedRecipe>();
  for (const recipe of recipes) {
    const name = recipe.draft.name.toLowerCase();
    const known = kept.get(name);
    if (!known || isSketchOf(known, recipe)) kept.set(name, recipe);
    else if (!isSketchOf(recipe, known)) kept.set(`${name} ${kept.size}`, recipe);
  }
  return [...kept.values()];
}

function isSketchOf(less: ImportedRecipe, more: ImportedRecipe): boolean {
  const texts = new Set(more.draft.ingredients.map((ingredient) => ingredient.originalText));
  return (
    less.draft.steps.length <= more.draft.steps.length &&
    less.draft.ingredients.every((ingredient) => texts.has(ingredient.originalText))
  );
}

function whyNone(json: unknown, nodes: number): string {
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
