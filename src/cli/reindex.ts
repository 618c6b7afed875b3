/** Rebuilds what search reads of recipes. */
import { reindexRecipes } from '../domain/items/search-index.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';

export const run: CommandHandler = async ({ print }) => {
  const recipes = await withDatabase(reindexRecipes);
  print(`indexed: ${recipes} recipes`);
  return { recipes };
};
