/** Reads recipes from a Mealie backup: database tables as JSON, and pictures in one folder per recipe. */
import type { ImportedRecipe } from '../import-result.ts';
import { isNode, type Node, toList } from '../json-ld.ts';
import { readMealie } from './mealie.ts';

export const backupName = /(?:^|\/)database\.json$/;
const picturePath = /(?:^|\/)recipes\/([0-9a-f-]{32,36})\/images\/original\.[a-z]{3,4}$/i;

/** UUIDs have hyphens or not, depending on the database. */
const idOf = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('-', '').toLowerCase() : '';

export function isMealieBackup(json: unknown): json is Node {
  return (
    isNode(json) &&
    ['recipes', 'recipes_ingredients', 'recipe_instructions'].every((name) => Array.isArray(json[name]))
  );
}

/** Returns the id of the recipe to which a picture belongs, or null for other files. */
export const recipeOfPicture = (path: string): string | null => idOf(picturePath.exec(path)?.[1]) || null;

export interface BackedUpRecipe {
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
  const [ingredients, steps, notes] = [
    parts('recipes_ingredients'),
    parts('recipe_instructions'),
    parts('notes'),
  ];
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
      ...{ slug: row.slug, name: row.name, description: row.description, orgURL: row.org_url },
      ...{ prepTime: row.prep_time, performTime: row.perform_time, cookTime: row.cook_time },
      ...{ totalTime: row.total_time, recipeYield: row.recipe_yield },
      recipeServings: row.recipe_servings || row.recipe_yield_quantity || undefined,
      recipeIngredient: (ingredients.get(id) ?? []).map((each) => ({
        ...{
          title: each.title,
          note: each.note,
          quantity: each.quantity,
          originalText: each.original_text,
        },
        unit: units.get(idOf(each.unit_id)),
        food: foods.get(idOf(each.food_id)),
      })),
      recipeInstructions: steps.get(id) ?? [],
      ...{ notes: notes.get(id) ?? [], tags: tagsOf(id), recipeCategory: categoriesOf(id) },
    });
    yield { id, name: row.name, recipe };
  }
}

const byPosition = (one: Node, other: Node) => (Number(one.position) || 0) - (Number(other.position) || 0);
