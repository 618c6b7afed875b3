/** Reads recipes of OpenEats: a dump of its tables as one list of rows. */
import type { ImportedRecipe } from '../import-result.ts';
import { isNode, type Node } from '../json-ld.ts';
import { fromColumns, minutes, readLine, withIngredients } from './recipe-fields.ts';

interface Row {
  id: string;
  fields: Node;
}

export const isOpenEats = (json: unknown): json is unknown[] =>
  Array.isArray(json) && json.slice(0, 50_000).some((each) => isNode(each) && each.model === 'recipe.recipe');

/** Yields the recipes in the order of the dump, to be read. */
export function* recipesInDump(dump: unknown[]): Generator<{ title: unknown; read: () => ImportedRecipe | null }> {
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
          amount: amountOf(each.fields),
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
  for (const row of rows('recipe.recipe')) yield { title: row.fields.title, read: () => read(row) };
}

const rowOf = (row: unknown): (Row & { model: string })[] =>
  isNode(row) && typeof row.model === 'string' && isNode(row.fields)
    ? [{ model: row.model, id: String(row.pk), fields: row.fields }]
    : [];

function amountOf({ numerator, denominator }: Node): string {
  const [top, bottom] = [Number(numerator) || 0, Number(denominator) || 1];
  if (top <= 0 || bottom <= 0) return '';
  const whole = Math.floor(top / bottom);
  const rest = top - whole * bottom;
  return [whole > 0 ? String(whole) : '', rest > 0 ? `${rest}/${bottom}` : ''].filter(Boolean).join(' ');
}
