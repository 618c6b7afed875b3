/** Reads recipes of KitchenOwl: JSON whose ingredients are items with their amount as a description. */
import type { ImportedRecipe } from '../import-result.ts';
import { type Node, toList } from '../json-ld.ts';
import { fromColumns, fromMarkdown, minutes, readLine, readNodes, withIngredients } from './recipe-fields.ts';

export const isKitchenOwl = (node: Node): boolean =>
  !('@type' in node) &&
  'name' in node &&
  typeof node.description === 'string' &&
  readNodes(node, 'items').some((item) => 'name' in item && 'description' in item);

export function readKitchenOwl(node: Node): ImportedRecipe | null {
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
