/** Converts the details of a recipe to database columns. */
import { detailColumns } from '../../db/sql/visibility.ts';
import { camelCase, type SnakeCase } from '../../lib/snake-case.ts';
import type { RecipeDetails } from '../../recipe-import/details.ts';

const columns: Record<SnakeCase<keyof RecipeDetails>, string> = detailColumns;

/** Details that are undefined disappear from the JSON row, so their columns stay unchanged. */
export const toDetailColumns = (details: Partial<RecipeDetails> | null | undefined) =>
  Object.fromEntries(
    Object.keys(columns).map((column) => [column, details?.[camelCase(column) as keyof RecipeDetails]]),
  );
