/** Reads recipes of Crouton: JSON with one object per ingredient and step. */

import type { ImportedRecipe } from '../import-result.ts';
import { isNode, type Node, toList } from '../json-ld.ts';
import { addNote, addPictures, starsOf } from '../pictures-and-notes.ts';
import { fromColumns, minutes, readLine, readNames, readNodes, withIngredients } from './recipe-fields.ts';

/** Names of units that are not those of a recipe in lower case. */
const UNITS: Record<string, string> = {
  GRAMS: 'g',
  KGS: 'kg',
  KILOGRAMS: 'kg',
  MILLS: 'ml',
  MILLILITERS: 'ml',
  MILLILITRES: 'ml',
  LITERS: 'l',
  LITRES: 'l',
  FLUID_OUNCE: 'fl oz',
  FL_OZ: 'fl oz',
  ITEM: '',
  ITEMS: '',
  RECIPE: '',
  NONE: '',
};

export function isCrouton(node: Node): boolean {
  const [first] = readNodes(node, 'ingredients');
  const isStep = (each: Node) => 'step' in each && ('isSection' in each || 'order' in each);
  const isIngredient = first !== undefined && isNode(first.ingredient) && 'name' in first.ingredient;
  return !('@type' in node) && 'name' in node && (isIngredient || readNodes(node, 'steps').some(isStep));
}

export function readCrouton(node: Node): ImportedRecipe | null {
  let group: string | null = null;
  const ingredients = inOrder(readNodes(node, 'ingredients')).map((each) => {
    const quantity = isNode(each.quantity) ? each.quantity : {};
    const name = readLine(each, 'ingredient');
    if (quantity.quantityType === 'SECTION') {
      group = name || group;
      return null;
    }
    return fromColumns({ amount: amountOf(quantity), unit: unitOf(quantity), name, group });
  });
  const steps = inOrder(readNodes(node, 'steps'));
  const web = readLine(node, 'webLink');
  const source = readLine(node, 'sourceName');

  const recipe = withIngredients(
    {
      name: node.name,
      recipeYield: node.serves,
      recipeInstructions: steps.map((each) => (each.isSection === true ? `## ${readLine(each, 'step')}` : each.step)),
      nutrition: node.neutritionalInfo ?? node.nutritionalInfo,
      prepTime: minutes(node.duration),
      cookTime: minutes(node.cookingDuration),
      keywords: readNames(node, 'tags'),
      isBasedOn: web,
      ...(source !== '' && (web === '' ? { author: source } : { publisher: { name: source } })),
    },
    ingredients,
  );
  addPictures(recipe, ...toList(node.images).slice(0, 20), node.sourceImage);
  return addNote(recipe, starsOf(node.rating), node.notes);
}

const inOrder = (nodes: Node[]): Node[] =>
  nodes.toSorted((one, other) => (Number(one.order) || 0) - (Number(other.order) || 0));

function amountOf({ amount, secondaryAmount }: Node): string {
  const stated = [amount, secondaryAmount].filter((each) => typeof each === 'number' && each > 0);
  return stated.map((each) => String(Math.round((each as number) * 10_000) / 10_000)).join('-');
}

function unitOf({ quantityType }: Node): string {
  if (typeof quantityType !== 'string') return '';
  return UNITS[quantityType] ?? quantityType.slice(0, 50).toLowerCase().replaceAll('_', ' ');
}
