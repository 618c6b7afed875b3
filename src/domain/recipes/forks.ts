/** Reads the forks of recipes, and compares recipes. */
import { nest } from '../../db/nest-columns.ts';
import {
  selectForkAncestors,
  selectForkDescendants,
  selectForks,
  selectForksAscending,
} from '../../db/sql/recipes.ts';
import { db } from '../../db/statement.ts';
import { notFound } from '../../lib/errors.ts';
import { inOrder, type Page, rangeOf } from '../../lib/page.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { Recipe } from '../items/eventable.ts';
import type { ItemSummary } from '../items/item-summary.ts';
import { getOfType, toMedium } from '../items/read.ts';
import { compareRecipes, type Difference, toState } from './difference/difference.ts';

export interface Fork extends ItemSummary {
  /** The recipe above it in the tree. Null for the first one that the viewer may see. */
  forkedFromId: number | null;
}

/** Limits of a tree. */
const maxAncestors = 20;
const maxDescendants = 200;
const maxDepth = 10;

/** Lists the forks that the viewer may see, newest first unless the page says otherwise. Throws not_found. */
export async function listForks(recipeId: number, viewer: Viewer, page: Page): Promise<Fork[]> {
  await getOfType('recipe', recipeId, viewer);
  const { above, below, ascending } = rangeOf(page);
  const list = ascending ? selectForksAscending : selectForks;
  const rows = await list(db, viewer.accountId, viewer.host, recipeId, above, below, page.limit);
  return inOrder(toForks(rows), page);
}

export interface ForkTree {
  /** The original of all comes first. Ends with the recipe's own original. */
  ancestors: Fork[];
  recipe: Fork;
  /** Each fork after its original. */
  descendants: Fork[];
}

/** Contains only what is reached through recipes that the viewer may see. Throws not_found. */
export async function getForkTree(recipeId: number, viewer: Viewer): Promise<ForkTree> {
  const { accountId, host } = viewer;
  const [above, below] = await Promise.all([
    selectForkAncestors(db, accountId, host, recipeId, maxAncestors),
    selectForkDescendants(db, accountId, host, recipeId, maxDepth, maxDescendants),
  ]);
  const ancestors = toForks(above);
  const recipe = ancestors.pop();
  if (!recipe) throw notFound();
  return { ancestors, recipe, descendants: toForks(below) };
}

function toForks(rows: Record<string, unknown>[]): Fork[] {
  const forks = nest<Fork>(rows);
  for (const fork of forks) fork.media = fork.media.map(toMedium);
  return forks;
}

export interface Comparison {
  from: Recipe;
  to: Recipe;
  difference: Difference;
}

/** Throws not_found unless the viewer may see both recipes. */
export async function compareVisibleRecipes(id: number, fromId: number, viewer: Viewer): Promise<Comparison> {
  const [to, from] = await Promise.all([
    getOfType('recipe', id, viewer),
    getOfType('recipe', fromId, viewer),
  ]);
  return { from, to, difference: compareRecipes(toState(from), toState(to), to.locale) };
}
